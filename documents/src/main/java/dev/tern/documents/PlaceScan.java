package dev.tern.documents;

import dev.tern.graph.SourceDocument;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A snapshot of a folder or site: listed on creation and compared with an earlier load; changed
 * items are then loaded. The caller closes it. Not thread-safe.
 */
public interface PlaceScan extends AutoCloseable {
    /** The kind of a place, which decides if its listing is complete. */
    enum Kind {
        /** A folder and everything below it. */
        FOLDER,
        /** A site whose sitemaps list its pages. */
        SITEMAP,
        /** A feed, which lists only new pages: pages that it no longer lists still exist. */
        FEED,
        /** A single page without a list. */
        PAGE;

        /** Returns true if an unlisted item no longer exists, provided there are no gaps. */
        public boolean listsAll() {
            return this != FEED;
        }
    }

    Kind kind();

    /** Returns the ids of all listed files or pages, in the order of comparison. */
    Set<String> ids();

    /**
     * Returns the reasons for which the listing may be incomplete, as sentences without a full
     * stop; empty if it is complete. Pages may fail, so the reasons are final only after the
     * iteration of {@link #compare}.
     */
    List<String> gaps();

    /**
     * Compares everything listed, lazily and in order.
     *
     * @param versions maps an id to the version loaded before, or an empty text
     */
    Iterator<ScanResult> compare(UnaryOperator<String> versions);

    /** Loads the documents of a changed item, which must be the last compared one. */
    Loaded load(Changed changed);

    /** Returns true if an item may have changed since a time, or if this is unknown. */
    default boolean mayHaveChanged(String id, Instant since) {
        return true;
    }

    @Override
    void close();

    /** The result of comparing a file or page. */
    sealed interface ScanResult {
        /** Returns the id of the file's or page's document. */
        String id();
    }

    /** The content of the item is unchanged. */
    record Unchanged(String id) implements ScanResult {}

    /** The item is new, or its content has changed. */
    record Changed(String id) implements ScanResult {}

    /** The item is listed, but its server reports that it does not exist. */
    record Gone(String id) implements ScanResult {}

    /** The item could not be compared; {@code reason} is a clause about it. */
    record Failed(String id, String reason) implements ScanResult {}

    /**
     * The loaded content of a file or page.
     *
     * @param version the version to compare with next time; empty if it failed
     * @param documents usually one, with the id of the file or page; none if it failed
     * @param failure a clause with the reason for a failure
     * @param empty true if there is no content: the file is empty or of an unsupported type
     * @param remark a clause on parts without a document, such as a line of a corpus, or on a
     *     change during the load; final after the iteration
     */
    record Loaded(
            String version,
            Iterator<SourceDocument> documents,
            Optional<String> failure,
            boolean empty,
            Supplier<Optional<String>> remark) {
        static Loaded of(String version, Iterator<SourceDocument> documents, Supplier<Optional<String>> remark) {
            return new Loaded(version, documents, Optional.empty(), false, remark);
        }

        static Loaded failed(String reason) {
            return failed(new UnreadableException(reason));
        }

        static Loaded failed(UnreadableException e) {
            Iterator<SourceDocument> none = List.<SourceDocument>of().iterator();
            return new Loaded("", none, Optional.of(e.reason()), e.isNothing(), Optional::empty);
        }
    }
}
