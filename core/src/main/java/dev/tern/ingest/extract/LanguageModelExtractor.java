package dev.tern.ingest.extract;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.model.ReplyCache;
import dev.tern.model.TokenEstimator;
import dev.tern.text.TextTruncation;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extracts the triplets of a passage with a chat model: one call for each passage, and at most one
 * retry of an unusable reply.
 *
 * <p>The passage is sent as data between fences, by default with the document's title and the
 * passage's heading. A usable reply is cached, unless it is truncated or partly withheld, under a
 * key of everything on which it depends. Every reply is recorded in the ledger, with the tokens
 * that the model reported, or with estimated tokens. Thread-safe if model, cache and ledger are.
 */
public final class LanguageModelExtractor implements TripletExtractor {
    /** The default maximum number of triplets of a passage. */
    public static final int DEFAULT_MAX_TRIPLETS = 64;

    /** The default maximum number of tokens of a reply. */
    public static final int DEFAULT_MAX_OUTPUT_TOKENS = 4096;

    /**
     * The constant part of the tokens of a reply; the other part is proportional to the tokens of
     * the passage. Fitted to the triplets of GPT-3.5 for 1,888 passages of 102 tokens on average
     * (o200k and cl100k agree within 2 %): 152 tokens for a passage if triplets are arrays, and 2.4
     * times as many if they are objects with five fields.
     */
    static final double OUTPUT_TOKENS = 70;

    /** Reply tokens per token of the passage: see {@link #OUTPUT_TOKENS}. */
    static final double OUTPUT_TOKENS_PER_TOKEN = 0.7;

    private static final double OBJECTS_TO_ARRAYS = 2.4;

    /** Tokens that providers add for the format of messages and reply. */
    private static final int FORM_TOKENS = 60;

    /** The version of the parser; it changes if the parser reads the same reply differently. */
    private static final String VERSION = "2";

    private static final int MAX_SENT_BACK_LENGTH = 4000;
    private static final int MAX_SHOWN = 80;
    private static final Logger LOG = LoggerFactory.getLogger(LanguageModelExtractor.class);

    private final MeteredChat chat;
    private final String modelName;
    private final TripletPrompt prompt;
    private final JsonSchema schema;
    private final StatementLimits limits;
    private final int maxOutputTokens;
    private final boolean typed;
    private final ReplyCache cache;
    private final Ledger ledger;
    private final String identity;
    private final String name;
    private final AtomicReference<ExtractionCounts> counts = new AtomicReference<>(ExtractionCounts.NONE);

    private LanguageModelExtractor(Builder builder) {
        chat = new MeteredChat(builder.model, ChatTask.EXTRACT, builder.temperature, builder.meter);
        modelName = builder.modelName();
        typed = !builder.types.isEmpty();
        prompt = builder.promptFile == null
                ? TripletPrompt.ofTern(builder.types, builder.predicates, builder.maxTriplets)
                : TripletPrompt.ofFile(builder.promptFile, builder.types, builder.predicates);
        schema = prompt.schema();
        limits = new StatementLimits(builder.types, builder.predicates, builder.maxTriplets);
        maxOutputTokens = builder.maxOutputTokens;
        cache = builder.cache;
        ledger = builder.ledger;
        identity = String.join(
                "\0",
                modelName,
                Double.toString(builder.temperature),
                // This limit is constant, since a complete reply is the same under any limit.
                Integer.toString(DEFAULT_MAX_OUTPUT_TOKENS),
                schema.name(),
                prompt.identity());
        name = modelName + "/"
                + ContentId.ofPassage(VERSION + " " + builder.maxTriplets, identity)
                        .substring(0, 12);
    }

    /** Returns a builder with the default limits. */
    public static Builder builder(ChatModel model) {
        return new Builder(model);
    }

    /** Returns the model's name, and a hash of everything else on which the results depend. */
    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean asksModel() {
        return true;
    }

    /** Returns the counts of all extractions so far, including cached replies. */
    public ExtractionCounts counts() {
        return counts.get();
    }

