package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.MeteredChat;
import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.query.answer.Answerer;
import dev.tern.query.answer.Answerer.AnswerText;
import dev.tern.query.answer.InstalledAnswers;
import dev.tern.query.answer.OfflineAnswers;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.LazyList;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import dev.tern.settings.Mode;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Answers a question from retrieved passages and nothing else. Not thread-safe. */
final class AnswerStep {
    private final Question question;
    private final NamingRules rules;
    private final TextEmbedder embedder;
    private final QuestionModels models;
    private final ModelFallback fallback;
    private final Tracer tracer;

    /**
     * Creates the step of a question.
     *
     * @param rules the naming rules of the graph
     */
    AnswerStep(Question question, NamingRules rules, TextEmbedder embedder, QuestionModels models, Tracer tracer) {
        this.question = question;
        this.rules = rules;
        this.embedder = embedder;
        this.models = models;
        this.fallback = models.fallback();
        this.tracer = tracer;
    }

    /**
     * Answers from retrieved passages.
     *
     * @param words receives the text in parts, as {@link QueryListener#answerPart} does
     */
    Answer answer(Retrieval retrieval, Consumer<String> words) {
        Optional<MeteredChat> writer = models.writer();
        List<Passage> passages =
                retrieval.passages().stream().map(Scored::value).toList();
        List<Relation> relations =
                retrieval.relations().stream().map(Scored::value).toList();
        Answerer answerer =
                writer.map(chat -> writing(chat, retrieval.themes())).orElseGet(() -> quoting(retrieval.themes()));
        AnswerText answer = tracer.step(
                "answer",
                new LazyList<>(() -> TracedResult.items(retrieval.passages(), Item::passage)),
                () -> answerer.answer(question.text(), passages, relations, words));
        Answer.Kind kind = !answer.known()
                ? Answer.Kind.UNKNOWN
                : writer.isEmpty() || fallback.failed() ? Answer.Kind.EXTRACTIVE : Answer.Kind.GENERATED;
        return Answer.builder(retrieval)
                .text(answer.text(), kind)
                .claims(answer.claims())
                .trace(tracer.trace(question.mode()))
                .build();
    }

    /** Returns an answerer that calls a model, and quotes passages if the model fails. */
    private Answerer writing(MeteredChat chat, List<NearTheme> themes) {
        Answerer model = Answerer.model(chat, themes);
        return (asked, passages, relations, words) -> {
            StringBuilder heard = new StringBuilder();
            return fallback.or(
                    timed -> model.answer(asked, passages, relations, timed),
                    part -> {
                        heard.append(part);
                        words.accept(part);
                    },
                    () -> Answerer.after(heard.toString(), fallback.remarks("the passages are quoted"), quoting(themes))
                            .answer(asked, passages, relations, words));
        };
    }

    /** Returns an answerer without a model; throws the failure of a model if there is none. */
    private Answerer quoting(List<NearTheme> themes) {
        OfflineAnswers offline =
                InstalledAnswers.find().orElseThrow(() -> fallback.failure().orElseGet(InstalledAnswers::missing));
        return question.mode() == Mode.OVERVIEW ? offline.quoting(themes) : offline.quoting(embedder, rules);
    }
}
