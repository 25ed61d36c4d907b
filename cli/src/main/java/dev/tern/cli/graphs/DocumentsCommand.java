package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "documents",
        description =
                "Lists the documents of the graph by their ids, which tern remove takes, or those that have some words"
                        + " in id or title.")
final class DocumentsCommand extends ConfiguredCommand {
    private static final int MOST = 1_000_000;

    @Parameters(
            arity = "0..1",
            paramLabel = "WORDS",
            description = "What the id or the title has in it, in capitals or not.")
    private String search = "";

    @Option(names = "--limit", paramLabel = "COUNT", description = "The most that are listed (default: 100).")
    private int limit = 100;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Only documents behind this id: the last one of the list before.")
    private String after = "";

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * Documents as programs see them.
     *
     * @param store the store
     * @param graph the graph
     * @param documents in the order of their ids
     * @param more whether there are others behind them
     */
    record DocumentsJson(String store, String graph, List<DocumentJson> documents, boolean more) {}

    /**
     * A document as programs see it.
     *
     * @param id its id
     * @param title its title, or empty
     * @param source where it comes from: the address of a page, the path of a file, or else its id
     * @param type what it was read as, or empty
     * @param date when it was made, as it says itself, or empty
     * @param characters how long its text is
     * @param passages how many passages it has
     */
    record DocumentJson(
            String id, String title, String source, String type, String date, long characters, long passages) {
        private static DocumentJson of(Passage passage) {
            return new DocumentJson(
                    passage.documentId(),
                    passage.title(),
                    passage.source(),
                    told(passage, "type"),
                    told(passage, "date"),
                    passage.place().end(),
                    1);
        }

        private static String told(Passage passage, String name) {
            return passage.metadata().value(name).map(MetadataValue::toString).orElse("");
        }

        private DocumentJson and(DocumentJson other) {
            return new DocumentJson(
                    id, title, source, type, date, Math.max(characters, other.characters), passages + other.passages);
        }
    }

    DocumentsCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > MOST) {
            throw TernException.user("--limit is " + limit + "; it goes from 1 to 1,000,000");
        }
        Configuration wanted = configuration(store);
        Session.requireStore(wanted);
        try (GraphCatalog catalog = backend().catalog(wanted.store())) {
            Configuration configuration = Session.withTheOnlyGraph(wanted, catalog);
            try (GraphStore graph = catalog.open(configuration.graph())) {
                if (graph.description().isEmpty()) {
                    throw Session.noGraph(catalog, configuration);
                }
                Page page = new Page(search.toLowerCase(Locale.ROOT), after, limit);
                graph.scan(page);
                show(configuration, page);
            }
        }
        return ExitCode.OK;
    }

    private void show(Configuration configuration, Page page) {
        List<DocumentJson> documents = List.copyOf(page.documents.values());
        if (json()) {
            printJson(new DocumentsJson(configuration.storeShown(), configuration.graph(), documents, page.more));
            return;
        }
        print(documents.stream().map(this::line).toList());
        if (documents.isEmpty()) {
            remark("no document of graph " + configuration.graph() + " has \"" + Printable.text(search)
                    + "\" in its id or title");
        } else if (page.more) {
            remark("there are more: --after \""
                    + Printable.text(documents.getLast().id()) + "\" goes on, --limit lists more at once");
        }
    }

    private String line(DocumentJson document) {
        String title = document.title().equals(document.id()) ? "" : document.title();
        String source = document.source().equals(document.id()) ? "" : document.source();
        String told = Stream.of(
                        title,
                        Phrases.count(document.passages(), "passage"),
                        Phrases.count(document.characters(), "character"),
                        document.type(),
                        document.date(),
                        source)
                .filter(text -> !text.isEmpty())
                .map(Printable::text)
                .collect(Collectors.joining(", "));
        return style().bold(Printable.text(document.id())) + "  " + style().faint(told);
    }

    /** The first documents behind an id; the store keeps no list of them. */
    private static final class Page implements GraphVisitor {
        private final String search;
        private final String after;
        private final int limit;
        private final TreeMap<String, DocumentJson> documents = new TreeMap<>();
        private boolean more;

        private Page(String search, String after, int limit) {
            this.search = search;
            this.after = after;
            this.limit = limit;
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.PASSAGE);
        }

        @Override
        public void passage(Embedded<Passage> embedded) {
            Passage passage = embedded.value();
            String id = passage.documentId();
            if (id.compareTo(after) <= 0
                    || !(id.toLowerCase(Locale.ROOT).contains(search)
                            || passage.title().toLowerCase(Locale.ROOT).contains(search))) {
                return;
            }
            if (documents.size() == limit && id.compareTo(documents.lastKey()) > 0) {
                more = true;
                return;
            }
            documents.merge(id, DocumentJson.of(passage), DocumentJson::and);
            if (documents.size() > limit) {
                documents.pollLastEntry();
                more = true;
            }
        }
    }
}
