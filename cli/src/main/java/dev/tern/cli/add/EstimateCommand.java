package dev.tern.cli.add;

import dev.tern.app.AppSettings;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.process.ExitCode;
import dev.tern.documents.LoadListener;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.extract.Estimate;
import dev.tern.model.ChatTask;
import dev.tern.model.Money;
import dev.tern.models.Endpoint;
import dev.tern.models.kept.ModelCache;
import dev.tern.settings.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
                loading.loader(wanted.loader()),
                environment().directory(),
                wanted.parameters().get(Parameter.PASSAGE_TOKEN_LIMIT));
        Sources.Found found = sources.find();
        if (found.isEmpty()) {
            throw found.nothing("there is no document in ", places);
        }
        try (ModelCache kept = wanted.spending().cache();
                Session session = Session.openToEstimate(wanted, backend(), kept.replies());
                Sources.Documents documents = sources.documents(environment().in(), new Remarks())) {
            IngestEstimate estimate = session.rag().estimate(documents);
            AppSettings settings = session.settings();
            if (json()) {
                printJson(json(settings, estimate));
            } else {
                print(lines(settings, estimate));
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

    private static Json json(AppSettings settings, IngestEstimate estimate) {
        return new Json(
                estimate.documents(),
                estimate.passages(),
                estimate.knownPassages(),
                calls(settings.chat().name(ChatTask.EXTRACT), estimate.extraction(), settings.extractionCost(estimate)),
                calls(settings.embedding().modelName(), estimate.embedding(), settings.embeddingCost(estimate)),
                settings.cost(estimate).map(Money::toString),
                leastSeconds(settings, estimate));
    }

    private static Calls calls(String model, Estimate estimate, Optional<Money> cost) {
        return new Calls(
                model, estimate.calls(), estimate.inputTokens(), estimate.outputTokens(), cost.map(Money::toString));
    }

    private static long leastSeconds(AppSettings settings, IngestEstimate estimate) {
        long ofEmbedding = leastSeconds(settings.embedding().endpoint(), estimate.embedding());
        return settings.chat()
                .find(ChatTask.EXTRACT)
                .map(chat -> Math.max(ofEmbedding, leastSeconds(chat.endpoint(), estimate.extraction())))
                .orElse(ofEmbedding);
    }

    private static long leastSeconds(Endpoint endpoint, Estimate estimate) {
        return Math.max(
                over(endpoint.requestsPerMinute(), estimate.calls()),
                over(endpoint.tokensPerMinute(), estimate.inputTokens() + estimate.outputTokens()));
    }

    /** The seconds that a count takes at a limit per minute; 0 where there is no limit. */
    private static long over(@Nullable Integer limit, long count) {
        return limit == null ? 0 : 60 * count / limit;
    }

    private List<String> lines(AppSettings settings, IngestEstimate estimate) {
        List<String> lines = new ArrayList<>();
        String known = estimate.knownPassages() == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d of them in the graph already", estimate.knownPassages());
        lines.add(style().bold(Phrases.count(estimate.documents(), "document") + ", "
                        + Phrases.count(estimate.passages(), "passage"))
                + known);
        lines.add(line(
                "extraction",
                settings.chat().name(ChatTask.EXTRACT),
                estimate.extraction(),
                settings.extractionCost(estimate)));
        lines.add(line(
                "embedding", settings.embedding().modelName(), estimate.embedding(), settings.embeddingCost(estimate)));
        lines.add(settings.cost(estimate)
                .map(sum -> style().bold(
                                sum.equals(Money.ZERO)
                                        ? "costs nothing"
                                        : "costs about " + sum + ", in the currency of your prices"))
                .orElseGet(() ->
                        style().warning("the cost is not known: set prices, as in prices: \"gpt-4o-mini=0.15/0.60\"")));
        long seconds = leastSeconds(settings, estimate);
        if (seconds > 0) {
            lines.add(style().faint("at least " + Phrases.time(1000.0 * seconds) + " at the limits a minute"));
        }
        return lines;
    }

    private static String line(String step, String model, Estimate estimate, Optional<Money> cost) {
        if (estimate.calls() == 0) {
            return "  " + step + ": no model is asked";
        }
        return String.format(
                Locale.ROOT,
                "  %s by %s: about %s, %,d tokens sent, %,d received%s",
                step,
                model,
                Phrases.count(estimate.calls(), "call"),
                estimate.inputTokens(),
                estimate.outputTokens(),
                cost.map(amount -> ", " + amount).orElse(""));
    }
}
