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
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Statements for Neo4j 5, each of which brings in some hundred rows and can be run again without harm:
 *
 * <pre>
 *   (:Entity {id, name})
 *   (:Entity)-[:RELATION {id, relation, predicate, text, passage, document}]->(:Entity)      a triplet of a passage
 *   (:Statement {id, relation, text, passage, document})-[:NAMES {place}]->(:Entity)         any other statement
 *   (:Passage {id, document, ordinal, title, text})-[:MENTIONS]->(:Entity)
 * </pre>
 *
 * <p>A file has no parameters, so texts are literals; see {@link CypherText}.
 */
public final class CypherExport {
    private static final List<String> LABELS = List.of("Entity", "Statement", "Passage");
    private static final String ENTITIES = "MERGE (e:Entity {id: row.id}) SET e.name = row.name";
    private static final String PASSAGES = "MERGE (p:Passage {id: row.id}) SET p.document = row.document,"
            + " p.ordinal = row.ordinal, p.title = row.title, p.text = row.text WITH p, row UNWIND row.entities AS id"
            + " MATCH (e:Entity {id: id}) MERGE (p)-[:MENTIONS]->(e)";
    private static final String TRIPLETS = "MATCH (s:Entity {id: row.subject}) MATCH (o:Entity {id: row.object})"
            + " MERGE (s)-[r:RELATION {id: row.id}]->(o) SET r.relation = row.relation, r.predicate = row.predicate,"
            + " r.text = row.text, r.passage = row.passage, r.document = row.document";
    private static final String STATEMENTS = "MERGE (s:Statement {id: row.id}) SET s.relation = row.relation,"
            + " s.text = row.text, s.passage = row.passage, s.document = row.document WITH s, row"
            + " UNWIND range(0, size(row.entities) - 1) AS place MATCH (e:Entity {id: row.entities[place]})"
            + " MERGE (s)-[:NAMES {place: place}]->(e)";

    private final GraphView view;
    private final ExportTally tally;

    /** Of a view, counted as it is written. */
    public CypherExport(GraphView view, ExportTally tally) {
        this.view = view;
        this.tally = tally;
    }

    /** Writes the whole graph. The stream is not closed. */
    public void write(OutputStream to) throws IOException {
        Writer text = new OutputStreamWriter(to, StandardCharsets.UTF_8);
        for (String label : LABELS) {
            text.write("CREATE CONSTRAINT tern_" + label.toLowerCase(Locale.ROOT) + " IF NOT EXISTS FOR (n:" + label
                    + ") REQUIRE n.id IS UNIQUE;\n");
        }
        CypherBatch entities = new CypherBatch(text, ENTITIES);
        GraphPages.entities(
                view,
                entity -> entities.begin()
                        .text("id", entity.id())
                        .text("name", entity.name())
                        .end());
        entities.flush();
        CypherBatch passages = new CypherBatch(text, PASSAGES);
        CypherBatch triplets = new CypherBatch(text, TRIPLETS);
        CypherBatch statements = new CypherBatch(text, STATEMENTS);
        GraphPages.passages(view, page -> {
            for (Embedded<Passage> passage : page) {
                put(passage.value(), passages, triplets, statements);
            }
            tally.wrote(page);
        });
        passages.flush();
        triplets.flush();
        statements.flush();
        text.flush();
    }

    private static void put(Passage passage, CypherBatch passages, CypherBatch triplets, CypherBatch statements) {
        Set<String> named = new LinkedHashSet<>();
        List<RelationRow> rows = RelationRow.of(passage);
        for (int i = 0; i < rows.size(); i++) {
            RelationRow row = rows.get(i);
            Statement statement = passage.statements().get(i);
            named.addAll(row.entityIds());
            if (statement.namesOnly()) {
                continue;
            }
            Optional<Triplet> triplet = statement.asTriplet();
            CypherBatch batch = triplet.isPresent() ? triplets : statements;
            batch.begin().text("id", row.id()).text("relation", row.key()).text("text", row.text());
            if (triplet.isPresent()) {
                batch.text("subject", row.entityIds().getFirst())
                        .text("predicate", triplet.get().predicate())
                        .text("object", row.entityIds().getLast());
            } else {
                batch.texts("entities", row.entityIds());
            }
            batch.text("passage", row.passageId())
                    .text("document", row.documentId())
                    .end();
        }
        passages.begin()
                .text("id", passage.id())
                .text("document", passage.documentId())
                .number("ordinal", passage.ordinal())
                .text("title", passage.title())
                .text("text", passage.text())
                .texts("entities", named)
                .end();
    }
}
