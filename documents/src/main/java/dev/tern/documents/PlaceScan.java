package dev.tern.documents;

import dev.tern.graph.Document;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a folder or site holds now. It is listed when it is made, compared with what is known of it, and of what has changed the
 * documents are loaded. Closing ends the parser process and removes temporary files. Not thread-safe.
 */
public interface PlaceScan extends AutoCloseable {
    /** What a place is. */
    enum Kind {
        /** A folder with all that is below it. */
        FOLDER,
        /** A site whose sitemaps list its pages. */
        SITEMAP,
        /** A feed, which lists only what is new: what it lists no longer is still there. */
        FEED,
        /** One page and no list. */
        PAGE;

        /** Whether what is not listed is not there. */
        public boolean listsAll() {
            return this != FEED;
        }
    }

    /** What the place is. */
    Kind kind();

    /** The ids of all files or pages that were listed, in the order in which they are compared. */
    Set<String> ids();

    /**
     * Why there may be more than was listed, each a sentence without its end; empty if the listing is whole. Known to the end
     * only when everything was compared: a site may turn out to be out of order.
     */
    List<String> gaps();

    /**
     * Compares everything that was listed, one after the other, while it is asked for.
     *
     * @param versions the version of an id that was loaded before, or an empty text
     */
    Iterator<Found> compare(UnaryOperator<String> versions);

    /** The documents of what was compared last and has changed. */
    Loaded load(Changed changed);

    @Override
    void close();

    /** What came of comparing a file or page. */
    sealed interface Found {
        /** The id of its document. */
        String id();
    }

    /** Its content is what it was. */
    record Unchanged(String id) implements Found {}

    /** It is new, or its content is another. */
    record Changed(String id) implements Found {}

    /** It is listed, and its server says that there is no such page. */
    record Gone(String id) implements Found {}

    /** It could not be compared; {@code reason} is a clause about it. */
    record Failed(String id, String reason) implements Found {}

    /**
     * What was loaded of a file or page.
     *
     * @param version by which the content is known again
     * @param documents usually one, with the id of the file or page; none if it failed
     * @param failure why there is none, a clause about it
     * @param nothing whether it failed since there is nothing to read: it is empty, or of a type that is not read
     * @param unread what of it gave no document, such as a line of a corpus, or that the file was changed while it was gone through; a
     *     clause about it, known when the documents have been gone through
     */
    record Loaded(
            String version,
            Iterator<Document> documents,
            Optional<String> failure,
            boolean nothing,
            Supplier<Optional<String>> unread) {
        static Loaded of(String version, Iterator<Document> documents, Supplier<Optional<String>> unread) {
            return new Loaded(version, documents, Optional.empty(), false, unread);
        }

        static Loaded failed(String reason) {
            return failed(reason, false);
        }

        static Loaded failed(UnreadableException e) {
            return failed(e.reason(), e.isNothing());
        }

        private static Loaded failed(String reason, boolean nothing) {
            return new Loaded("", List.<Document>of().iterator(), Optional.of(reason), nothing, Optional::empty);
        }
    }
}
