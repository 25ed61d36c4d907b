package dev.tern.cli;

import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ConfigurationException;
import dev.tern.eval.BeirDataset;
import dev.tern.eval.Evaluation;
import dev.tern.eval.EvaluationReport;
import dev.tern.query.Mode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "eval",
        description = {
            "Measures how well the modes find the passages that a question set in BEIR's layout calls for.",
            "The set is indexed into a temporary store, or with --store into one that is kept and used again."
        })
final class EvalCommand extends TernCommand {
    @Parameters(paramLabel = "BEIR_DIR", description = "A folder with corpus.jsonl, queries.jsonl and qrels/test.tsv.")
    private Path folder = Path.of("");

    @Option(
            names = "--modes",
            split = ",",
            paramLabel = "MODE",
            description = "The modes, comma between them (default: naive,local, and graph if there is a chat model).")
    private @Nullable List<String> modes;

    @Option(names = "--split", paramLabel = "NAME", description = "The questions: qrels/NAME.tsv (default: test).")
    private String split = BeirDataset.DEFAULT_SPLIT;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final QueryFlags query = new QueryFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    EvalCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration(store, query, models);
        List<Mode> asked = modes == null
                ? List.of()
                : modes.stream().map(EvalCommand::mode).toList();
        BeirDataset dataset = BeirDataset.read(surroundings().directory().resolve(folder), split);
        if (store.storeIsSet()) {
            evaluate(configuration, dataset, asked);
        } else {
            try (TemporaryStore temporary = new TemporaryStore()) {
                evaluate(configuration.withStore(temporary.directory()), dataset, asked);
            }
        }
        return OK;
    }

    private static Mode mode(String name) {
        for (Mode mode : Mode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(name.strip().toLowerCase(Locale.ROOT))) {
                return mode;
            }
        }
        throw new ConfigurationException(
                List.of("there is no mode \"" + name + "\" (--modes); the modes are naive, local and graph"));
    }

    private void evaluate(Configuration configuration, BeirDataset dataset, List<Mode> asked) {
        boolean shown = surroundings().errIsTerminal() && !output().quiet;
        try (Session session = Session.open(configuration, backend());
                IngestProgress indexing = IngestProgress.of(shown, surroundings(), dataset.documents())) {
            List<Mode> wanted = asked.isEmpty() ? new ArrayList<>(session.rag().modes()) : asked;
            QuestionCounter questions =
                    new QuestionCounter(shown, surroundings().err());
            EvaluationReport report = Evaluation.of(dataset)
                    .modes(wanted)
                    .indexFirst(indexing)
                    .listener((mode, done, total) -> {
                        indexing.end();
                        questions.asked(mode, done, total);
                    })
                    .build()
                    .run(session.rag());
            questions.close();
            if (json()) {
                surroundings().out().println(report.json().toPrettyString());
            } else {
                print(report.table().lines().toList());
            }
        }
    }
}
