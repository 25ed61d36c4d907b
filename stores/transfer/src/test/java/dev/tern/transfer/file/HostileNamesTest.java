package dev.tern.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RelationRow;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.ExportFormat;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Tests that names with a format's syntax survive an independent parser. */
final class HostileNamesTest {
    private final GraphStore graph = SampleGraphs.hostile();
    private final Map<String, String> names = new TreeMap<>();
    private final Map<String, String> texts = new TreeMap<>();

    HostileNamesTest() {
        graph.latest().scan(new GraphVisitor() {
            @Override
            public void entity(Embedded<Entity> entity) {
                names.put(entity.value().id(), entity.value().name());
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                texts.put(relation.value().id(), relation.value().text());
            }
        });
    }

    @Test
    void graphml() throws Exception {
        byte[] xml = export(graph, ExportFormat.GRAPHML);
        Element root = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml))
                .getDocumentElement();
        Map<String, String> entities = new TreeMap<>();
        Map<String, String> statements = new TreeMap<>();
        NodeList nodes = root.getElementsByTagName("node");
        for (int i = 0; i < nodes.getLength(); i++) {
            Element node = (Element) nodes.item(i);
            boolean entity = data(node, "node-kind").equals("entity");
            (entity ? entities : statements)
                    .put(node.getAttribute("id"), data(node, entity ? "node-name" : "node-text"));
        }
        NodeList edges = root.getElementsByTagName("edge");
        for (int i = 0; i < edges.getLength(); i++) {
            Element edge = (Element) edges.item(i);
            assertThat(entities).containsKey(edge.getAttribute("target"));
            if (entities.containsKey(edge.getAttribute("source"))) {
                statements.put(edge.getAttribute("id"), data(edge, "edge-text"));
            } else {
                assertThat(statements).containsKey(edge.getAttribute("source"));
            }
        }
        assertThat(entities).isEqualTo(valid(names));
        assertThat(statements).isEqualTo(valid(texts));
    }

    private static String data(Element of, String key) {
        NodeList all = of.getElementsByTagName("data");
        for (int i = 0; i < all.getLength(); i++) {
            Element data = (Element) all.item(i);
            if (data.getAttribute("key").equals(key)) {
                return data.getTextContent();
            }
        }
        throw new AssertionError("no " + key);
    }

    private static Map<String, String> valid(Map<String, String> values) {
        Map<String, String> valid = new TreeMap<>();
        values.forEach((id, value) ->
                valid.put(id, value.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "\ufffd")));
        return valid;
    }

    /** Document readers remove such halves; a program with the library could add one. */
    @Test
    void halfASurrogatePairBecomesWhatItsIdTakesItFor() {
        GraphStore odd = new InMemoryGraphStore();
        String name = "half \ud83d pair";
        Passage passage = Passage.of(
                SourceDocument.of("d " + name, name).withTitle(name),
                0,
                name,
                List.of(Statement.of(name, "is", "odd")));
        SampleGraphs.write(odd, List.of(passage));
        for (ExportFormat format : ExportFormat.values()) {
            byte[] file = export(odd, format);
            assertThat(new String(file, StandardCharsets.UTF_8)).isNotEmpty();
        }
        String jsonl = new String(export(odd, ExportFormat.JSONL), StandardCharsets.UTF_8);
        assertThat(jsonl).contains("\"half ? pair\"");
        assertThat(GraphChecksum.of(odd.latest()).passages().rows()).isEqualTo(1);
    }

    private static byte[] export(GraphStore graph, ExportFormat format) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        GraphExport.write(graph, new ExportSettings(format, false), to, TransferListener.NONE);
        return to.toByteArray();
    }
}
