package dev.tern.cli;

import dev.tern.cli.config.Configuration;
import dev.tern.cli.output.Words;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.load.JsonlCorpus;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        description = {
            "Adds documents to the graph; one that it has under the same id is replaced.",
            "A file holds one JSON object a line, as BEIR's corpus.jsonl: {\"_id\": ..., \"title\": ..., \"text\": ...,"
                    + " \"metadata\": {\"triplets\": [[subject, predicate, object], ...]}}."
        })
final class AddCommand extends TernCommand {
    private static final int PROBLEMS_SHOWN = 20;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files of JSON lines, or folders with such files.")
    private List<String> paths = List.of();

    @Option(names = "--skip-bad", description = "Leave out lines that are no documents instead of adding nothing.")
    private boolean skipBad;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    /**
     * What was added, as programs see it.
     *
     * @param documents documents read
     * @param unchanged documents that the graph already had, as they are
     * @param passages passages written
     * @param removedPassages passages that are no longer in these documents
     * @param statements statements written
     * @param droppedStatements triplets and statements that were not of their form
     * @param skipped the lines that were no documents
     * @param embeddedTexts texts embedded
     * @param embeddingMillis time in the embedding model
     * @param millis time on the clock
     */
    record AddedJson(
            long documents,
            long unchanged,
            long passages,
            long removedPassages,
            long statements,
            long droppedStatements,
            List<JsonlCorpus.Problem> skipped,
            long embeddedTexts,
            double embeddingMillis,
            double millis) {}

    AddCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, models);
        JsonlCorpus corpus = JsonlCorpus.of(resolved())
                .withPassageTokenLimit(configuration.parameters().passageTokenLimit());
        JsonlCorpus.Check check = corpus.check();
        if (!check.problems().isEmpty() && !skipBad) {
            throw TernException.user(problems(check.problems()) + "\nNothing was added. Mend "
                    + (check.problems().size() == 1 ? "it" : "them") + ", or leave bad lines out with --skip-bad.");
        }
        for (JsonlCorpus.Problem problem :
                check.problems().stream().limit(PROBLEMS_SHOWN).toList()) {
            warn("left out " + problem);
        }
        if (check.problems().size() > PROBLEMS_SHOWN) {
            warn("left out " + (check.problems().size() - PROBLEMS_SHOWN) + " more lines");
        }
        if (check.documents() == 0) {
            throw TernException.user("there is no document to add in " + String.join(", ", paths));
        }
        try (Session session = Session.open(configuration, backend())) {
            IngestReport report = ingest(session, corpus, check.documents());
            report(session, check, report);
        }
        return OK;
    }

    private IngestReport ingest(Session session, JsonlCorpus corpus, long documents) {
        boolean shown = surroundings().errIsTerminal() && !output().quiet && !json();
        AtomicLong stored = new AtomicLong();
        try (IngestProgress progress = IngestProgress.of(shown, surroundings(), documents)) {
            return session.rag().add(corpus.documents(), soFar -> {
                stored.set(soFar.documents());
                progress.progress(soFar);
            });
        } catch (RuntimeException e) {
            if (!Failures.isInterruption(e)) {
                throw e;
            }
            Thread.currentThread().interrupt();
            throw TernException.user(
                    String.format(
                            Locale.ROOT,
                            "interrupted after %,d of %,d documents; those are stored, and adding the same files again"
                                    + " goes on from there",
                            stored.get(),
                            documents),
                    e);
        }
    }

    private void report(Session session, JsonlCorpus.Check check, IngestReport report) {
        if (json()) {
            printJson(new AddedJson(
                    report.documents(),
                    report.unchanged(),
                    report.passages(),
                    report.removedPassages(),
                    report.statements(),
                    check.droppedStatements(),
                    check.problems(),
                    report.embeddedTexts(),
                    report.embeddingMillis(),
                    report.millis()));
            return;
        }
        if (output().quiet) {
            return;
        }
        Configuration configuration = session.configuration();
        List<String> lines = new ArrayList<>();
        String unchanged =
                report.unchanged() == 0 ? "" : String.format(Locale.ROOT, " (%,d unchanged)", report.unchanged());
        lines.add(style().bold(Words.count(report.documents(), "document") + unchanged) + " in graph "
                + configuration.graph() + " of " + configuration.storeShown());
        lines.add(style().faint(Words.count(report.passages(), "passage") + " and "
                + Words.count(report.statements(), "statement") + " written in " + Words.time(report.millis())
                + ", embedding by " + configuration.embedding().model() + " "
                + Words.time(report.embeddingMillis())));
        if (check.droppedStatements() > 0) {
            lines.add(style().warning(Words.count(check.droppedStatements(), "statement")
                    + " dropped for a blank or missing part; the documents were added"));
        }
        print(lines);
    }

    private List<Path> resolved() {
        List<Path> resolved = new ArrayList<>();
        for (String path : paths) {
            if (path.isBlank()) {
                throw TernException.user("a PATH is blank; for the folder that you are in, write .");
            }
            try {
                Path asGiven = Path.of(path);
                Path directory = surroundings().directory();
                // Kept as it was given where that means the same file, so that messages show what the user typed.
                boolean same = directory.equals(Path.of("").toAbsolutePath());
                resolved.add(same ? asGiven : directory.resolve(asGiven));
            } catch (InvalidPathException e) {
                throw TernException.user("\"" + path + "\" is not a path: " + e.getReason(), e);
            }
        }
        return resolved;
    }

    private static String problems(List<JsonlCorpus.Problem> problems) {
        List<String> lines = new ArrayList<>();
        for (JsonlCorpus.Problem problem :
                problems.stream().limit(PROBLEMS_SHOWN).toList()) {
            lines.add(problem.toString());
        }
        if (problems.size() > PROBLEMS_SHOWN) {
            lines.add("and " + (problems.size() - PROBLEMS_SHOWN) + " more");
        }
        return String.join("\n", lines);
    }
}
