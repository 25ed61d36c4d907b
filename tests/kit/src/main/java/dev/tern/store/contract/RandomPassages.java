package dev.tern.store.contract;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Creates random passages, edits and filters, of few names and values, so that many are equal. */
final class RandomPassages {
    /** Names of metadata that stores may handle wrongly. */
    static final List<String> NAMES =
            List.of("lang", "year", "a\"b", "x'] or 1==1", "größe", "", "\\", "a b", "metadata");

    private static final List<Object> VALUES = List.of(
            "de",
            "DE",
            "",
            "1990",
            "\"quoted\" and \\escaped\\ \n\t",
            "' or '1' == '1",
            "% _ {x} $1",
            "größer 😀",
            "\uFFFD and 𐀀",
            1990L,
            1990.0,
            1990.5,
            -1990L,
            0L,
            0.5,
            9_007_199_254_740_993L,
            9_007_199_254_740_992.0,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            0x1p63,
            -1e300,
            true,
            false,
            Instant.parse("1990-01-01T00:00:00Z"),
            Instant.parse("1990-01-01T00:00:00.000000001Z"),
            Instant.parse("-9999-01-01T00:00:00Z"));

    /** Names of entities in the passages. */
    static final List<String> THINGS = List.of("Euler", "EULER", "Basel", "Johann", "johann", "Petersburg", "Kiel");

    /** New names of entities in edits. */
    static final List<String> NEW_NAMES =
            List.of("Leonhard Euler", "Basel-Land", "Johann Bernoulli", "Kiel, Wisconsin");

    private final Random random;

    RandomPassages(long seed) {
        this.random = new Random(seed);
    }

    <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private MetadataValue value() {
        return MetadataValue.ofObject(pick(VALUES));
    }

    SourceMetadata metadata() {
        SourceMetadata metadata = SourceMetadata.EMPTY;
        for (String name : NAMES) {
            if (random.nextInt(3) == 0) {
                metadata = metadata.with(name, value());
            }
        }
        return metadata;
    }

    /** Returns two passages per document, each with up to two statements about few entities. */
    List<Passage> passages(int documents) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            SourceDocument document = SourceDocument.of("document " + i, "text")
                    .withTitle(pick(THINGS))
                    .withMetadata(metadata());
            for (int ordinal = 0; ordinal < 2; ordinal++) {
                List<Statement> statements = new ArrayList<>();
                for (int j = random.nextInt(3); j > 0; j--) {
                    statements.add(Statement.of(pick(THINGS), pick(List.of("taught", "left")), pick(THINGS)));
                }
                String text = "Passage " + ordinal + " of " + i + " on " + pick(THINGS);
                passages.add(Passage.of(document, ordinal, text, statements));
            }
        }
        return passages;
    }

    /** Returns a random edit of some passages, or of something missing. */
    Change change(List<Passage> passages) {
        Passage passage = pick(passages);
        return switch (random.nextInt(8)) {
            case 0 -> new Rename(pick(THINGS), pick(NEW_NAMES));
            case 1 -> new WrongEntity(pick(THINGS));
            case 2, 3 ->
                passage.statements().isEmpty()
                        ? new WrongPassage(passage.id(), "", "")
                        : new WrongRelation(
                                passage.statements().getFirst().relationKey(),
                                passage.statements().getFirst().text());
            default ->
                new Split(
                        pick(THINGS),
                        pick(NEW_NAMES),
                        Stream.generate(() -> pick(passages).documentId())
                                .limit(1 + random.nextInt(5))
                                .distinct()
                                .toList());
        };
    }

    MetadataFilter filter(int depth) {
        String name = pick(NAMES);
        return switch (random.nextInt(depth == 0 ? 8 : 12)) {
            case 0 -> MetadataFilter.equal(name, value());
            case 1 -> MetadataFilter.notEqual(name, value());
            case 2 -> MetadataFilter.less(name, value());
            case 3 -> MetadataFilter.atMost(name, value());
            case 4 -> MetadataFilter.greater(name, value());
            case 5 -> MetadataFilter.atLeast(name, value());
            case 6 -> random.nextBoolean() ? MetadataFilter.in(name, values()) : MetadataFilter.notIn(name, values());
            case 7 ->
                random.nextBoolean()
                        ? MetadataFilter.exists(name)
                        : MetadataFilter.contains(name, pick(List.of("e", "0", "\"", "😀")));
            case 8, 9 -> filter(depth - 1).and(filter(depth - 1));
            case 10 -> filter(depth - 1).or(filter(depth - 1));
            default -> MetadataFilter.not(filter(depth - 1));
        };
    }

    private List<MetadataValue> values() {
        List<MetadataValue> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value());
        }
        return values;
    }
}
