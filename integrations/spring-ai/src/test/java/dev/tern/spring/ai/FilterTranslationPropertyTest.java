package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.Filter.ExpressionType;
import org.springframework.ai.vectorstore.filter.Filter.Operand;

/** Compares filters with Spring AI's in-memory store, on random expressions and metadata. */
class FilterTranslationPropertyTest {
    private static final int DOCUMENTS = 200;

    /** A key with its values in documents, and values to compare. */
    private record Asked(String key, List<Object> stored, List<Object> values) {}

    private static final List<Asked> KEYS = List.of(
            new Asked("text", List.of("", "a", "B", "ab", "äb", "1990"), List.of("a", "B", "b", "1990", "")),
            new Asked(
                    "number",
                    List.of(0, -1, 1990L, 0.1, -2.5, 1e300),
                    List.of(0, 1990L, 0.1, -2.5f, 1990.5, 1e300, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY)),
            new Asked("truth", List.of(true, false), List.of(true, false)),
            new Asked(
                    "moment",
                    List.of(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("2020-02-20T20:20:20Z")),
                    List.of(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("2000-01-01T00:00:00.5Z"))));

    private static final List<ExpressionType> COMPARISONS = List.of(
            ExpressionType.EQ,
            ExpressionType.NE,
            ExpressionType.GT,
            ExpressionType.GTE,
            ExpressionType.LT,
            ExpressionType.LTE,
            ExpressionType.IN,
            ExpressionType.NIN,
            ExpressionType.ISNULL,
            ExpressionType.ISNOTNULL);

    private final long seed = new SplittableRandom().nextLong();
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void holdsWhereSpringAisOwnStoreFindsTheDocument() {
        System.out.println("filters of Spring AI: seed " + seed);
        SimpleVectorStore store = SimpleVectorStore.builder(new LetterCounts()).build();
        List<Map<String, Object>> metadata =
                Stream.generate(this::metadata).limit(DOCUMENTS).toList();
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            documents.add(new Document(String.valueOf(i), "a", metadata.get(i)));
        }
        store.add(documents);
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            Expression expression = expression(3);
            List<Integer> expected = found(store, spelledOut(expression));
            MetadataFilter filter = SpringFilters.of(expression);
            List<Integer> held = IntStream.range(0, DOCUMENTS)
                    .filter(document -> filter.holds(SourceMetadata.of(metadata.get(document))))
                    .boxed()
                    .toList();
            assertThat(held).as("%s", expression).isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isBetween(20 * DOCUMENTS, 980 * DOCUMENTS);
    }

    private static List<Integer> found(SimpleVectorStore store, Expression expression) {
        SearchRequest request = SearchRequest.builder()
                .query("a")
                .topK(DOCUMENTS)
                .filterExpression(expression)
                .build();
        return store.similaritySearch(request).stream()
                .map(document -> Integer.valueOf(document.getId()))
                .sorted()
                .toList();
    }

    /** Spring AI's store orders a missing value first; its other stores, and Tern, do not. */
    private static Expression spelledOut(Expression expression) {
        return switch (expression.type()) {
            case LT, LTE ->
                new Expression(
                        ExpressionType.AND, new Expression(ExpressionType.ISNOTNULL, expression.left()), expression);
            case AND, OR ->
                new Expression(
                        expression.type(),
                        spelledOut(expression.left()),
                        spelledOut(Objects.requireNonNull(expression.right())));
            case NOT -> new Expression(ExpressionType.NOT, spelledOut(expression.left()));
            default -> expression;
        };
    }

    private static Operand spelledOut(Operand operand) {
        return switch (operand) {
            case Filter.Group(Expression content) -> new Filter.Group(spelledOut(content));
            case Expression expression -> spelledOut(expression);
            default -> operand;
        };
    }

    private Map<String, Object> metadata() {
        Map<String, Object> metadata = new HashMap<>();
        for (Asked asked : KEYS) {
            if (random.nextInt(10) < 7) {
                metadata.put(asked.key(), one(asked.stored()));
            }
        }
        return metadata;
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private Expression expression(int depth) {
        return switch (depth == 0 ? 3 : random.nextInt(6)) {
            case 0 -> new Expression(ExpressionType.AND, operand(depth - 1), operand(depth - 1));
            case 1 -> new Expression(ExpressionType.OR, operand(depth - 1), operand(depth - 1));
            case 2 -> new Expression(ExpressionType.NOT, operand(depth - 1));
            default -> comparison(one(KEYS), one(COMPARISONS));
        };
    }

    private Operand operand(int depth) {
        Expression expression = expression(depth);
        return random.nextBoolean() ? expression : new Filter.Group(expression);
    }

    private Expression comparison(Asked asked, ExpressionType type) {
        Filter.Key key = new Filter.Key(asked.key());
        return switch (type) {
            case ISNULL, ISNOTNULL -> new Expression(type, key);
            case IN, NIN ->
                new Expression(
                        type,
                        key,
                        new Filter.Value(Stream.generate(() -> one(asked.values()))
                                .limit(random.nextInt(0, 4))
                                .toList()));
            default -> new Expression(type, key, new Filter.Value(one(asked.values())));
        };
    }
}