    @Override
    public List<Statement> extract(Passage passage) {
        String user = prompt.user(passage);
        String key = key(user);
        Optional<TripletReply> kept =
                cache.find(key).map(reply -> TripletReply.of(reply.text())).filter(TripletReply::usable);
        if (kept.isPresent()) {
            return statements(passage, kept.get());
        }
        MeteredChat.ChatReply first = ask(passage, user);
        TripletReply reply = TripletReply.of(first.text());
        if (reply.usable()) {
            return statements(passage, keep(key, first, reply));
        }
        String wrong = replyError(first, reply);
        if (first.truncated() && first.text().isBlank()) {
            // A retry would reach the same limit before the first word again.
            throw new UnusableReplyException("the reply of " + modelName + " could not be used: " + wrong);
        }
        LOG.debug("passage {}: {}; retrying", passage.id(), wrong);
        MeteredChat.ChatReply second = ask(
                passage,
                prompt.retryMessage(user, TextTruncation.withEllipsis(first.text(), MAX_SENT_BACK_LENGTH), wrong));
        TripletReply repaired = TripletReply.of(second.text());
        if (repaired.usable()) {
            return statements(passage, keep(key, second, repaired));
        }
        throw new UnusableReplyException("neither reply of " + modelName + " could be used. The first: " + wrong
                + ". The second: " + replyError(second, repaired) + describeReply(second));
    }

    /** Returns the expected call for a passage, without a retry; zero if its reply is cached. */
    @Override
    public ExtractionEstimate estimate(Passage passage) {
        String user = prompt.user(passage);
        if (cache.find(key(user)).isPresent()) {
            return ExtractionEstimate.ZERO;
        }
        long input = (long) TokenEstimator.estimate(prompt.system()) + TokenEstimator.estimate(user) + FORM_TOKENS;
        double output = OUTPUT_TOKENS + OUTPUT_TOKENS_PER_TOKEN * TokenEstimator.estimate(passage.text());
        return new ExtractionEstimate(
                1, input, Math.min(maxOutputTokens, Math.round(typed ? output * OBJECTS_TO_ARRAYS : output)));
    }

    private String key(String user) {
        return "extract\0" + identity + "\0" + user;
    }

    private MeteredChat.ChatReply ask(Passage passage, String user) {
        MeteredChat.ChatReply chatReply = chat.json(prompt.system(), user, schema, maxOutputTokens);
        // A server that reports no tokens is not free: limits on costs must hold there too.
        boolean counted = chatReply.inputTokens() > 0;
        ledger.record(new Ledger.Expense(
                ChatTask.EXTRACT.toString(),
                passage.documentId(),
                modelName,
                counted
                        ? chatReply.inputTokens()
                        : TokenEstimator.estimate(prompt.system()) + TokenEstimator.estimate(user),
                counted ? chatReply.outputTokens() : TokenEstimator.estimate(chatReply.text())));
        return chatReply;
    }

    private TripletReply keep(String key, MeteredChat.ChatReply chatReply, TripletReply reply) {
        if (!chatReply.truncated() && !chatReply.withheld() && !reply.cut()) {
            cache.keep(
                    key,
                    new ReplyCache.CachedReply(chatReply.text(), chatReply.inputTokens(), chatReply.outputTokens()));
        }
        return reply;
    }

    private List<Statement> statements(Passage passage, TripletReply reply) {
        StatementLimits.KeptStatements keptStatements = limits.keep(reply, passage.text());
        ExtractionCounts one = keptStatements.counts().plus(new ExtractionCounts(1, 0, 0, 0, 0, 0, 0));
        counts.accumulateAndGet(one, ExtractionCounts::plus);
        if (one.dropped() + one.cut() > 0) {
            LOG.debug("passage {}: {}", passage.id(), one);
        }
        return keptStatements.statements();
    }

    /** Returns a description of the error in a reply, for the user and the model. */
    private String replyError(MeteredChat.ChatReply chatReply, TripletReply reply) {
        if (chatReply.withheld()) {
            return "the provider's content filter withheld it";
        }
        if (chatReply.text().isBlank()) {
            return chatReply.truncated()
                    ? "it was empty when its " + maxOutputTokens + " tokens were used up"
                    : "it was empty";
        }
        if (chatReply.truncated() || reply.cut()) {
            return "it was cut off before a triplet was whole"
                    + (chatReply.truncated() ? " (limit " + maxOutputTokens + " tokens)" : "");
        }
        if (reply.malformed() > 0) {
            return "none of its " + reply.malformed() + " values has a subject, a predicate and an object";
        }
        return "it holds no list of triplets";
    }

