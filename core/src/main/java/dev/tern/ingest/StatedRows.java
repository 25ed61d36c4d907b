package dev.tern.ingest;

import dev.tern.graph.Document;
import dev.tern.graph.Place;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.model.Tokens;
import dev.tern.text.Spaces;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of the table rows in a passage.
 *
 * @param statements the statements, in the order of the rows
 * @param whole true if they say everything that the passage does, so that nothing is left to
 *     extract
 */
record StatedRows(List<Statement> statements, boolean whole) {
    private static final StatedRows NONE = new StatedRows(List.of(), false);

    /**
     * Returns the statements of the rows in a passage.
     *
     * @param mostTokens maximum tokens of a statement; a longer one is left out
     */
    static StatedRows of(Document document, Place place, int mostTokens) {
        List<Table> tables = Ranges.within(document.tables(), Table::start, Table::end, place);
        if (tables.isEmpty()) {
            return NONE;
        }
        List<Statement> statements = new ArrayList<>();
        String text = document.text();
        boolean whole = true;
        int done = place.start();
        for (Table table : tables) {
            for (Table.Row row : table.rows(text, place.start(), place.end())) {
                List<Statement> readable = row.statements().stream()
                        .filter(statement -> Tokens.estimate(statement.text()) <= mostTokens)
                        .toList();
                statements.addAll(readable);
                whole &= row.whole()
                        && readable.size() == row.statements().size()
                        && Spaces.skip(text, done, row.start()) == row.start();
                done = Math.max(done, row.end());
            }
        }
        whole &= !statements.isEmpty() && Spaces.skip(text, Math.min(done, place.end()), place.end()) == place.end();
        return new StatedRows(statements, whole);
    }
}
