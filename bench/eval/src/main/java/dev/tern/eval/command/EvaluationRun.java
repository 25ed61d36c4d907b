package dev.tern.eval.command;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.TemporaryStore;
import dev.tern.cli.command.process.Version;
import dev.tern.error.TernException;
import dev.tern.eval.CandidateProbe;
import dev.tern.eval.Evaluation;
import dev.tern.eval.EvaluationJson;
import dev.tern.eval.EvaluationReport;
import dev.tern.eval.EvaluationSummary;
import dev.tern.eval.EvaluationTables;
import dev.tern.eval.MeasuringMachine;
import dev.tern.eval.NameFrequencies;
import dev.tern.eval.QuestionLog;
import dev.tern.eval.RetrievalMethod;
import dev.tern.eval.RunManifest;
import dev.tern.eval.ShortAnswers;
import dev.tern.eval.baseline.Baseline;
import dev.tern.eval.baseline.Baselines;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.questions.Corpus;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.files.OwnerFiles;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestReport;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.TaskModels;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphDescription;
import dev.tern.theme.leiden.ThemeFinder;
import dev.tern.theme.leiden.ThemesListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Indexes question sets, runs the evaluation, and prints the results. */
final class EvaluationRun {
    private final TernCommand command;
    private final EvaluationFlags flags;
    private final Configuration configuration;
    private final boolean storeIsKept;
    private final Resampling resampling;
    private final List<EvaluationReport> reports = new ArrayList<>();
    private final List<IngestReport> indexing = new ArrayList<>();
    private String embeddingModel = "";
    private final SortedMap<String, String> chatModels = new TreeMap<>();

    EvaluationRun(TernCommand command, EvaluationFlags flags, Configuration configuration, boolean storeIsKept) {
        this.command = command;
        this.flags = flags;
        this.configuration = configuration;
        this.storeIsKept = storeIsKept;
        this.resampling = new Resampling(flags.seed, Resampling.DEFAULT_DRAWS);
    }

    /** Evaluates all sets and prints the results. Merged sets share one graph. */
    void run(List<QuestionSet> sets) {
        Optional<Path> out =
                Optional.ofNullable(flags.out).map(folder -> FileArgument.path(folder, command.environment()));
        out.ifPresent(EvaluationRun::make);
        try (Spending spending = configuration.begin("eval");
                EvaluationProgress progress = new EvaluationProgress(
                        command,
                        out.map(folder -> new QuestionLog(folder.resolve("questions.jsonl")))
                                .orElse(null))) {
            EvaluationModels models = new EvaluationModels(command.backend(), spending);
            for (int start = 0; start < sets.size(); ) {
                Corpus corpus = sets.get(start).corpus();
                int end = flags.merge ? sets.size() : start + 1;
                evaluate(corpus, sets.subList(start, end), models, progress);
                start = end;
            }
        }
        EvaluationSummary summary = EvaluationSummary.of(reports, Evaluation.DEFAULT_CUTOFFS, reference(), resampling);
        show(summary, sets, out);
    }

    private static void make(Path folder) {
        try {
            OwnerFiles.folders(folder);
        } catch (IOException e) {
            throw TernException.user(folder + " cannot be made: " + e.getMessage(), e);
        }
    }

    private String reference() {
        List<String> methods = List.copyOf(reports.getFirst().methods().keySet());
        String local = RetrievalMethod.nameOf(Mode.LOCAL);
        return methods.contains(local) ? local : methods.getFirst();
    }

    private void evaluate(Corpus corpus, List<QuestionSet> sets, EvaluationModels models, EvaluationProgress progress) {
        if (storeIsKept) {
            evaluate(configuration, corpus, sets, models, progress);
        } else {
            try (TemporaryStore temporary = new TemporaryStore()) {
                evaluate(configuration.withStore(temporary.directory()), corpus, sets, models, progress);
            }
        }
    }

    private void evaluate(
            Configuration wanted,
            Corpus corpus,
            List<QuestionSet> sets,
            EvaluationModels models,
            EvaluationProgress progress) {
        try (GraphSession session =
                GraphSession.open(wanted, command.backend(), (graph, settings) -> models.indexing(settings))) {
            EmbeddingModel asking = models.questionEmbedder(session.settings());
            TaskModels chat = models.chat(session.settings());
            GraphRag rag = GraphRag.builder()
                    .store(session.store())
                    .embeddingModel(asking)
                    .chatModels(chat)
                    .parameters(session.settings().libraryParameters())
                    .build();
            requireModes(rag);
            if (flags.answers && !chat.has(ChatTask.ANSWER)) {
                throw noChatModel();
            }
            index(session, corpus, sets.getFirst());
            embeddingModel = session.store()
                    .latest()
                    .description()
                    .map(GraphDescription::embeddingModel)
                    .orElse("");
            chatModels.putAll(session.settings().chat().names());
            chatModels.values().removeIf("none"::equals);
            Parameters parameters = session.settings().libraryParameters();
            try (Baselines baselines = new Baselines(session.store(), asking, parameters)) {
                List<RetrievalMethod> methods = methods(rag, baselines, session, asking, parameters);
                NameFrequencies names = NameFrequencies.of(session.store(), sets);
                for (QuestionSet set : sets) {
                    progress.begin(set);
                    Evaluation.Builder evaluation = Evaluation.of(set)
                            .methods(methods)
                            .resampling(resampling)
                            // The first set warms up the machine for the others.
                            .warmUp(reports.isEmpty() ? flags.warmUp : flags.warmUp / 10)
                            .parallelism(flags.parallel)
                            .modelClock(models.clock())
                            .names(names)
                            .listener(progress);
                    if (flags.candidates) {
                        evaluation.candidates(new CandidateProbe(
                                session.store(), asking, parameters, CandidateProbe.DEFAULT_BUDGETS));
                    }
                    if (flags.answers) {
                        evaluation.answers(new ShortAnswers(
                                chat.chat(ChatTask.ANSWER, parameters.get(Parameter.TEMPERATURE), new Meter())
                                        .orElseThrow(EvaluationRun::noChatModel),
                                ShortAnswers.DEFAULT_PASSAGES));
                    }
                    reports.add(evaluation.build().run(rag));
                }
            }
        }
    }

