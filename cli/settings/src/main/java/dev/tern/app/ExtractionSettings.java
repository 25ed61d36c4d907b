package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.tern.error.TernException;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.models.ChatModelSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of extracting statements from documents without statements.
 *
 * @param chosen true if the user set the method; false if it is derived from the models
 * @param entityTypes the allowed types of entities, if a model extracts; empty for all
 * @param predicates the allowed predicates, if a model extracts; empty for all
 * @param promptFile the file with the prompt for a model; empty for Tern's own prompt
 */
public record ExtractionSettings(
        Method method, boolean chosen, List<String> entityTypes, List<String> predicates, Optional<Path> promptFile) {
    /** The message if extraction needs a chat model and there is none. */
    public static final String NO_MODEL = "extractor is \"model\", and there is no chat model: set"
            + " OPENAI_API_KEY, or chat.provider, or --extractor rules";

    /** The ways to extract statements from documents. */
    public enum Method {
        /** A chat model extracts statements. */
        MODEL,
        /** Grammar rules extract statements, without a model. */
        RULES,
        /** Each sentence becomes a statement about the names in it, without a model. */
        SENTENCES,
        /** No statement is extracted. */
        NONE
    }

    public ExtractionSettings {
        entityTypes = List.copyOf(entityTypes);
        predicates = List.copyOf(predicates);
    }

    /**
     * Creates the extractor for {@link #method}.
     *
     * @param chat the settings of the chat model
     * @throws TernException if extraction needs a chat model and there is none, or the prompt file
     *     is invalid
     */
    TripletExtractor extractor(
            Optional<ChatModelSettings> chat, Optional<ChatModel> model, ReplyCache replies, Ledger ledger) {
        return switch (method) {
            case NONE -> TripletExtractor.none();
            case SENTENCES -> TripletExtractor.sentences();
            case RULES -> TripletExtractor.rules();
            case MODEL ->
                byModel(
                        chat.orElseThrow(() -> TernException.operator(NO_MODEL)),
                        model.orElseThrow(() -> TernException.operator(NO_MODEL)),
                        replies,
                        ledger);
        };
    }

    private TripletExtractor byModel(ChatModelSettings chat, ChatModel model, ReplyCache replies, Ledger ledger) {
        LanguageModelExtractor.Builder builder = LanguageModelExtractor.builder(model)
                .modelName(chat.modelName())
                .temperature(chat.temperature())
                .maxOutputTokens(chat.maxReplyTokens())
                .entityTypes(entityTypes)
                .predicates(predicates)
                .cache(chat.reasoningEffort() == null ? replies : replies.with("effort " + chat.reasoningEffort()))
                .ledger(ledger);
        promptFile.ifPresent(builder::promptFile);
        return builder.build();
    }
}
