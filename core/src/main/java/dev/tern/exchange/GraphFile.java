package dev.tern.exchange;

import dev.tern.error.TernException;
import dev.tern.exchange.ExchangeListener.Step;
import dev.tern.graph.ContentId;
import dev.tern.graph.ContentIdSet;
import dev.tern.graph.Statement;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;

/**
 * A file that was read from end to end and found whole.
 *
 * @param path the file
 * @param header its first line
 * @param footer its last line
 * @param passageIds the passages in it
 * @param documents the documents of these passages, by the id of an entity of that name
 */
record GraphFile(Path path, Line.Header header, Line.Footer footer, ContentIdSet passageIds, ContentIdSet documents) {
    /**
     * Reads a file and checks every line, its hash, and that with vectors every passage comes behind the vectors that it
     * needs.
     *
     * @throws TernException if anything is wrong with it
     * @throws CancellationException if the thread is interrupted
     */
    static GraphFile check(Path path, ExchangeListener listener) {
        try (GraphFileReader reader = GraphFileReader.open(path)) {
            Check check = new Check(reader);
            for (Line line = reader.next(); line != null; line = reader.next()) {
                check.line(line);
                if (line instanceof Line.PassageLine && reader.passages() % ImportPage.MOST_PASSAGES == 0) {
                    tell(listener, reader);
                }
            }
            tell(listener, reader);
            if (reader.header().vectors() && reader.footer().graph() == null) {
                throw reader.bad("the footer of a file with vectors lacks the checksum of the graph");
            }
            return new GraphFile(path, reader.header(), reader.footer(), check.passageIds, check.documents);
        }
    }

    private static void tell(ExchangeListener listener, GraphFileReader reader) {
        listener.progress(Step.CHECKING_FILE, reader.passages(), reader.header().passages());
    }

    /** The id under which a document is remembered. */
    static String documentKey(String documentId) {
        return ContentId.ofPassage("document", documentId);
    }

    private static final class Check {
        private final GraphFileReader reader;
        private final ContentIdSet passageIds = new ContentIdSet();
        private final ContentIdSet documents = new ContentIdSet();
        private final ContentIdSet entities = new ContentIdSet();
        private final ContentIdSet relations = new ContentIdSet();

        Check(GraphFileReader reader) {
            this.reader = reader;
        }

        void line(Line line) {
            switch (line) {
                case Line.EntityVector entity -> {
                    parse(entity.vector());
                    entities.add(entity.id());
                }
                case Line.RelationVector relation -> {
                    parse(relation.vector());
                    relations.add(relation.key());
                }
                case Line.PassageLine passage -> passage(passage);
                case Line.Header header -> throw reader.bad("a second header " + header);
                case Line.Footer footer -> throw reader.bad("a second footer " + footer);
            }
        }

        private void passage(Line.PassageLine passage) {
            try {
                // As a passage it is checked once more.
                passage.passage();
            } catch (IllegalArgumentException e) {
                throw reader.bad(String.valueOf(e.getMessage()));
            }
            if (!passageIds.add(passage.id())) {
                throw reader.bad("the passage " + passage.id() + " stands there twice");
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
                        "the vectors of the statement \"" + statement.text() + "\" are not in the lines before");
            }
        }

        private void parse(String vector) {
            try {
                VectorText.parse(vector, reader.header().dimension());
            } catch (IllegalArgumentException e) {
                throw reader.bad(String.valueOf(e.getMessage()));
            }
        }
    }
}
