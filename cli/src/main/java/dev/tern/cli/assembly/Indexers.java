package dev.tern.cli.assembly;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ConfigurationException;
import dev.tern.cli.config.Origin;
import dev.tern.cli.config.Setting;
import dev.tern.cli.config.Value;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TokenCounter;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.settings.Parameter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How documents are cut and their statements found, as configured. */
public final class Indexers {
    private Indexers() {}

    /** Cuts documents into passages of whole sentences that the embedding model reads to their end. */
    public static Splitter splitter(Configuration configuration, EmbeddingModel model) {
        int tokens = configuration.parameters().get(Parameter.PASSAGE_TOKENS);
        TokenCounter counter = TokenCounter.estimated();
        if (model instanceof CloseableEmbeddingModel own) {
            tokens = Math.min(tokens, own.maxTokens());
            counter = own.tokenCounter();
        }
        return SentenceSplitter.builder()
                .tokenLimit(tokens)
                .overlap(Math.min(configuration.parameters().get(Parameter.OVERLAP_TOKENS), tokens / 2))
                .counter(counter)
                .build();
    }

    /** The extractor of documents that bring no statements, unless it asks a model that nobody has asked for. */
    public static TripletExtractor withoutSurprise(Configuration configuration, Optional<ChatModel> model) {
        return withoutSurprise(configuration, model, ReplyCache.NONE, Ledger.NONE);
    }

    /** As {@link #withoutSurprise(Configuration, Optional)}, with what a model says kept and written down. */
    public static TripletExtractor withoutSurprise(
            Configuration configuration, Optional<ChatModel> model, ReplyCache replies, Ledger ledger) {
        Value chosen = configuration.values().get(Setting.EXTRACTOR);
        boolean byDefault = chosen == null || chosen.origin().kind() == Origin.Kind.DEFAULT;
        return byDefault ? TripletExtractor.offline() : extractor(configuration, model, replies, ledger);
    }

    /** The extractor of documents that bring no statements. */
    public static TripletExtractor extractor(
            Configuration configuration, Optional<ChatModel> model, ReplyCache replies, Ledger ledger) {
        String chosen = configuration.text(Setting.EXTRACTOR).orElse("rules").toLowerCase(Locale.ROOT);
        return switch (chosen) {
            case "none" -> TripletExtractor.none();
            case "model" -> byModel(configuration, model.orElseThrow(Indexers::noModel), replies, ledger);
            case "sentences" -> TripletExtractor.sentences();
            default -> TripletExtractor.rules();
        };
    }

    private static TripletExtractor byModel(
            Configuration configuration, ChatModel model, ReplyCache replies, Ledger ledger) {
        LanguageModelExtractor.Builder builder = LanguageModelExtractor.builder(model)
                .modelName(configuration.chat().model())
                .temperature(configuration.parameters().get(Parameter.TEMPERATURE))
                .entityTypes(list(configuration, Setting.EXTRACTION_ENTITY_TYPES))
                .predicates(list(configuration, Setting.EXTRACTION_PREDICATES))
                .cache(replies)
                .ledger(ledger);
        configuration.text(Setting.EXTRACTION_PROMPT_FILE).map(Path::of).ifPresent(builder::promptFile);
        return builder.build();
    }

    private static List<String> list(Configuration configuration, Setting setting) {
        return configuration.text(setting).stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static ConfigurationException noModel() {
        return new ConfigurationException(List.of("extractor is \"model\", and there is no chat model: set"
                + " OPENAI_API_KEY, or chat.provider, or --extractor rules"));
    }
}
