package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/**
 * Collects one page of documents from a scan, in the order of their ids. Stores keep no list of
 * documents, so the scan reads all passages; only the page is kept in memory. For a single scan;
 * not thread-safe.
 */
public final class DocumentPage implements GraphVisitor {
    private final MetadataFilter visible;
    private final String after;
    private final String search;
    private final int size;
    private final TreeMap<String, ListedDocument> documents = new TreeMap<>();
    private boolean more;

    /**
     * Creates an empty page.
     *
     * @param visible selects the documents
     * @param after the page begins after this id; empty for the first page
     * @param search text that the id or the title contains, ignoring case; empty for all documents
     * @param size maximum number of documents, at least 1
     */
    public DocumentPage(MetadataFilter visible, String after, String search, int size) {
        this.visible = visible;
        this.after = after;
        this.search = search.toLowerCase(Locale.ROOT);
        this.size = size;
    }

    /**
     * A document in a list.
     *
     * @param title its title, or empty
     * @param source the address of a page, the path of a file, or else its id
     * @param type the format of the file or page from which it was read, or empty
     * @param date its own date of creation, or empty
     * @param characters offset at which its last passage ends
     * @param passages number of its passages
     * @param waiting number of passages that wait for a model
     * @param failed number of passages whose extraction failed
     */
    public record ListedDocument(
            String id,
            String title,
            String source,
            String type,
            String date,
            long characters,
            long passages,
            long waiting,
            long failed) {
        /** Returns the id and the number of passages. */
        @Override
        public String toString() {
            return id + ": " + passages + " passages";
        }

        private static ListedDocument of(Passage passage) {
            Extraction.State state = passage.extraction().state();
            return new ListedDocument(
                    passage.documentId(),
                    passage.title(),
                    passage.source(),
                    passage.metadata().text("type").orElse(""),
                    passage.metadata().text("date").orElse(""),
                    passage.position().end(),
                    1,
                    state == Extraction.State.WAITING ? 1 : 0,
                    state == Extraction.State.FAILED ? 1 : 0);
        }

        private ListedDocument plus(ListedDocument other) {
            return new ListedDocument(
                    id,
                    title,
                    source,
                    type,
                    date,
                    Math.max(characters, other.characters),
                    passages + other.passages,
                    waiting + other.waiting,
                    failed + other.failed);
        }
    }

    /** Returns the ids of all documents with a passage in the view. */
    public static Set<String> ids(GraphView view) {
        DocumentPage all = new DocumentPage(MetadataFilter.everything(), "", "", Integer.MAX_VALUE);
        view.scan(all);
        return all.documents.keySet();
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE);
    }

    @Override
    public void passage(Embedded<Passage> embedded) {
        Passage passage = embedded.value();
        String id = passage.documentId();
        if (id.compareTo(after) <= 0 || !isSought(passage) || !visible.holds(passage.filterMetadata())) {
            return;
        }
        if (documents.size() == size && id.compareTo(documents.lastKey()) > 0) {
            more = true;
            return;
        }
        documents.merge(id, ListedDocument.of(passage), ListedDocument::plus);
        if (documents.size() > size) {
            documents.pollLastEntry();
            more = true;
        }
    }

    private boolean isSought(Passage passage) {
        return search.isEmpty()
                || passage.documentId().toLowerCase(Locale.ROOT).contains(search)
                || passage.title().toLowerCase(Locale.ROOT).contains(search);
    }

    /** Returns the documents of the page, in the order of their ids. */
    public List<ListedDocument> documents() {
        return List.copyOf(documents.values());
    }

    /** Returns true if more documents follow the page. */
    public boolean hasMore() {
        return more;
    }
}
