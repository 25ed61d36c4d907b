package dev.tern.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
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
import dev.tern.transfer.scan.GraphChecksum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Names and texts that look like the signs of a format come out of an independent parser as they went in. */
final class HostileNamesTest {
    /** What OWASP's page on CSV injection lists. */
    private static final String FORMULAS = "=+-@\t\r\n＝＋－＠";

    private final GraphStore graph = SampleGraphs.hostile();
    private final Map<String, String> names = new TreeMap<>();
    private final Map<String, String> texts = new TreeMap<>();
    private final Map<String, String> passages = new TreeMap<>();

    HostileNamesTest() {
        graph.scan(new GraphVisitor() {
            @Override
            public void entity(Embedded<Entity> entity) {
                names.put(entity.value().id(), entity.value().name());
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                texts.put(relation.value().id(), relation.value().text());
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                passages.put(passage.value().id(), passage.value().text());
            }
        });
    }

    @Test
    void csv() throws IOException {
        Map<String, List<CSVRecord>> tables = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(export(ExportFormat.CSV)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Reader text =
                        new InputStreamReader(new ByteArrayInputStream(zip.readAllBytes()), StandardCharsets.UTF_8);
                tables.put(entry.getName(), CSVFormat.RFC4180.parse(text).getRecords());
            }
        }
        assertThat(tables.keySet()).containsExactly("entities.csv", "passages.csv", "relations.csv");
        assertThat(column(tables, "entities.csv", 1)).isEqualTo(harmless(names));
        assertThat(column(tables, "relations.csv", 2)).isEqualTo(harmless(texts));
        assertThat(column(tables, "passages.csv", 4)).isEqualTo(harmless(passages));
        for (List<CSVRecord> table : tables.values()) {
            for (CSVRecord row : table) {
                assertThat(row.values())
                        .allSatisfy(
                                cell -> assertThat(cell).doesNotMatch("(?s)[" + FORMULAS.replace("-", "\\-") + "].*"));
            }
        }
    }

    private static Map<String, String> column(Map<String, List<CSVRecord>> tables, String table, int column) {
        Map<String, String> byId = new TreeMap<>();
        List<CSVRecord> rows = tables.getOrDefault(table, List.of());
        rows.subList(1, rows.size()).forEach(row -> byId.put(row.get(0), row.get(column)));
        return byId;
    }

    private static Map<String, String> harmless(Map<String, String> values) {
        Map<String, String> harmless = new TreeMap<>();
        values.forEach((id, value) -> harmless.put(id, FORMULAS.contains(value.substring(0, 1)) ? "'" + value : value));
        return harmless;
    }

    @Test
    void graphml() throws Exception {
        byte[] xml = export(ExportFormat.GRAPHML);
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

    @Test
    void cypher() {
        String file = new String(export(ExportFormat.CYPHER), StandardCharsets.UTF_8);
        assertThat(file.lines())
                .allMatch(line -> line.startsWith("CREATE CONSTRAINT ")
                        || line.startsWith("UNWIND [")
                        || line.startsWith("  {id: '")
                        || line.startsWith("] AS row M"));
        assertThat(file.codePoints().filter(c -> c != '\n').filter(Character::isISOControl))
                .isEmpty();
        Map<String, String> found = new TreeMap<>();
        for (String line : file.lines().toList()) {
            for (String field : List.of("name", "text")) {
                CypherReader.field(line, field).ifPresent(value -> found.put(line.substring(8, 40), value));
            }
        }
        Map<String, String> expected = new TreeMap<>(names);
        expected.putAll(texts);
        expected.putAll(passages);
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void aBackslashAndAUOfATextNeverMeetInCypher() {
        assertThat(CypherText.literal("\\u0027 OR 1")).isEqualTo("'\\\\' + 'u0027 OR 1'");
        assertThat(CypherText.literal("it's \"\n")).isEqualTo("'it\\'s \\\"\\n'");
        assertThat(CypherText.literal("\u0000\u202e\ud800")).isEqualTo("'\\u0000\\u202E\ufffd'");
    }

    /** Nothing that reads documents lets one in; a program that uses the library could. */
    @Test
    void halfASurrogatePairBecomesWhatItsIdTakesItFor() {
        GraphStore odd = new InMemoryGraphStore();
        String name = "half \ud83d pair";
        Passage passage = Passage.of(
                new Document("d " + name, name, name, List.of(), Map.of()),
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
        assertThat(GraphChecksum.of(odd).passages().rows()).isEqualTo(1);
    }

    private byte[] export(ExportFormat format) {
        return export(graph, format);
    }

    private static byte[] export(GraphStore graph, ExportFormat format) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        GraphExport.write(graph, new ExportSettings(format, false), to, TransferListener.NONE);
        return to.toByteArray();
    }
}
