package dev.tern.transfer.file;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.index.BatchVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.note.Notes;
import dev.tern.store.shared.ContentIdSet;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.scan.PageReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;

/** A file with an exported graph. It was read completely and found valid. */
public final class GraphFile {
    /** The minimum limit, in bytes, on the memory of vectors that wait for their passage. */
    private static final long MIN_WAITING_BYTES = 256L << 20;

    private static final int PENDING_SHARE = 4;

    /** The approximate size of a vector's id and map entries. */
    private static final long VECTOR_OVERHEAD_BYTES = 200;

    private final Path path;
    private final GraphLine.Header header;
    private final GraphLine.Footer footer;
    private final ContentIdSet passageIds;
    private final ContentIdSet documents;

    private GraphFile(Path path, GraphFileReader reader, FileCheck check) {
        this.path = path;
        this.header = reader.header();
        this.footer = reader.footer();
        this.passageIds = check.passageIds;
        this.documents = check.documents;
    }

    /** Receives the progress of checking a file. */
    @FunctionalInterface
    public interface CheckListener {
        /** Called with the number of passages checked so far, and the number in the header. */
        void checked(long passages, long all);
    }

    /**
     * Checks every line of a file and its hash, and, in a file with vectors, that the vectors
     * precede their passages. The vectors that wait for their passage may take a quarter of the
     * heap, or 256 MB if that is more.
     *
     * @throws TernException if the file is invalid, or cannot be read
     * @throws CancellationException if the thread is interrupted
     */
    public static GraphFile check(Path path, CheckListener progress) {
        return check(
                path, progress, Math.max(MIN_WAITING_BYTES, Runtime.getRuntime().maxMemory() / PENDING_SHARE));
    }

    static GraphFile check(Path path, CheckListener progress, long maxWaitingBytes) {
        try (GraphFileReader reader = GraphFileReader.open(path)) {
            FileCheck check = new FileCheck(reader, maxWaitingBytes);
            for (GraphLine.InnerLine line = reader.next(); line != null; line = reader.next()) {
                check.line(line);
                if (line instanceof GraphLine.PassageLine && reader.passages() % PageReader.PASSAGES == 0) {
                    progress.checked(reader.passages(), reader.header().passages());
                }
            }
            progress.checked(reader.passages(), reader.header().passages());
            if (reader.header().vectors() && reader.footer().graph() == null) {
                throw reader.bad("the footer of a file with vectors lacks the checksum of the graph");
            }
            return new GraphFile(path, reader, check);
        }
    }

    /**
     * Reads the file again, in pages of passages. Each page comes with the vectors of relations and
     * entities that it needs, except ones that an earlier page came with.
     */
    public void pages(BiConsumer<List<Embedded<Passage>>, VectorSource> page) {
        FileVectors vectors = new FileVectors(header.dimension());
        PageReader pages = new PageReader(header.dimension(), passages -> {
            page.accept(passages, vectors);
            vectors.drop(passages);
        });
        try (GraphFileReader reader = GraphFileReader.open(path)) {
            for (GraphLine.InnerLine line = reader.next(); line != null; line = reader.next()) {
                switch (line) {
                    case GraphLine.EntityVector entity -> vectors.add(entity);
                    case GraphLine.RelationVector relation -> vectors.add(relation);
                    case GraphLine.PassageLine passage ->
                        pages.passage(new Embedded<>(passage.passage(), vectors.of(passage)));
                }
            }
        }
        pages.end();
    }

    public Path path() {
        return path;
    }

    /** Returns the embedding model of the exported graph. */
    public String embeddingModel() {
        return header.embeddingModel();
    }

    /** Returns the dimension of the exported graph's vectors. */
    public int dimension() {
        return header.dimension();
    }

    /** Returns true if the file has vectors. */
    public boolean hasVectors() {
        return header.vectors();
    }

    public Notes notes() {
        return header.said();
    }

    /** Returns the number of passages in the file. */
    public long passages() {
        return footer.passages();
    }

    /** Returns the checksum of the exported graph; empty for a file without vectors. */
    public Optional<GraphChecksum> checksum() {
        return Optional.ofNullable(footer.graph());
    }

    /** Returns true if a passage is in the file. */
    public boolean holdsPassage(String id) {
        return passageIds.contains(id);
    }

    /** Returns true if passages of a document are in the file. */
    public boolean holdsDocument(String id) {
        return documents.contains(documentKey(id));
    }