    private static String describeReply(MeteredChat.ChatReply reply) {
        String text = reply.text().strip().replaceAll("[\\p{Cc}\\p{Cf}\\s]+", " ");
        return text.isEmpty() ? "" : " (\"" + TextTruncation.withEllipsis(text, MAX_SHOWN) + "\")";
    }

    /** A builder of extractors, with defaults for all settings. Not thread-safe. */
    public static final class Builder {
        private static final int MAX_TRIPLETS = 1000;
        private static final int MAX_OUTPUT_TOKENS = 1_000_000;

        private final ChatModel model;
        private @Nullable String modelName;
        private double temperature;
        private @Nullable Path promptFile;
        private List<String> types = List.of();
        private List<String> predicates = List.of();
        private int maxTriplets = DEFAULT_MAX_TRIPLETS;
        private int maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS;
        private ReplyCache cache = ReplyCache.NONE;
        private Ledger ledger = Ledger.NONE;
        private Meter meter = new Meter();

        private Builder(ChatModel model) {
            this.model = model;
        }

        /** Sets the name in the extractor's name, cache and ledger; the model's unless set. */
        public Builder modelName(String value) {
            modelName = value;
            return this;
        }

        /** Sets the model's temperature, 0 to 2; 0 unless set. */
        public Builder temperature(double value) {
            temperature = value;
            return this;
        }

        /**
         * Sets a custom prompt: a UTF-8 file with {@code {text}} for the passage and, optionally,
         * {@code {title}}, {@code {heading}}, {@code {types}} and {@code {predicates}}. The file is
         * read by {@link #build}.
         */
        public Builder promptFile(Path value) {
            promptFile = value;
            return this;
        }

        /** Sets the allowed types of subjects and objects; any unless set. */
        public Builder entityTypes(List<String> value) {
            types = checked("entity type", value);
            return this;
        }

        /** Sets the allowed predicates; any unless set. */
        public Builder predicates(List<String> value) {
            predicates = checked("predicate", value);
            return this;
        }

        /** Sets the maximum number of triplets of a passage, 1 to 1,000. */
        public Builder maxTriplets(int value) {
            maxTriplets = within("maxTriplets", value, MAX_TRIPLETS);
            return this;
        }

        /** Sets the maximum number of tokens of a reply, 1 to 1,000,000. */
        public Builder maxOutputTokens(int value) {
            maxOutputTokens = within("maxOutputTokens", value, MAX_OUTPUT_TOKENS);
            return this;
        }

        /** Sets the cache of replies; none unless set. */
        public Builder cache(ReplyCache value) {
            cache = value;
            return this;
        }

        /** Sets the ledger that records every reply; none unless set. */
        public Builder ledger(Ledger value) {
            ledger = value;
            return this;
        }

        /** Sets the meter that counts calls and tokens; a new meter unless set. */
        public Builder meter(Meter value) {
            meter = value;
            return this;
        }

        /**
         * Builds the extractor as configured.
         *
         * @throws TernException the user's fault, if the prompt cannot be read, or lacks {@code
         *     {text}} or the placeholder of the allowed types or predicates that are set
         */
        public LanguageModelExtractor build() {
            return new LanguageModelExtractor(this);
        }

        private String modelName() {
            String own = modelName == null ? model.defaultRequestParameters().modelName() : modelName;
            return own == null || own.isBlank() ? "chat model" : own;
        }

        private static List<String> checked(String kind, List<String> values) {
            for (String value : values) {
                if (EntityName.normalise(value).isEmpty()) {
                    throw TernException.user("an allowed " + kind + " is blank");
                }
            }
            return values.stream().map(String::strip).toList();
        }

        private static int within(String parameter, int value, int max) {
            if (value < 1 || value > max) {
                throw TernException.user(
                        parameter + " is " + value + "; it must be 1 to " + String.format(Locale.ROOT, "%,d", max));
            }
            return value;
        }
    }
}
