package dev.tern.cli.graphs;

import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.app.AppSettings;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.EmbeddingFlags;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.output.Printable;
import dev.tern.cli.output.ProgressBars;
import dev.tern.cli.process.ExitCode;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphStore;
import dev.tern.transfer.verify.FlawedRow;
import dev.tern.transfer.verify.RepairReport;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import dev.tern.transfer.verify.VerificationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "verify",
        description = {
            "Checks that the graph is whole: every row against the passage that it comes from, every id and vector.",
            "Exit code 0: nothing is wrong, or all of it was mended; 3: something is wrong. A graph on a Milvus server"
                    + " should not be written meanwhile."
        })
final class VerifyCommand extends ConfiguredCommand {
    private static final int PROBLEMS_SHOWN = 20;

    @Option(
            names = "--repair",
            description =
                    "Mend what is wrong: remove what should not be there, write again what is missing. The embedding"
                            + " model is asked only for vectors that the graph has nowhere.")
    private boolean repair;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final EmbeddingFlags models = new EmbeddingFlags();

    /**
     * What was found and done, as programs see it.
     *
     * @param store the store
     * @param graph the graph
     * @param whole whether nothing is wrong now
     * @param found what was wrong
     * @param repair what was done; null without --repair
     * @param quarantine the sources that are in no answer; checked with everything else
     */
    record VerifiedJson(
            String store,
            String graph,
            boolean whole,
            FoundJson found,
            @Nullable RepairJson repair,
            List<String> quarantine) {}

    /**
     * What a repair did.
     *
     * @param removedRows rows removed
     * @param writtenPassages passages written again
     * @param embeddedTexts texts embedded
     * @param left what is still wrong
     */
    record RepairJson(long removedRows, long writtenPassages, long embeddedTexts, FoundJson left) {}

    /**
     * What the check found, as JSON.
     *
     * @param passages passages read
     * @param statements statements of passages read
     * @param entities entities read
     * @param counts how often each flaw was found
     * @param problems the first of them
     * @param millis time on the clock
     */
    record FoundJson(
            long passages,
            long statements,
            long entities,
            Map<String, Long> counts,
            List<FlawedRow> problems,
            double millis) {
        static FoundJson of(VerificationReport report) {
            Map<String, Long> counts = new TreeMap<>();
            report.counts().forEach((flaw, count) -> counts.put(flaw.name().toLowerCase(Locale.ROOT), count));
            return new FoundJson(
                    report.passages(),
                    report.relations(),
                    report.entities(),
                    counts,
                    report.problems(),
                    report.millis());
        }
    }

    VerifyCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        return Session.inGraph(configuration(store, models), backend(), this::verify);
    }

    private int verify(GraphStore graph, Configuration configuration) {
        try (ProgressBars progress = progress()) {
            if (!repair) {
                VerificationReport found = Verification.check(graph, shownBy(progress));
                progress.end();
                report(configuration, graph, found, null);
                return found.whole() ? ExitCode.OK : ExitCode.INCOMPLETE;
            }
            RepairReport mended = Verification.repair(graph, () -> embedder(configuration, graph), shownBy(progress));
            progress.end();
            report(configuration, graph, mended.before(), mended);
            return mended.after().whole() ? ExitCode.OK : ExitCode.INCOMPLETE;
        }
    }

    private static VerificationListener shownBy(ProgressBars progress) {
        return (step, done) ->
                progress.show(step == VerificationListener.Step.CHECKING ? "Checking" : "Mending", done, -1);
    }

    private TextEmbedder embedder(Configuration wanted, GraphStore graph) {
        AppSettings settings = wanted.settingsWithoutChat().forGraph(graph.description());
        return new TextEmbedder(
                backend().embeddingModel(settings.embedding(), null),
                EmbeddingInputType.DOCUMENT,
                settings.parameters().get(Parameter.EMBED_BATCH),
                new Meter());
    }

    private void report(
            Configuration configuration, GraphStore graph, VerificationReport found, @Nullable RepairReport mended) {
        List<String> quarantine = graph.quarantine().texts();
        VerificationReport now = mended == null ? found : mended.after();
        if (json()) {
            RepairJson done = mended == null
                    ? null
                    : new RepairJson(
                            mended.removedRows(),
                            mended.writtenPassages(),
                            mended.embeddedTexts(),
                            FoundJson.of(mended.after()));
            printJson(new VerifiedJson(
                    configuration.storeShown(),
                    configuration.graph(),
                    now.whole(),
                    FoundJson.of(found),
                    done,
                    quarantine));
            return;
        }
        List<String> lines = new ArrayList<>();
        if (!output().quiet) {
            lines.add("graph " + style().bold(configuration.graph()) + " of " + configuration.storeShown() + ": "
                    + Phrases.count(found.passages(), "passage") + ", " + Phrases.count(found.relations(), "statement")
                    + ", " + Phrases.count(found.entities(), "entity")
                    + style().faint(" checked in " + Phrases.time(found.millis())));
            QuarantineCommand.shown(quarantine).ifPresent(lines::add);
        }
        addProblems(lines, found);
        if (mended != null && !found.whole() && !output().quiet) {
            lines.add(Phrases.count(mended.removedRows(), "row") + " removed, "
                    + Phrases.count(mended.writtenPassages(), "passage") + " written again, "
                    + Phrases.count(mended.embeddedTexts(), "text") + " embedded");
            addProblems(lines, mended.after());
        }
        if (now.whole() && !output().quiet) {
            lines.add(style().good(found.whole() ? "nothing is wrong" : "all of it is mended"));
        }
        print(lines);
    }

    private void addProblems(List<String> lines, VerificationReport report) {
        if (report.whole()) {
            return;
        }
        lines.add(style().bad(Phrases.count(report.found(), "problem") + ":"));
        for (FlawedRow problem :
                report.problems().stream().limit(PROBLEMS_SHOWN).toList()) {
            lines.add("  " + problem.kind().name().toLowerCase(Locale.ROOT) + " " + problem.id() + ", "
                    + problem.flaw().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": "
                    + Printable.text(problem.words()).replace('\n', ' '));
        }
        if (report.found() > PROBLEMS_SHOWN) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  and %,d more (--json lists up to %,d)",
                    report.found() - PROBLEMS_SHOWN,
                    Verification.MOST_PROBLEMS));
        }
    }
}
