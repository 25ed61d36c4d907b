package dev.tern.ingest;

import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.ingest.split.RangeSearch;
import dev.tern.model.TokenEstimator;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements of the table rows in a passage.
 *
 * @param statements the statements, in the order of the rows
 * @param complete true if the statements contain everything that is in the passage, so that nothing
 *     is left to extract
 */
record RowStatements(List<Statement> statements, boolean complete) {
    private static final RowStatements NONE = new RowStatements(List.of(), false);

    /** Returns the statements of the rows in a passage, without statements that are too long. */
    static RowStatements of(SourceDocument document, Position place, int maxTokens) {
        List<Table> tables = tables(document, place);
        if (tables.isEmpty()) {
            return NONE;
        }
        List<Statement> statements = new ArrayList<>();
        String text = document.text();
        boolean complete = true;
        int done = place.start();
        for (Table table : tables) {
            for (Table.Row row : table.rows(text, place.start(), place.end())) {
                List<Statement> readable = row.statements().stream()
                        .filter(statement -> TokenEstimator.estimate(statement.text()) <= maxTokens)
                        .toList();
                statements.addAll(readable);
                complete &= row.complete()
                        && readable.size() == row.statements().size()
                        && WhiteSpace.skip(text, done, row.start()) == row.start();
                done = Math.max(done, row.end());
            }
        }
        complete &=
                !statements.isEmpty() && WhiteSpace.skip(text, Math.min(done, place.end()), place.end()) == place.end();
        return new RowStatements(statements, complete);
    }

    /**
     * Returns a passage without its rows, except for long cells, which may contain sentences; empty
     * if no text is left.
     */
    static Optional<Passage> unstated(SourceDocument document, Passage passage) {
        Position place = passage.position();
        String text = document.text();
        StringBuilder rest = new StringBuilder();
        int at = place.start();
        for (Table table : tables(document, place)) {
            for (Table.Row row : table.rows(text, place.start(), place.end())) {
                rest.append(text, at, row.start());
                row.texts().forEach(sentences -> rest.append(sentences).append('\n'));
                // The line break goes too, since it would leave an empty line.
                at = Math.min(row.end() + 1, place.end());
            }
        }
        if (at == place.start()) {
            return Optional.of(passage);
        }
        rest.append(text, at, place.end());
        return Optional.of(rest.toString().strip())
                .filter(left -> !left.isEmpty())
                .map(passage::withText);
    }

    private static List<Table> tables(SourceDocument document, Position place) {
        return RangeSearch.overlapping(document.tables(), Table::start, Table::end, place);
    }
}
