package dev.tern.cli.evaluate;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.output.ProgressBars;
import dev.tern.cli.process.TemporaryStore;
import dev.tern.error.TernException;
import dev.tern.eval.EvaluationJson;
import dev.tern.eval.Method;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.poison.Poison;
import dev.tern.eval.poison.PoisonReport;
import dev.tern.eval.poison.PoisonTables;
import dev.tern.eval.poison.Poisoning;
import dev.tern.eval.questions.Corpus;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Document;
import dev.tern.model.ChatTask;
import dev.tern.model.TaskModels;
import dev.tern.settings.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes passages against questions, asks these, and shows how far forward the passages came. */
final class PoisonRun {
    private static final int MOST_QUESTIONS = 10_000;
    private static final JsonMapper JSON =
            JsonMapper.builder().addModule(new Jdk8Module()).build();

    private final TernCommand command;
    private final EvaluationFlags flags;
    private final int questions;
    private final Configuration configuration;
    private final Resampling resampling;

    PoisonRun(TernCommand command, EvaluationFlags flags, int questions, Configuration configuration) {
        if (questions < 1 || questions > MOST_QUESTIONS) {
            throw new ConfigurationException(
                    List.of(String.format("--poison is %,d; it must be between 1 and %,d", questions, MOST_QUESTIONS)));
        }
        this.command = command;
        this.flags = flags;
        this.questions = questions;
        this.configuration = configuration;
        this.resampling = new Resampling(flags.seed, Resampling.DEFAULT_DRAWS);
    }

    void run(List<QuestionSet> sets) {
        List<PoisonReport> reports = new ArrayList<>();
        try (Spending spending = configuration.begin("eval")) {
            EvaluationModels models = new EvaluationModels(command.backend(), spending);
            for (QuestionSet set : sets) {
                try (TemporaryStore temporary = new TemporaryStore()) {
                    reports.add(measure(configuration.withStore(temporary.directory()), set, models));
                }
            }
        }
        show(reports);
    }

    private PoisonReport measure(Configuration wanted, QuestionSet set, EvaluationModels models) {
        try (Session session = Session.open(wanted, command.backend(), models::indexing)) {
            boolean statements;
            try (ProgressBars progress = command.progress();
                    Corpus.Reading documents = set.corpus().open()) {
                session.rag().add(documents, command.indexing(progress, set.documents()));
            }
            try (Corpus.Reading documents = set.corpus().open()) {
                statements = !documents.iterator().next().statements().isEmpty();
            }
            Poison poison = Poison.against(set, session.store(), questions, flags.seed, statements);
            List<Document> written = poison.documents();
            try (ProgressBars progress = command.progress()) {
                session.rag().add(written, command.indexing(progress, written.size()));
            }
            Map<String, TaskModels> chatModels = new LinkedHashMap<>();
            TaskModels configured = models.chat(session.settings());
            if (configured.has(ChatTask.RERANK)) {
                chatModels.put(Method.nameOf(Mode.GRAPH), configured);
            }
            if (flags.scripted) {
                Method.scriptedModels().forEach((name, model) -> chatModels.put(name, TaskModels.of(model)));
            }
            return new Poisoning(
                            session.store(),
                            models.asking(session.settings()),
                            session.settings().libraryParameters(),
                            resampling,
                            done -> command.remark(set.name() + ", " + done))
                    .measure(set, poison, flags.seed, chatModels);
        }
    }

    private void show(List<PoisonReport> reports) {
        ObjectNode json = JSON.createObjectNode();
        json.set("poison", JSON.valueToTree(reports));
        PoisonTables tables = new PoisonTables(reports, resampling);
        if (flags.out != null) {
            Path folder = FileArgument.path(flags.out, command.environment());
            try {
                Files.createDirectories(folder);
                Files.writeString(folder.resolve("poison.json"), EvaluationJson.text(json) + "\n");
                Files.writeString(folder.resolve("poison.md"), String.join("\n", tables.markdown()) + "\n");
            } catch (IOException e) {
                throw TernException.user(folder + " cannot be written: " + e.getMessage(), e);
            }
        }
        if (command.json()) {
            command.environment().out().println(EvaluationJson.text(json));
        } else {
            command.print(flags.markdown ? tables.markdown() : tables.text());
        }
    }
}
