package dev.tern.server.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.server.api.DocumentListEndpoints;
import dev.tern.server.api.FilterBody;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.store.DocumentPage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tools that list and read documents, with results of limited length. Thread-safe. */
final class DocumentTools {
    static final int MAX_LISTED = 100;

    private static final int MAX_PROPOSED = 3;
    private static final int MAX_NAME_LENGTH = 300;
    private static final int MAX_SOURCE_LENGTH = 1_000;

    /** The characters of a result outside of its list: names of fields and the longest id. */
    private static final int AROUND = 900;

    private final BoundedWork scans;
    private final int characters;

    DocumentTools(BoundedWork scans, int characters) {
        this.scans = scans;
        this.characters = characters;
    }

    /** The arguments of the tool {@code list_documents}. */
    record ListArguments(
            @Nullable String search,
            @Nullable String after,
            @Nullable String graph,
            @Nullable FilterBody filter) implements GraphTool.OfGraph {}

    /** The arguments of the tool {@code read_document}. */
    record ReadArguments(
            String documentId,
            @Nullable Integer from,
            @Nullable String graph,
            @Nullable FilterBody filter) implements GraphTool.OfGraph {}

    /**
     * A page of documents.
     *
     * @param documents in the order of their ids; the first is listed even if it is too long
     * @param next the id to continue after; null at the end
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DocumentList(
            String graph,
            List<DocumentEntry> documents,
            @Nullable String next) {}

    record DocumentEntry(String documentId, String title, String source, long passages) {}

    /**
     * A part of a document.
     *
     * @param passages in document order
     * @param next the number of the passage to continue from; null at the end
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DocumentText(
            String graph,
            String documentId,
            List<TextEntry> passages,
            @Nullable Integer next) {}

    /**
     * A passage of a document.
     *
     * @param number the position of the passage in the document, from 0
     * @param page the page on which the passage starts; null if the document has no pages
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TextEntry(int number, String heading, @Nullable Integer page, String text) {}

    DocumentList list(ServedGraph graph, Caller caller, ListArguments given) {
        DocumentPage page = new DocumentPage(
                visible(graph, caller, given.filter()), or(given.after(), ""), or(given.search(), ""), MAX_LISTED);
        DocumentListEndpoints.scan(scans, caller, graph, page);
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        CharacterBudget names = new CharacterBudget(Integer.MAX_VALUE);
        List<DocumentEntry> listed = new ArrayList<>();
        for (DocumentPage.ListedDocument found : page.documents()) {
            DocumentEntry entry = new DocumentEntry(
                    found.id(),
                    names.text(found.title(), MAX_NAME_LENGTH),
                    names.text(found.source(), MAX_SOURCE_LENGTH),
                    found.passages());
            if (room.isCut() || (!room.reserve(entry) && !listed.isEmpty())) {
                break;
            }
            listed.add(entry);
        }
        boolean more = page.hasMore() || listed.size() < page.documents().size();
        return new DocumentList(graph.name(), listed, more ? listed.getLast().documentId() : null);
    }

    DocumentText read(ServedGraph graph, Caller caller, ReadArguments given) {
        int from = given.from() == null ? 0 : given.from();
        if (from < 0) {
            throw Problem.badRequest("from must be a whole number of at least 0");
        }
        MetadataFilter visible = visible(graph, caller, given.filter());
        List<Passage> found = DocumentListEndpoints.find(scans, caller, graph, visible, given.documentId(), from);
        if (found.isEmpty() && from == 0) {
            throw unknown(graph, caller, visible, given.documentId());
        }
        CharacterBudget room = new CharacterBudget(characters - AROUND);
        List<TextEntry> passages = new ArrayList<>();
        for (Passage passage : found) {
            int page = passage.position().page();
            String heading = new CharacterBudget(Integer.MAX_VALUE)
                    .text(passage.position().heading(), MAX_NAME_LENGTH);
            TextEntry entry = new TextEntry(passage.ordinal(), heading, page == 0 ? null : page, passage.text());
            if (!passages.isEmpty() && !room.reserve(entry)) {
                return new DocumentText(graph.name(), given.documentId(), passages, passage.ordinal());
            }
            passages.add(
                    passages.isEmpty() && !room.reserve(entry)
                            ? new TextEntry(entry.number(), "", entry.page(), room.text(entry.text(), room.left()))
                            : entry);
        }
        return new DocumentText(graph.name(), given.documentId(), passages, null);
    }

    /** Returns the problem of an unknown id; it names up to three ids with this last part. */
    private Problem unknown(ServedGraph graph, Caller caller, MetadataFilter visible, String id) {
        DocumentPage page = new DocumentPage(visible, "", id, MAX_LISTED);
        DocumentListEndpoints.scan(scans, caller, graph, page);
        String ending = page.documents().stream()
                .map(DocumentPage.ListedDocument::id)
                .filter(one -> one.endsWith("/" + id))
                .limit(MAX_PROPOSED)
                .map(one -> "\"" + one + "\"")
                .collect(Collectors.joining(", "));
        return Problem.notFound(DocumentListEndpoints.UNKNOWN + (ending.isEmpty() ? "" : "; similar are " + ending));
    }

    private static MetadataFilter visible(ServedGraph graph, Caller caller, @Nullable FilterBody filter) {
        return FilterBody.of(filter)
                .within(caller.scope())
                .within(graph.store().latest().notes().sources().visibleFilter());
    }

    private static String or(@Nullable String text, String usual) {
        return text == null ? usual : text;
    }
}
