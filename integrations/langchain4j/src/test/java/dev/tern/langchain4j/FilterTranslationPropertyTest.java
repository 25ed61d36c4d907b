package dev.tern.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.store.embedding.filter.Filter;
import dev.langchain4j.store.embedding.filter.comparison.ContainsString;
import dev.langchain4j.store.embedding.filter.comparison.IsEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThan;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThanOrEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsIn;
import dev.langchain4j.store.embedding.filter.comparison.IsLessThan;
import dev.langchain4j.store.embedding.filter.comparison.IsLessThanOrEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsNotEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsNotIn;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.SourceMetadata;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares filters with LangChain4j's {@code test}, on random filters and metadata. */
class FilterTranslationPropertyTest {
    private static final UUID SOME_ID = UUID.fromString("0bad1dea-0000-4000-8000-00000000cafe");

    /** A name with its values in documents, as stored or shown as text, and values to compare. */
    private record Key(String name, List<Object> stored, List<Object> asked) {}

    private static final List<Key> KEYS = List.of(
            new Key(
                    "text",
                    List.of("", "a", "B", "ab", "äb", "true", "1990", "2020-02-20T20:20:20Z", "\uD83D\uDC26"),
                    List.of("", "a", "B", "b", "äb", "true", "1990", "2020-02-20T20:20:20Z", "\uD83D\uDC26")),
            new Key(
                    "number",
                    List.of(0, -1, 1990, 0.1, -2.5, 1e300, Long.MAX_VALUE, Long.MAX_VALUE - 1, (1L << 53) + 1),
                    List.of(
                            0,
                            1990L,
                            0.1,
                            0.1f,
                            -2.5f,
                            -0.0,
                            1990.5,
                            1e300,
                            Long.MAX_VALUE,
                            (1L << 53) + 1,
                            new BigDecimal("1990.00"))),
            new Key("truth", List.of(true, false), List.of("true", "false")),
            new Key(
                    "moment",
                    List.of(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("2020-02-20T20:20:20Z")),
                    List.of("1990-01-01T00:00:00Z", "2000-01-01T00:00:00Z", "2020-02-20T20:20:20Z")),
            new Key(
                    "id",
                    List.of(SOME_ID.toString(), "0bad1dea-0000-4000-8000-00000000beef"),
                    List.of(SOME_ID, UUID.fromString("0bad1dea-0000-4000-8000-00000000beef"))));

    private final SplittableRandom random = new SplittableRandom(seed());

    private static long seed() {
        long seed = new SplittableRandom().nextLong();
        System.out.println("filters of LangChain4j: seed " + seed);
        return seed;
    }

    @Test
    void holdsWhereTheTestOfLangChain4jSaysSo() {
        int compared = 0;
        int held = 0;
        for (int i = 0; i < 50_000; i++) {
            Filter filter = filter(3);
            SourceMetadata metadata = metadata();
            boolean expected;
            try {
                expected = filter.test(GraphContent.shown(metadata));
            } catch (IllegalArgumentException | ClassCastException e) {
                // It is undefined for different types.
                continue;
            }
            compared++;
            held += expected ? 1 : 0;
            assertThat(FilterTranslation.of(filter).holds(metadata))
                    .as("%s of %s", filter, metadata)
                    .isEqualTo(expected);
        }
        assertThat(compared).isGreaterThan(40_000);
        assertThat(held).isBetween(compared / 10, compared - compared / 10);
    }

    private SourceMetadata metadata() {
        SourceMetadata metadata = SourceMetadata.EMPTY;
        for (Key key : KEYS) {
            if (random.nextInt(10) < 7) {
                metadata = metadata.with(key.name(), MetadataValue.ofObject(one(key.stored())));
            }
        }
        return metadata;
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private Filter filter(int depth) {
        int form = depth == 0 ? 3 : random.nextInt(6);
        return switch (form) {
            case 0 -> Filter.and(filter(depth - 1), filter(depth - 1));
            case 1 -> Filter.or(filter(depth - 1), filter(depth - 1));
            case 2 -> Filter.not(filter(depth - 1));
            default -> comparison(one(KEYS));
        };
    }

    private Filter comparison(Key asked) {
        String key = asked.name();
        Object value = one(asked.asked());
        // UUIDs are not ordered here, and only strings contain strings.
        int forms = key.equals("id") ? 4 : key.equals("text") ? 9 : 8;
        return switch (random.nextInt(forms)) {
            case 0 -> new IsEqualTo(key, value);
            case 1 -> new IsNotEqualTo(key, value);
            case 2 -> new IsIn(key, some(asked.asked()));
            case 3 -> new IsNotIn(key, some(asked.asked()));
            case 4 -> new IsGreaterThan(key, (Comparable<?>) value);
            case 5 -> new IsGreaterThanOrEqualTo(key, (Comparable<?>) value);
            case 6 -> new IsLessThan(key, (Comparable<?>) value);
            case 7 -> new IsLessThanOrEqualTo(key, (Comparable<?>) value);
            default -> new ContainsString(key, (String) value);
        };
    }

    private List<Object> some(List<Object> values) {
        return Stream.generate(() -> one(values)).limit(random.nextInt(1, 4)).toList();
    }
}