    private void requireModes(GraphRag rag) {
        for (Mode mode : flags.modes()) {
            if (mode == Mode.GRAPH && !QuestionMapping.modes(rag).contains(mode)) {
                throw TernException.user(RetrievalMethod.nameOf(mode)
                        + " mode cannot be evaluated: it needs a chat model and none is set");
            }
        }
    }

    private static TernException noChatModel() {
        return TernException.user("answers cannot be evaluated: they need a chat model and none is set");
    }

    private void index(GraphSession session, Corpus corpus, QuestionSet first) {
        try (ProgressBars progress = command.progress();
                Stream<SourceDocument> documents = corpus.open()) {
            Iterator<SourceDocument> each = documents.iterator();
            indexing.add(session.rag().add(() -> each, command.indexing(progress, first.documents())));
        }
        if (flags.modes().contains(Mode.OVERVIEW)) {
            new ThemeFinder(session.store()).find("tern eval", ThemeFinder.DEFAULT_SEED, ThemesListener.NONE);
        }
    }

    private List<RetrievalMethod> methods(
            GraphRag rag, Baselines baselines, GraphSession session, EmbeddingModel asking, Parameters parameters) {
        List<RetrievalMethod> methods = new ArrayList<>();
        List<Mode> modes = flags.modes().isEmpty() ? QuestionMapping.modes(rag) : flags.modes();
        for (Mode mode : modes) {
            methods.add(RetrievalMethod.mode(mode, rag, parameters));
        }
        if (flags.ablation) {
            methods.addAll(RetrievalMethod.ablation(session.store(), asking, parameters));
        }
        for (Baseline baseline : flags.baselines()) {
            methods.add(RetrievalMethod.of(baseline.label(), baselines.ranker(baseline)));
        }
        if (flags.scripted) {
            methods.addAll(RetrievalMethod.scripted(session.store(), asking, parameters));
        }
        return methods;
    }

    private void show(EvaluationSummary summary, List<QuestionSet> sets, Optional<Path> out) {
        EvaluationJson json = new EvaluationJson(summary, manifest(sets), indexing);
        EvaluationTables tables = new EvaluationTables(summary);
        out.ifPresent(folder -> {
            write(folder.resolve("report.json"), EvaluationJson.text(json.figures()) + "\n");
            write(folder.resolve("times.json"), EvaluationJson.text(json.times()) + "\n");
            write(folder.resolve("manifest.json"), EvaluationJson.text(json.manifest()) + "\n");
            write(folder.resolve("report.md"), String.join("\n", tables.markdown()) + "\n");
        });
        if (command.json()) {
            command.environment().out().println(EvaluationJson.text(json.all()));
        } else {
            command.print(tables.text());
            indexing.forEach(report -> command.print(List.of(indexed(report))));
        }
    }

    private RunManifest manifest(List<QuestionSet> sets) {
        SortedMap<String, String> options = flags.asOptions();
        options.put("extractor", configuration.text(Setting.EXTRACTOR).orElse(""));
        options.put("store", configuration.store().path().isPresent() ? "lucene" : "milvus");
        return new RunManifest(
                Version.number(),
                sets.stream().map(RunManifest.EvaluatedSet::of).toList(),
                embeddingModel,
                chatModels,
                configuration.settings().libraryParameters().byName(),
                options,
                flags.seed,
                Resampling.DEFAULT_DRAWS,
                MeasuringMachine.current());
    }

    private static String indexed(IngestReport report) {
        if (report.passages() == 0) {
            return String.format(Locale.ROOT, "the graph had all %,d documents already", report.documents());
        }
        return String.format(
                Locale.ROOT,
                "indexed %,d passages with %,d statements in %.1f s, %.1f s without the embedding model",
                report.passages(),
                report.statements(),
                report.millis() / 1000,
                (report.millis() - report.embeddingMillis()) / 1000);
    }

    private static void write(Path file, String text) {
        try {
            OwnerFiles.write(file, text);
        } catch (IOException e) {
            throw TernException.user(file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
