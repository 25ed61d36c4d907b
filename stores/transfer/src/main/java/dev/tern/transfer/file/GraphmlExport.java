package dev.tern.transfer.file;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.store.GraphView;
import dev.tern.store.RelationRow;
import dev.tern.transfer.scan.ExportTally;
import dev.tern.transfer.scan.GraphPages;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Writes a view as GraphML. An entity is a node, a triplet an edge from its subject to its object,
 * and any other statement a node with an edge to each of its entities; statements that are only a
 * list of names are omitted. A statement of two passages is written twice, each time with its
 * passage.
 *
 * <p>Ids of nodes are hexadecimal. Names and texts are elements: in attributes, XML parsers would
 * replace line breaks.
 */
public final class GraphmlExport {
    private static final String HEAD = """
        <?xml version="1.0" encoding="UTF-8"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        """;
    private static final String KEY = "<key id=\"%1$s-%2$s\" for=\"%1$s\" attr.name=\"%2$s\" attr.type=\"string\"/>\n";

    private final GraphView view;
    private final ExportTally tally;
    private final Writer to;

    /** Creates the export of a view; the tally counts the passages written. */
    public GraphmlExport(GraphView view, OutputStream to, ExportTally tally) {
        this.view = view;
        this.tally = tally;
        this.to = new OutputStreamWriter(to, StandardCharsets.UTF_8);
    }

    /** Writes the whole graph. The stream is flushed, but not closed. */
    public void write() throws IOException {
        put(HEAD);
        List.of("kind", "name", "text").forEach(field -> put(KEY.formatted("node", field)));
        List.of("predicate", "text", "relation", "passage", "document")
                .forEach(field -> put(KEY.formatted("edge", field)));
        put("<graph id=\"tern\" edgedefault=\"directed\">\n");
        GraphPages.entities(view, entity -> node(entity.id(), "entity", "name", entity.name()));
        GraphPages.passages(view, page -> {
            page.forEach(this::statements);
            tally.count(page);
        });
        put("</graph>\n</graphml>\n");
        to.flush();
    }

    private void statements(Embedded<Passage> passage) {
        List<RelationRow> rows = RelationRow.of(passage.value());
        for (int i = 0; i < rows.size(); i++) {
            RelationRow row = rows.get(i);
            Statement statement = passage.value().statements().get(i);
            Optional<Triplet> triplet = statement.asTriplet();
            List<String> ids = row.entityIds();
            if (statement.namesOnly()) {
                continue;
            }
            if (triplet.isPresent()) {
                String own = data("edge-predicate", triplet.get().predicate()) + data("edge-text", row.text());
                edge(row, row.id(), ids.getFirst(), ids.getLast(), own);
            } else {
                node(row.id(), "statement", "text", row.text());
                for (int place = 0; place < ids.size(); place++) {
                    edge(row, row.id() + "-" + place, row.id(), ids.get(place), "");
                }
            }
        }
    }

    private void node(String id, String kind, String field, String text) {
        put("<node id=\"" + id + "\">" + data("node-kind", kind) + data("node-" + field, text) + "</node>\n");
    }

    private void edge(RelationRow row, String id, String source, String target, String own) {
        put("<edge id=\"" + id + "\" source=\"" + source + "\" target=\"" + target + "\">" + own
                + data("edge-relation", row.key()) + data("edge-passage", row.passageId())
                + data("edge-document", row.documentId()) + "</edge>\n");
    }

    private static String data(String key, String text) {
        StringBuilder data = new StringBuilder("<data key=\"" + key + "\">");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> data.append("&amp;");
                case '<' -> data.append("&lt;");
                case '>' -> data.append("&gt;");
                // Escapes the character, which would be parsed as a line feed.
                case '\r' -> data.append("&#13;");
                default -> data.appendCodePoint(isOfXml(c) ? c : 0xfffd);
            }
        });
        return data.append("</data>").toString();
    }

    private static boolean isOfXml(int c) {
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return c == '\t' || c == '\n' || (c >= 0x20 && !surrogate && c != 0xfffe && c != 0xffff);
    }

    private void put(String text) {
        try {
            to.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