    /** Returns a content id for a document, whose own id may be any text. */
    private static String documentKey(String documentId) {
        return ContentId.ofPassage("document", documentId);
    }

    private static final class FileCheck {
        private final GraphFileReader reader;
        private final ContentIdSet passageIds = new ContentIdSet();
        private final ContentIdSet documents = new ContentIdSet();
        private final ContentIdSet entities = new ContentIdSet();
        private final ContentIdSet relations = new ContentIdSet();
        private final Set<String> waiting = new HashSet<>();
        private final long maxWaitingBytes;
        private final long bytesOfVector;

        FileCheck(GraphFileReader reader, long maxWaitingBytes) {
            this.reader = reader;
            this.maxWaitingBytes = maxWaitingBytes;
            this.bytesOfVector = (long) reader.header().dimension() * Float.BYTES + VECTOR_OVERHEAD_BYTES;
        }

        void line(GraphLine.InnerLine line) {
            switch (line) {
                case GraphLine.EntityVector entity -> {
                    parse(entity.vector());
                    entities.add(entity.id());
                    await(entity.id());
                }
                case GraphLine.RelationVector relation -> {
                    parse(relation.vector());
                    relations.add(relation.key());
                    await(relation.key());
                }
                case GraphLine.PassageLine passage -> passage(passage);
            }
        }

        private void await(String id) {
            waiting.add(id);
            if (waiting.size() * bytesOfVector > maxWaitingBytes) {
                throw reader.bad(waiting.size() + " vectors await their passage, and take more than "
                        + (maxWaitingBytes >> 20) + " MB: a quarter of the memory of this process, and 256 MB at least"
                        + " (TERN_JAVA_OPTS=-Xmx8g allows more)");
            }
        }

        private void passage(GraphLine.PassageLine passage) {
            try {
                // Constructing the passage validates it.
                passage.passage();
            } catch (IllegalArgumentException e) {
                throw reader.bad(String.valueOf(e.getMessage()));
            }
            if (!passageIds.add(passage.id())) {
                throw reader.bad("the passage " + passage.id() + " is there twice");
            }
            documents.add(documentKey(passage.document()));
            if (reader.header().vectors() != (passage.vector() != null)) {
                throw reader.bad("the passage " + passage.id()
                        + (passage.vector() == null ? " has no vector" : " has a vector, in a file without vectors"));
            }
            if (passage.vector() != null) {
                parse(passage.vector());
                passage.statements().forEach(this::requireVectors);
            }
        }

        private void requireVectors(Statement statement) {
            boolean entitiesThere = statement.entityIds().stream().allMatch(entities::contains);
            if (!entitiesThere || !relations.contains(statement.relationKey())) {
                throw reader.bad(
                        "the vectors of the statement \"" + statement.text() + "\" are missing in the previous lines");
            }
            waiting.remove(statement.relationKey());
            statement.entityIds().forEach(waiting::remove);
        }

        private void parse(String vector) {
            try {
                VectorText.parse(vector, reader.header().dimension());
            } catch (IllegalArgumentException e) {
                throw reader.bad(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Vectors of relations and entities read from a file before the passages that need them. */
    private static final class FileVectors implements VectorSource {
        private final Map<String, float[]> relations = new HashMap<>();
        private final Map<String, float[]> entities = new HashMap<>();
        private final int dimension;

        FileVectors(int dimension) {
            this.dimension = dimension;
        }

        void add(GraphLine.EntityVector entity) {
            entities.put(entity.id(), VectorText.parse(entity.vector(), dimension));
        }

        void add(GraphLine.RelationVector relation) {
            relations.put(relation.key(), VectorText.parse(relation.vector(), dimension));
        }

        float[] of(GraphLine.PassageLine passage) {
            return passage.vector() == null ? new float[0] : VectorText.parse(passage.vector(), dimension);
        }

        @Override
        public void fill(BatchVectors wanted) {
            wanted.relations().fill((key, text) -> relations.get(key));
            wanted.entities().fill((id, name) -> entities.get(id));
        }

        /** Drops the vectors that a page needed; later pages find them in the graph. */
        void drop(List<Embedded<Passage>> page) {
            for (Embedded<Passage> passage : page) {
                for (Statement statement : passage.value().statements()) {
                    relations.remove(statement.relationKey());
                    statement.entityIds().forEach(entities::remove);
                }
            }
        }
    }
}
