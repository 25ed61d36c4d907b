package dev.tern.cli.ask;

import dev.tern.GraphRag;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.ComparisonText;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.cli.command.process.TemporaryStore;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.query.Answer;
import dev.tern.server.json.AnswerJson;
import dev.tern.store.GraphStatistics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code tern demo}, which compares the modes by a question on a small corpus. */
@Command(
        name = "demo",
        description = {
            "Indexes a few passages about the Bernoullis and Euler and asks a question that needs two of them, in every"
                    + " mode, side by side.",
            "Needs no key and no network. The store is temporary unless --store is given."
        })
public final class DemoCommand extends ConfiguredCommand {
    public static final String QUESTION = "What contribution did the son of Euler's teacher make?";

    /** The ids of the documents with the answer: on Euler's teacher, and on the teacher's son. */
    public static final List<String> NEEDED = List.of("leonhard-euler", "daniel-bernoulli");

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final QueryFlags query = new QueryFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    /**
     * The demonstration as JSON.
     *
     * @param needed the ids of the documents with the answer
     * @param answers the answers, one for each compared mode
     */
    public record DemoJson(String question, List<String> needed, List<AnswerJson> answers) {}

    public DemoCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, query, models);
        if (store.storeIsSet()) {
            show(configuration);
        } else {
            try (TemporaryStore temporary = new TemporaryStore()) {
                show(configuration.withStore(temporary.directory()));
            }
        }
        return ExitCode.OK;
    }

    private void show(Configuration configuration) {
        try (GraphSession session = GraphSession.open(configuration, backend());
                DemoCorpus corpus = new DemoCorpus()) {
            GraphRag rag = session.rag();
            IngestReport report = rag.add(JsonlCorpus.of(List.of(corpus.file())).documents(), IngestListener.NONE);
            List<Answer> answers = AskCommand.inEveryMode(rag, query.with(rag.question(QUESTION)));
            if (json()) {
                printJson(new DemoJson(
                        QUESTION,
                        NEEDED,
                        answers.stream()
                                .map(answer -> AnswerJson.of(answer, Optional.empty(), true))
                                .toList()));
                return;
            }
            GraphStatistics counts = rag.statistics();
            List<String> lines = new ArrayList<>();
            lines.add(style().faint("Indexed " + Phrases.count(counts.passages(), "passage") + ", "
                    + Phrases.count(counts.entities(), "entity") + " and "
                    + Phrases.count(counts.relations(), "relation") + " in " + Phrases.time(report.millis()) + "."));
            lines.add(style().faint(
                            "Embedding model: " + session.settings().embedding().modelName() + "."));
            lines.add("");
            lines.add("Question  " + style().bold(QUESTION));
            lines.add("It takes two passages: who taught Euler (leonhard-euler), and what that");
            lines.add("teacher's son did (daniel-bernoulli).");
            lines.add("");
            lines.addAll(new ComparisonText(style(), environment().columns()).of(answers));
            lines.add("");
            lines.addAll(verdict(answers));
            lines.add("");
            lines.addAll(next());
            print(lines);
        }
    }

    /** Returns a line for each mode, with the number of needed passages that it found. */
    private List<String> verdict(List<Answer> answers) {
        List<String> lines = new ArrayList<>();
        for (Answer answer : answers) {
            Set<String> missed = new LinkedHashSet<>(NEEDED);
            answer.passages().forEach(passage -> missed.remove(passage.value().documentId()));
            int found = NEEDED.size() - missed.size();
            String text = String.format(
                    "%-6s found %d of the %d passages that it takes%s",
                    Phrases.name(answer.trace().mode()),
                    found,
                    NEEDED.size(),
                    missed.isEmpty() ? "" : ", and missed " + String.join(" and ", missed));
            lines.add(missed.isEmpty() ? style().good(text) : style().warning(text));
        }
        return lines;
    }

    private List<String> next() {
        String option = store.typed();
        String tern = commandLine();
        return List.of(
                style().heading("Next"),
                "  " + tern + " sync FOLDER" + option + "                    your own documents",
                "  " + tern + " ask \"YOUR QUESTION\"" + option,
                "  " + tern + " ask --compare \"YOUR QUESTION\"" + option + "  all modes, as above");
    }
}
