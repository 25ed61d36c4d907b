package dev.tern.transfer.format;

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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * GraphML: an entity is a node, a triplet is an edge from its subject to its object, and any other statement is a node of
 * its own with an edge to each of its entities. A statement that two passages make comes twice, each time with its passage.
 *
 * <p>Names and texts are elements, never attributes, so that their line breaks stay. What XML cannot hold at all (control
 * characters, halves of surrogate pairs) becomes U+FFFD.
 */
public final class GraphmlExport {
    private static final String NAMESPACE = "http://graphml.graphdrawing.org/xmlns";
    private static final char REPLACEMENT = '\ufffd';

    private final GraphView view;
    private final ExportTally tally;

    /** Of a view, counted as it is written. */
    public GraphmlExport(GraphView view, ExportTally tally) {
        this.view = view;
        this.tally = tally;
    }

    /** Writes the whole graph. The stream is not closed. */
    public void write(OutputStream to) throws IOException {
        try {
            XMLStreamWriter xml =
                    XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(to, StandardCharsets.UTF_8.name());
            xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            line(xml);
            xml.writeStartElement("graphml");
            xml.writeDefaultNamespace(NAMESPACE);
            for (String field : List.of("kind", "name", "text")) {
                key(xml, "node", field);
            }
            for (String field : List.of("predicate", "text", "relation", "passage", "document")) {
                key(xml, "edge", field);
            }
            line(xml);
            xml.writeStartElement("graph");
            xml.writeAttribute("id", "tern");
            xml.writeAttribute("edgedefault", "directed");
            rows(xml);
            line(xml);
            xml.writeEndElement();
            line(xml);
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw unchecked(e).getCause();
        }
    }

    private void rows(XMLStreamWriter xml) {
        GraphPages.entities(view, entity -> {
            try {
                line(xml);
                xml.writeStartElement("node");
                xml.writeAttribute("id", entity.id());
                data(xml, "node-kind", "entity");
                data(xml, "node-name", entity.name());
                xml.writeEndElement();
            } catch (XMLStreamException e) {
                throw unchecked(e);
            }
        });
        GraphPages.passages(view, page -> {
            try {
                for (Embedded<Passage> passage : page) {
                    statements(xml, passage.value());
                }
            } catch (XMLStreamException e) {
                throw unchecked(e);
            }
            tally.wrote(page);
        });
    }

    private static void statements(XMLStreamWriter xml, Passage passage) throws XMLStreamException {
        List<RelationRow> rows = RelationRow.of(passage);
        for (int i = 0; i < rows.size(); i++) {
            RelationRow row = rows.get(i);
            Statement statement = passage.statements().get(i);
            if (statement.namesOnly()) {
                continue;
            }
            Optional<Triplet> triplet = statement.asTriplet();
            if (triplet.isPresent()) {
                List<String> ends = row.entityIds();
                edge(xml, row.id(), ends.getFirst(), ends.getLast());
                data(xml, "edge-predicate", triplet.get().predicate());
                data(xml, "edge-text", row.text());
                origin(xml, row);
                xml.writeEndElement();
            } else {
                hyperedge(xml, row);
            }
        }
    }

    private static void hyperedge(XMLStreamWriter xml, RelationRow row) throws XMLStreamException {
        line(xml);
        xml.writeStartElement("node");
        xml.writeAttribute("id", row.id());
        data(xml, "node-kind", "statement");
        data(xml, "node-text", row.text());
        xml.writeEndElement();
        int place = 0;
        for (String entityId : row.entityIds()) {
            edge(xml, row.id() + "-" + place, row.id(), entityId);
            origin(xml, row);
            xml.writeEndElement();
            place++;
        }
    }

    private static void edge(XMLStreamWriter xml, String id, String from, String to) throws XMLStreamException {
        line(xml);
        xml.writeStartElement("edge");
        xml.writeAttribute("id", id);
        xml.writeAttribute("source", from);
        xml.writeAttribute("target", to);
    }

    private static void origin(XMLStreamWriter xml, RelationRow row) throws XMLStreamException {
        data(xml, "edge-relation", row.key());
        data(xml, "edge-passage", row.passageId());
        data(xml, "edge-document", row.documentId());
    }

    private static void key(XMLStreamWriter xml, String of, String name) throws XMLStreamException {
        line(xml);
        xml.writeEmptyElement("key");
        xml.writeAttribute("id", of + "-" + name);
        xml.writeAttribute("for", of);
        xml.writeAttribute("attr.name", name);
        xml.writeAttribute("attr.type", "string");
    }

    private static void data(XMLStreamWriter xml, String key, String text) throws XMLStreamException {
        xml.writeStartElement("data");
        xml.writeAttribute("key", key);
        // A carriage return would be read as a line feed; as a reference it stays.
        String[] lines = valid(text).split("\r", -1);
        for (int i = 0; i < lines.length; i++) {
            if (i > 0) {
                xml.writeEntityRef("#13");
            }
            xml.writeCharacters(lines[i]);
        }
        xml.writeEndElement();
    }

    /** The text with U+FFFD for everything that is no character of XML 1.0. */
    static String valid(String text) {
        StringBuilder valid = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean allowed = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c < Character.MIN_SURROGATE)
                    || (c > Character.MAX_SURROGATE && c < 0xfffe)
                    || c > 0xffff;
            valid.appendCodePoint(allowed ? c : REPLACEMENT);
        }
        return valid.toString();
    }

    private static void line(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeCharacters("\n");
    }

    private static UncheckedIOException unchecked(XMLStreamException failure) {
        return new UncheckedIOException(
                failure.getNestedException() instanceof IOException cause ? cause : new IOException(failure));
    }
}
