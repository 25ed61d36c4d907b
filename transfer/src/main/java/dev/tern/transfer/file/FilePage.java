package dev.tern.transfer.file;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Gathers the lines of a file into pages of passages with the vectors that came with them. */
public final class FilePage {
    static final int MOST_PASSAGES = 256;

    private static final int MOST_STATEMENTS = 4096;
    private static final long VECTOR_BYTES = 16 << 20;

    /** A statement has a vector and, mostly, two entities with one each. */
    private static final int VECTORS_OF_A_STATEMENT = 3;

    private final int dimension;
    private final long mostStatements;
    private final Consumer<FilePage> full;
    private List<Embedded<Passage>> passages = new ArrayList<>();
    private int statements;
    private final Map<String, float[]> entities = new HashMap<>();
    private final Map<String, float[]> relations = new HashMap<>();

    FilePage(int dimension, Consumer<FilePage> full) {
        this.dimension = dimension;
        long bytes = (long) VECTORS_OF_A_STATEMENT * dimension * Float.BYTES;
        this.mostStatements = Math.clamp(VECTOR_BYTES / bytes, 1, MOST_STATEMENTS);
        this.full = full;
    }

    void add(Line line) {
        switch (line) {
            case Line.EntityVector entity -> {
                requireRoom(0);
                entities.put(entity.id(), VectorText.parse(entity.vector(), dimension));
            }
            case Line.RelationVector relation -> {
                requireRoom(0);
                relations.put(relation.key(), VectorText.parse(relation.vector(), dimension));
            }
            case Line.PassageLine passage -> {
                requireRoom(passage.statements().size());
                float[] vector =
                        passage.vector() == null ? new float[0] : VectorText.parse(passage.vector(), dimension);
                passages.add(new Embedded<>(passage.passage(), vector));
                statements += passage.statements().size();
            }
            case Line.Header header -> throw new IllegalStateException("not behind the header: " + header);
            case Line.Footer footer -> throw new IllegalStateException("not before the footer: " + footer);
        }
    }

    private void requireRoom(int more) {
        if (passages.size() >= MOST_PASSAGES || (!passages.isEmpty() && statements + more > mostStatements)) {
            end();
        }
    }

    /** The page that is begun is the last, or is full. */
    void end() {
        if (!passages.isEmpty()) {
            full.accept(this);
            passages = new ArrayList<>();
            statements = 0;
        }
    }

    /** The passages of the page; without vectors where the file has none. */
    public List<Embedded<Passage>> passages() {
        return passages;
    }

    /** The vectors of entities that came with this page, or before and were not taken yet. */
    public Map<String, float[]> entities() {
        return entities;
    }

    /** The vectors of relations, likewise. */
    public Map<String, float[]> relations() {
        return relations;
    }
}
