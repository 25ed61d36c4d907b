package dev.tern.eval.command;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandGroup;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.ExtractionFlags;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.MergedCorpus;
import dev.tern.eval.questions.QuestionSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "eval",
        description = {
            "Measures how well the modes find the passages that question sets (in BEIR's format) expect.",
            "A set is indexed into a temporary store, or with --store into one that is kept and used again."
        })
final class EvalCommand extends ConfiguredCommand implements CommandGroup {
    private final CommandContext context;

    @Parameters(
            arity = "0..*",
            paramLabel = "BEIR_DIR",
            description = "Folders with corpus.jsonl, queries.jsonl and qrels/test.tsv; with --merge also folders with"
                    + " nothing but corpus.jsonl.")
    private List<String> folders = List.of();

    @Mixin
    private final EvaluationFlags flags = new EvaluationFlags();

    @Mixin
    private final ExtractionFlags extraction = new ExtractionFlags();

    @Mixin
    private final StoreFlags store = new StoreFlags();

    @Mixin
    private final QueryFlags query = new QueryFlags();

    @Mixin
    private final ModelFlags models = new ModelFlags();

    EvalCommand(CommandContext context) {
        super(context);
        this.context = context;
    }

    @Override
    public List<Object> commands() {
        return List.of(new EvalConvertCommand(context));
    }

    @Override
    public Integer call() {
        if (folders.isEmpty()) {
            throw new ConfigurationException(List.of("no question set is given, as in: tern eval BEIR_DIR"));
        }
        Configuration configuration = configuration(extraction, store, query, models);
        List<QuestionSet> sets = sets();
        if (store.storeIsSet() && sets.size() > 1 && !flags.merge) {
            throw new ConfigurationException(List.of("several sets do not go into one graph of --store unless they are"
                    + " merged: add --merge, or leave --store out"));
        }
        new EvaluationRun(this, flags, configuration, store.storeIsSet()).run(sets);
        return ExitCode.OK;
    }

    private List<QuestionSet> sets() {
        QuestionSet.Part part = flags.part();
        List<QuestionSet> sets = new ArrayList<>();
        List<BeirDataset.BeirCorpus> more = new ArrayList<>();
        for (String folder : folders) {
            Path path = FileArgument.path(folder, environment());
            if (flags.merge && !BeirDataset.hasQuestions(path)) {
                more.add(BeirDataset.documents(path));
            } else {
                sets.add(BeirDataset.read(path, flags.split).part(part));
            }
        }
        if (sets.isEmpty()) {
            throw TernException.user("none of the folders has questions: " + String.join(", ", folders));
        }
        if (sets.stream().map(QuestionSet::name).distinct().count() < sets.size()) {
            throw TernException.user("two of the sets have the same name: "
                    + String.join(", ", sets.stream().map(QuestionSet::name).toList()));
        }
        List<QuestionSet> evaluated = flags.merge ? MergedCorpus.of(sets, more) : sets;
        return flags.withoutTitles
                ? evaluated.stream().map(QuestionSet::withoutTitles).toList()
                : evaluated;
    }
}
