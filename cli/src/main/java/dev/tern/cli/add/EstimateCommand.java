package dev.tern.cli.add;

import dev.tern.cli.assembly.Session;
import dev.tern.cli.assembly.Spending;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ModelChoice;
import dev.tern.cli.config.Setting;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.process.ExitCode;
import dev.tern.documents.LoadListener;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.extract.Estimate;
import dev.tern.model.Money;
import dev.tern.models.kept.ModelCache;
import dev.tern.settings.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "estimate",
        description = {
            "Tells what tern add would ask of models for the same places, and what that would cost and take.",
            "Documents are read and cut; nothing is sent to a model and nothing is stored. What the graph has already,"
                    + " and what is kept of earlier runs, costs nothing and is not counted."
        })
final class EstimateCommand extends ConfiguredCommand {
    @Parameters(arity = "1..*", paramLabel = "PLACE", description = "As for tern add.")
    private List<String> places = List.of();

    @Mixin
    private final SourceFlags loading = new SourceFlags();

    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    /**
     * What it would take, as programs see it.
     *
     * @param documents documents read
     * @param passages passages that they are cut into
     * @param knownPassages those of them that the graph has with all their statements
     * @param extraction what the chat model would be asked for
     * @param embedding what the embedding model would be asked for
     * @param cost what both would cost; null if a price is not known
     * @param leastSeconds the time that the configured limits a minute enforce; 0 if there are none
     */
    record Json(
            long documents,
            long passages,
            long knownPassages,
            Calls extraction,
            Calls embedding,
            Optional<String> cost,
            long leastSeconds) {}

    /**
     * Calls of a model.
     *
     * @param model its name
     * @param calls how many
     * @param inputTokens tokens sent
     * @param outputTokens tokens received
     * @param cost what they would cost; null if the price is not known
     */
    record Calls(String model, long calls, long inputTokens, long outputTokens, Optional<String> cost) {}

    EstimateCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration wanted = configuration(store, models, extraction);
        Sources sources = Sources.of(
                places,
                loading.loader(wanted.loadLimits()),
                environment().directory(),
                wanted.parameters().get(Parameter.PASSAGE_TOKEN_LIMIT));
        Sources.Found found = sources.find();
        if (found.isEmpty()) {
            throw TernException.user("there is no document in " + String.join(", ", places) + found.why());
        }
        try (ModelCache kept = Spending.cache(wanted);
                Session session = Session.openToEstimate(wanted, backend(), kept.replies());
                Sources.Documents documents = sources.documents(environment().in(), new Remarks())) {
            IngestEstimate estimate = session.rag().estimate(documents);
            Configuration configuration = session.configuration();
            if (json()) {
                printJson(json(configuration, estimate));
            } else {
                print(lines(configuration, estimate));
            }
        }
        return ExitCode.OK;
    }

    /** Says what cannot be read, and what is read otherwise than its owner may think. */
    private final class Remarks implements LoadListener {
        @Override
        public void skipped(String source, String reason) {
            warn("would leave out " + source + ": it " + reason);
        }

        @Override
        public void noted(String source, String note) {
            remark(source + " " + note);
        }
    }

    private static Json json(Configuration configuration, IngestEstimate estimate) {
        Optional<Money> extraction = Spending.cost(configuration, configuration.chat(), estimate.extraction());
        Optional<Money> embedding = Spending.cost(configuration, configuration.embedding(), estimate.embedding());
        return new Json(
                estimate.documents(),
                estimate.passages(),
                estimate.knownPassages(),
                calls(configuration.chat(), estimate.extraction(), extraction),
                calls(configuration.embedding(), estimate.embedding(), embedding),
                Spending.cost(configuration, estimate).map(Money::toString),
                leastSeconds(configuration, estimate));
    }

    private static Calls calls(ModelChoice choice, Estimate estimate, Optional<Money> cost) {
        return new Calls(
                choice.model(),
                estimate.calls(),
                estimate.inputTokens(),
                estimate.outputTokens(),
                cost.map(Money::toString));
    }

    private static long leastSeconds(Configuration configuration, IngestEstimate estimate) {
        Estimate chat = estimate.extraction();
        Estimate embedding = estimate.embedding();
        long minutes = 0;
        minutes = Math.max(minutes, over(configuration, Setting.CHAT_REQUESTS_PER_MINUTE, chat.calls()));
        minutes = Math.max(
                minutes, over(configuration, Setting.CHAT_TOKENS_PER_MINUTE, chat.inputTokens() + chat.outputTokens()));
        minutes = Math.max(minutes, over(configuration, Setting.EMBEDDING_REQUESTS_PER_MINUTE, embedding.calls()));
        minutes = Math.max(minutes, over(configuration, Setting.EMBEDDING_TOKENS_PER_MINUTE, embedding.inputTokens()));
        return minutes;
    }

    /** The seconds that so many take at a limit a minute. */
    private static long over(Configuration configuration, Setting limit, long count) {
        return configuration
                .text(limit)
                .map(Long::parseLong)
                .map(most -> 60 * count / most)
                .orElse(0L);
    }

    private List<String> lines(Configuration configuration, IngestEstimate estimate) {
        List<String> lines = new ArrayList<>();
        String known = estimate.knownPassages() == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d of them in the graph already", estimate.knownPassages());
        lines.add(style().bold(Phrases.count(estimate.documents(), "document") + ", "
                        + Phrases.count(estimate.passages(), "passage"))
                + known);
        Optional<Money> extraction = Spending.cost(configuration, configuration.chat(), estimate.extraction());
        Optional<Money> embedding = Spending.cost(configuration, configuration.embedding(), estimate.embedding());
        lines.add(line("extraction", configuration.chat(), estimate.extraction(), extraction));
        lines.add(line("embedding", configuration.embedding(), estimate.embedding(), embedding));
        lines.add(Spending.cost(configuration, estimate)
                .map(sum -> style().bold("cost about " + sum))
                .orElseGet(() ->
                        style().warning("the cost is not known: set prices, as in prices: \"gpt-4o-mini=0.15/0.60\"")));
        long seconds = leastSeconds(configuration, estimate);
        if (seconds > 0) {
            lines.add(style().faint("at least " + Phrases.time(1000.0 * seconds) + " at the limits a minute"));
        }
        return lines;
    }

    private static String line(String step, ModelChoice choice, Estimate estimate, Optional<Money> cost) {
        if (estimate.calls() == 0) {
            return "  " + step + ": no model is asked";
        }
        return String.format(
                Locale.ROOT,
                "  %s by %s: about %s, %,d tokens sent, %,d received%s",
                step,
                choice.model(),
                Phrases.count(estimate.calls(), "call"),
                estimate.inputTokens(),
                estimate.outputTokens(),
                cost.map(amount -> ", " + amount).orElse(""));
    }
}
