package dev.tern.ingest;

import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.model.TokenEstimator;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of the table rows in a passage.
 *
 * @param statements the statements, in the order of the rows
 * @param whole true if the statements say everything that the passage says, so that nothing is left
 *     to extract
 */
record RowStatements(List<Statement> statements, boolean whole) {
    private static final RowStatements NONE = new RowStatements(List.of(), false);

    /** Returns the statements of the rows in a passage, without statements that are too long. */
    static RowStatements of(SourceDocument document, Position place, int mostTokens) {
        List<Table> tables = RangeSearch.overlapping(document.tables(), Table::start, Table::end, place);
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
                        .filter(statement -> TokenEstimator.estimate(statement.text()) <= mostTokens)
                        .toList();
                statements.addAll(readable);
                whole &= row.whole()
                        && readable.size() == row.statements().size()
                        && WhiteSpace.skip(text, done, row.start()) == row.start();
                done = Math.max(done, row.end());
            }
        }
        whole &=
                !statements.isEmpty() && WhiteSpace.skip(text, Math.min(done, place.end()), place.end()) == place.end();
        return new RowStatements(statements, whole);
    }
}
