package dev.tern.cli.add;

import dev.tern.app.AppSettings;
import dev.tern.app.config.Configuration;
import dev.tern.cli.add.IndexingRun.SkippedSource;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.documents.LoadListener;
import dev.tern.ingest.IngestEstimate;
import dev.tern.ingest.extract.ExtractionEstimate;
import dev.tern.model.ChatTask;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.money.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the model calls, cost and time of adding. Documents are read and split, but nothing is
 * sent to a model, and nothing is stored.
 */
final class DryRun {
    private final TernCommand command;
    private final Configuration configuration;

    DryRun(TernCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
    }

    /**
     * The estimate as JSON.
     *
     * @param knownPassages passages that the graph already has, complete with their statements
     * @param cost the cost of extraction and embedding; missing if a price is unknown
     * @param minSeconds the minimum time at the configured limits per minute, in seconds; 0
     *     without limits
     * @param skipped sources that would be left out, with reasons
     * @param ignored empty files and files of unknown types, with reasons
     */
    record DryRunJson(
            long documents,
            long passages,
            long knownPassages,
            CallsJson extraction,
            CallsJson embedding,
            Optional<String> cost,
            long minSeconds,
            List<SkippedSource> skipped,
            List<SkippedSource> ignored) {}

    /**
     * Calls of a model.
     *
     * @param cost the cost; missing if the price is unknown
     */
    record CallsJson(String model, long calls, long inputTokens, long outputTokens, Optional<String> cost) {}

    int run(DocumentSources sources, LoadListener listener, List<SkippedSource> skipped, List<SkippedSource> ignored) {
        try (ModelCache kept = configuration.spending().cache();
                GraphSession session = GraphSession.openToEstimate(configuration, command.backend(), kept.replies());
                DocumentSources.SourceDocuments documents =
                        sources.documents(command.environment().in(), listener)) {
            IngestEstimate estimate = session.rag().estimate(documents);
            AppSettings settings = session.settings();
            if (command.json()) {
                command.printJson(json(settings, estimate, skipped, ignored));
            } else {
                command.print(lines(settings, estimate));
                command.print(IndexingRun.leftOut(command, skipped, ignored));
            }
        }
        return skipped.isEmpty() ? ExitCode.OK : ExitCode.INCOMPLETE;
    }

    private static DryRunJson json(
            AppSettings settings, IngestEstimate estimate, List<SkippedSource> skipped, List<SkippedSource> ignored) {
        return new DryRunJson(
                estimate.documents(),
                estimate.passages(),
                estimate.knownPassages(),
                calls(settings.chat().name(ChatTask.EXTRACT), estimate.extraction(), settings.extractionCost(estimate)),
                calls(settings.embedding().modelName(), estimate.embedding(), settings.embeddingCost(estimate)),
                settings.cost(estimate).map(Money::toString),
                minSeconds(settings, estimate),
                skipped,
                ignored);
    }

    private static CallsJson calls(String model, ExtractionEstimate estimate, Optional<Money> cost) {
        return new CallsJson(
                model, estimate.calls(), estimate.inputTokens(), estimate.outputTokens(), cost.map(Money::toString));
    }

    private static long minSeconds(AppSettings settings, IngestEstimate estimate) {
        long ofEmbedding = minSeconds(settings.embedding().endpoint(), estimate.embedding());
        return settings.chat()
                .find(ChatTask.EXTRACT)
                .map(chat -> Math.max(ofEmbedding, minSeconds(chat.endpoint(), estimate.extraction())))
                .orElse(ofEmbedding);
    }

    private static long minSeconds(ModelEndpoint endpoint, ExtractionEstimate estimate) {
        return Math.max(
                secondsAt(endpoint.requestsPerMinute(), estimate.calls()),
                secondsAt(endpoint.tokensPerMinute(), estimate.inputTokens() + estimate.outputTokens()));
    }

    /** Returns the whole seconds that a count takes at a limit per minute; 0 without a limit. */
    private static long secondsAt(@Nullable Integer limit, long count) {
        return limit == null ? 0 : 60 * count / limit;
    }

    private List<String> lines(AppSettings settings, IngestEstimate estimate) {
        List<String> lines = new ArrayList<>();
        String known = estimate.knownPassages() == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d of them in the graph already", estimate.knownPassages());
        lines.add(command.style()
                        .bold(Phrases.count(estimate.documents(), "document") + ", "
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
                .map(sum -> command.style()
                        .bold(
                                sum.equals(Money.ZERO)
                                        ? "costs nothing"
                                        : "costs about " + sum + ", in the currency of your prices"))
                .orElseGet(() -> command.style()
                        .warning("the cost is not known: set prices, as in prices: \"" + unpriced(settings, estimate)
                                + "=0.15/0.60\"")));
        long seconds = minSeconds(settings, estimate);
        if (seconds > 0) {
            lines.add(command.style().faint("at least " + Phrases.time(1000.0 * seconds) + " at the limits a minute"));
        }
        return lines;
    }

    /** Returns the name of a model without a price. */
    private static String unpriced(AppSettings settings, IngestEstimate estimate) {
        return settings.extractionCost(estimate).isEmpty()
                ? settings.chat().name(ChatTask.EXTRACT)
                : settings.embedding().modelName();
    }

    private static String line(String step, String model, ExtractionEstimate estimate, Optional<Money> cost) {
        if (estimate.calls() == 0) {
            return "  " + step + ": no model is called";
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
