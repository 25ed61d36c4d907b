package dev.tern.settings;

import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of indexing or querying: name, values, default, and description. The options of the
 * command line, {@code tern.yaml}, requests over HTTP, Spring's properties and the pages of the
 * docs are made from {@link #ALL}. Immutable.
 *
 * @param <T> the type of its values
 */
public final class Parameter<T> {
    /** The highest value of {@link #EMBED_BATCH}. */
    public static final int MAX_EMBED_BATCH = 2048;

    private static final List<Parameter<?>> TABLE = new ArrayList<>();

    /** The recogniser of the names in a question. */
    public static final Parameter<NameRecognition> RECOGNITION = choice(
            ChosenBy.BY_QUESTION,
            "recognition",
            NameRecognition.class,
            NameRecognition.OFFLINE,
            "How names in the question are found: in graph mode, model asks the chat model once more");

    /** The maximum number of seed entities for each recognised name. */
    public static final Parameter<Integer> ENTITY_TOP_K =
            whole(ChosenBy.BY_QUESTION, "entityTopK", 1, 1000, 3, "How many entities to start from for each name");

    /** The maximum number of seed relations: the relations nearest to the question. */
    public static final Parameter<Integer> RELATION_TOP_K =
            whole(ChosenBy.BY_QUESTION, "relationTopK", 1, 1000, 3, "How many relations to start from");

    /** The minimum cosine of a seed entity and the recognised name; no minimum unless set. */
    public static final Parameter<Double> MIN_ENTITY_SIMILARITY =
            number(ChosenBy.BY_QUESTION, "minEntitySimilarity", -1, 1, null, "Minimum cosine of an entity and a name");

    /** The minimum cosine of a seed relation and the question; no minimum unless set. */
    public static final Parameter<Double> MIN_RELATION_SIMILARITY = number(
            ChosenBy.BY_QUESTION,
            "minRelationSimilarity",
            -1,
            1,
            null,
            "Minimum cosine of a relation and the question");

    /** The maximum number of hops from a seed. */
    public static final Parameter<Integer> DEGREE = whole(
            ChosenBy.BY_QUESTION, "degree", 0, 4, 1, "Hops from the first relations to others that share an entity");

    /** The maximum number of entities that one hop starts from. */
    public static final Parameter<Integer> FRONTIER_LIMIT =
            whole(ChosenBy.BY_QUESTION, "frontierLimit", 1, 100_000, 1000, "Maximum number of entities per hop");

    /** The maximum number of relations reached by the hops, including the seed relations. */
    public static final Parameter<Integer> RELATION_LIMIT =
            whole(ChosenBy.BY_QUESTION, "relationLimit", 1, 100_000, 1000, "Maximum number of relations reached");

    /** The maximum number of estimated tokens of the relations that the chat model chooses from. */
    public static final Parameter<Integer> CANDIDATE_TOKENS = whole(
            ChosenBy.BY_QUESTION, "candidateTokens", 100, 1_000_000, 1000, "Maximum tokens of relations in a prompt");

    /** The maximum number of passages; in {@link Mode#OVERVIEW} three times as many, to 1,000. */
    public static final Parameter<Integer> FINAL_TOP_K =
            whole(ChosenBy.BY_QUESTION, "finalTopK", 1, 1000, 5, "How many passages to collect");

    /** The consistency of the reads of a query; decided by the store unless set. */
    public static final Parameter<Consistency> CONSISTENCY = choice(
            ChosenBy.BY_QUESTION,
            "consistency",
            Consistency.class,
            null,
            "Consistency of reads from a Milvus server; the embedded store is always up to date");

    /**
     * The rules about sources, at most {@value SourceRule#MAX_RULES}. A rule replaces the rule of
     * the graph that has the same pattern; a source that matches no rule has full trust.
     */
    public static final Parameter<List<SourceRule>> TRUST = add(new Parameter<>(
            ChosenBy.BY_OPERATOR,
            "trust",
            List.class,
            "rules of trust, as in \"https://example.org/*=0.2, *=1:2\"",
            List.of(),
            SourceRule::parseAll,
            SourceRule::inOrder,
            "Trust in sources, from 1 (full) to 0 (hidden): 0.2 moves a passage from rank 2 to 10. With :2, a "
                    + "source has at most two passages in an answer. A * at the end matches a prefix; the most "
                    + "specific rule applies",
            null));

    /** Adds keyword search (BM25) to naive mode; the other modes use it if the store has it. */
    public static final Parameter<Boolean> HYBRID = add(new Parameter<>(
            ChosenBy.BY_OPERATOR,
            "hybrid",
            Boolean.class,
            "true or false",
            false,
            Parameter::parseBoolean,
            UnaryOperator.identity(),
            "Searches by words (BM25) and vectors in naive mode, as other modes do",
            null));

    /** The temperature of the default chat model; a model set for one task may have its own. */
    public static final Parameter<Double> TEMPERATURE =
            number(ChosenBy.BY_OPERATOR, "temperature", 0, 2, 0.0, "The chat model's temperature");

    /** The maximum number of texts in one call of the embedding model. */
    public static final Parameter<Integer> EMBED_BATCH =
            whole(ChosenBy.BY_OPERATOR, "embedBatch", 1, MAX_EMBED_BATCH, 512, "Maximum texts in one embedding call");

    /** The maximum estimated tokens of a document that has statements, and of each statement. */
    public static final Parameter<Integer> PASSAGE_TOKEN_LIMIT = whole(
            ChosenBy.WHEN_INDEXING, "passageTokenLimit", 1, 1_000_000, 8191, "Maximum tokens of a passage, estimated");

    /** The approximate maximum number of tokens of a passage, including title and heading. */
    public static final Parameter<Integer> PASSAGE_TOKENS = whole(
            ChosenBy.WHEN_INDEXING,
            "passageTokens",
            16,
            8191,
            256,
            "About how many tokens of text a passage has, with its title and heading");

    /**
     * The maximum number of tokens of whole sentences that a passage repeats from the passage
     * before it. A value above half of {@link #PASSAGE_TOKENS} counts as that half.
     */
    public static final Parameter<Integer> OVERLAP_TOKENS = whole(
            ChosenBy.WHEN_INDEXING,
            "overlapTokens",
            0,
            4096,
            32,
            "Maximum tokens of sentences that a passage repeats from the previous one");

    /** The maximum number of concurrent extractions by a chat model. */
    public static final Parameter<Integer> PARALLEL_EXTRACTIONS = whole(
            ChosenBy.WHEN_INDEXING, "parallelExtractions", 1, 1024, 16, "How many passages are extracted concurrently");

    /** All parameters, in the order of their declaration. */
    public static final List<Parameter<?>> ALL = Collections.unmodifiableList(TABLE);

    /** The moment or the person that decides a value. */
    public enum ChosenBy {
        /** The value is chosen for each question; otherwise the default applies. */
        BY_QUESTION,
        /** The value is chosen by the operator of Tern, for all users. */
        BY_OPERATOR,
        /** The value is chosen when documents are added. */
        WHEN_INDEXING
    }

    private final ChosenBy chosenBy;
    private final String name;
    private final Class<?> type;
    private final String values;
    private final @Nullable T defaultValue;
    private final Function<String, T> parser;
    private final UnaryOperator<T> checked;
    private final String description;
    private final @Nullable ValueRange range;

    private Parameter(
            ChosenBy chosenBy,
            String name,
            Class<?> type,
            String values,
            @Nullable T defaultValue,
            Function<String, T> parser,
            UnaryOperator<T> checked,
            String description,
            @Nullable ValueRange range) {
        this.chosenBy = chosenBy;
        this.name = name;
        this.type = type;
        this.values = values;
        this.defaultValue = defaultValue;
        this.parser = parser;
        this.checked = checked;
        this.description = description;
        this.range = range;
    }

    private static <T> Parameter<T> add(Parameter<T> parameter) {
        TABLE.add(parameter);
        return parameter;
    }

    private static Parameter<Integer> whole(
            ChosenBy chosen, String name, int min, int max, @Nullable Integer defaultValue, String sentence) {
        ValueRange range = new ValueRange(name, min, max);
        return add(new Parameter<>(
                chosen,
                name,
                Integer.class,
                String.format(Locale.ROOT, "a whole number from %,d to %,d", min, max),
                defaultValue,
                Integer::valueOf,
                range::check,
                sentence,
                range));
    }

    private static Parameter<Double> number(
            ChosenBy chosen, String name, int min, int max, @Nullable Double defaultValue, String sentence) {
        ValueRange range = new ValueRange(name, min, max);
        return add(new Parameter<>(
                chosen,
                name,
                Double.class,
                "a number from " + min + " to " + max,
                defaultValue,
                Double::valueOf,
                range::check,
                sentence,
                range));
    }

    private static <E extends Enum<E>> Parameter<E> choice(
            ChosenBy chosen, String name, Class<E> type, @Nullable E defaultValue, String sentence) {
        List<String> choices = Arrays.stream(type.getEnumConstants())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .toList();
        return add(new Parameter<>(
                chosen,
                name,
                type,
                choices.stream().limit(choices.size() - 1L).collect(Collectors.joining(", ")) + " or "
                        + choices.getLast(),
                defaultValue,
                text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)),
                UnaryOperator.identity(),
                sentence,
                null));
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    /** Returns the parameter with a name; empty if there is none. */
    public static Optional<Parameter<?>> of(String name) {
        return ALL.stream().filter(parameter -> parameter.name.equals(name)).findFirst();
    }

    /** Returns the name as in {@code tern.yaml} and over HTTP, such as {@code finalTopK}. */
    public String name() {
        return name;
    }

    /** Returns who chooses the value, or when it is chosen. */
    public ChosenBy chosenBy() {
        return chosenBy;
    }

    /** Returns the class of the values. */
    public Class<?> type() {
        return type;
    }

    /** Returns a description of the values, such as {@code a whole number from 1 to 1,000}. */
    public String values() {
        return values;
    }

    /** Returns the minimum and maximum; empty if the values are not numbers. */
    public Optional<ValueRange> range() {
        return Optional.ofNullable(range);
    }

    /** Returns the default value; empty if there is none. */
    public Optional<T> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /** Returns the description, without a full stop at the end. */
    public String description() {
        return description;
    }

    /**
     * Returns a value of this parameter, parsed from a text.
     *
     * @throws IllegalArgumentException if the text is not of the parameter's type
     * @throws TernException the user's fault, if the value is out of its range or the text is no
     *     list of rules of trust; the message names the parameter, the value and the range
     */
    public T parse(String text) {
        return check(parser.apply(text));
    }

    /** Returns a value as text for {@link #parse}. */
    public static String text(Object value) {
        return switch (value) {
            case Enum<?> choice -> choice.name().toLowerCase(Locale.ROOT);
            case List<?> rules -> rules.stream().map(Object::toString).collect(Collectors.joining(","));
            default -> value.toString();
        };
    }

    T check(T value) {
        return checked.apply(value);
    }

    /** Returns the name, as {@link #name} does. */
    @Override
    public String toString() {
        return name;
    }
}
