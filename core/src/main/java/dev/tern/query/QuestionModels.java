package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.ChatTask;
import dev.tern.model.MeteredChat;
import dev.tern.query.choose.ChatChooser;
import dev.tern.query.conversation.FollowUpRewriter;
import dev.tern.query.recognise.Recogniser;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import java.util.Optional;
import java.util.function.Function;

/** Provides the chat models of a question by task, with fallbacks. Not thread-safe. */
final class QuestionModels {
    private final Function<ChatTask, Optional<MeteredChat>> chats;
    private final ModelFallback fallback;

    /**
     * Creates the models of a question.
     *
     * @param chats returns the chat for a task, if there is a model for it
     * @param fallback switches to work without chat models after a failure
     * @throws TernException if the question needs a chat model and there is none for its task
     */
    QuestionModels(Question question, Function<ChatTask, Optional<MeteredChat>> chats, ModelFallback fallback) {
        this.chats = chats;
        this.fallback = fallback;
        if (question.mode() == Mode.GRAPH) {
            require(ChatTask.RERANK, "graph mode", "use the mode local, which needs none");
        }
        if (isRecognisedByModel(question)) {
            require(ChatTask.RECOGNISE, "recognition by a model", "set recognition to offline");
        }
    }

    private void require(ChatTask task, String step, String otherwise) {
        if (chats.apply(task).isEmpty()) {
            throw TernException.user(
                    step + " needs a chat model for the task " + task + " and none is set; set one, or " + otherwise);
        }
    }

    private static boolean isRecognisedByModel(Question question) {
        return question.mode() == Mode.GRAPH
                && question.entities().isEmpty()
                && question.parameters().get(Parameter.RECOGNITION) == NameRecognition.MODEL;
    }

    /** Returns the recogniser: of given names, by a model in graph mode, or offline. */
    Recogniser recogniser(Question alone) {
        Recogniser otherwise = alone.entities().map(Recogniser::given).orElseGet(Recogniser::offline);
        if (!isRecognisedByModel(alone)) {
            return otherwise;
        }
        Recogniser model = Recogniser.model(chat(ChatTask.RECOGNISE));
        return (text, graph) -> fallback.or(() -> model.recognise(text, graph), () -> otherwise.recognise(text, graph));
    }

    ModelFallback fallback() {
        return fallback;
    }

    /** Returns the rewriter of follow-ups: by the model that recognises names, or offline. */
    FollowUpRewriter followUps() {
        FollowUpRewriter offline = FollowUpRewriter.offline();
        return chats.apply(ChatTask.RECOGNISE)
                .map(FollowUpRewriter::model)
                .<FollowUpRewriter>map(model -> (text, turns, graph) ->
                        fallback.or(() -> model.rewrite(text, turns, graph), () -> offline.rewrite(text, turns, graph)))
                .orElse(offline);
    }

    /** Returns the chooser of relations, for graph mode. */
    ChatChooser chooser() {
        return new ChatChooser(chat(ChatTask.RERANK));
    }

    /** Returns the chat that writes the answer, if there is a model for it. */
    Optional<MeteredChat> writer() {
        return chats.apply(ChatTask.ANSWER);
    }

    private MeteredChat chat(ChatTask task) {
        return chats.apply(task).orElseThrow();
    }
}
