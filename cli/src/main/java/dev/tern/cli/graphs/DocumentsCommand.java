package dev.tern.cli.graphs;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.store.DocumentPage;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "documents",
        description =
                "Lists the documents of the graph with their ids, or only documents with WORDS in " + "id or title.")
final class DocumentsCommand extends ConfiguredCommand {
    private static final int MAX_DOCUMENTS = 1_000_000;

    @Parameters(arity = "0..1", paramLabel = "WORDS", description = "A part of the id or title, ignoring case.")
    private String search = "";

    @Option(names = "--limit", paramLabel = "COUNT", description = "The maximum number to list (default: 100).")
    private int limit = 100;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Only documents after this id, such as the last of the previous list.")
    private String after = "";

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The documents as JSON.
     *
     * @param documents in the order of their ids
     * @param more true if there are more documents after the last of these
     */
    record DocumentsJson(String store, String graph, List<DocumentPage.ListedDocument> documents, boolean more) {}

    DocumentsCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        if (limit < 1 || limit > MAX_DOCUMENTS) {
            throw TernException.user("--limit is " + limit + "; it must be from 1 to 1,000,000");
        }
        return GraphSession.inGraph(configuration(store), backend(), (graph, configuration) -> {
            DocumentPage page = new DocumentPage(MetadataFilter.everything(), after, search, limit);
            graph.latest().scan(page);
            show(configuration, page);
            return ExitCode.OK;
        });
    }

    private void show(Configuration configuration, DocumentPage page) {
        List<DocumentPage.ListedDocument> documents = page.documents();
        if (json()) {
            printJson(new DocumentsJson(configuration.storeShown(), configuration.graph(), documents, page.hasMore()));
            return;
        }
        print(documents.stream().map(this::line).toList());
        if (documents.isEmpty()) {
            printRemark("graph " + configuration.graph() + " has no document"
                    + (search.isEmpty() ? "" : " with \"" + Printable.text(search) + "\" in its id or title")
                    + (after.isEmpty() ? "" : " after \"" + Printable.text(after) + "\""));
        } else if (page.hasMore()) {
            printRemark("there are more: --after \""
                    + Printable.text(documents.getLast().id()) + "\" goes on, --limit lists more at once");
        }
    }

    private String line(DocumentPage.ListedDocument document) {
        String title = document.title().equals(document.id()) ? "" : document.title();
        String source = document.source().equals(document.id()) ? "" : document.source();
        String details = Stream.of(
                        title,
                        Phrases.count(document.passages(), "passage"),
                        Phrases.count(document.characters(), "character"),
                        document.type(),
                        document.date(),
                        source)
                .filter(text -> !text.isEmpty())
                .map(Printable::text)
                .collect(Collectors.joining(", "));
        return style().bold(Printable.text(document.id())) + "  " + style().faint(details);
    }
}
