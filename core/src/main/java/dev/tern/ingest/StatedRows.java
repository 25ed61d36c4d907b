package dev.tern.ingest;

import dev.tern.graph.Document;
import dev.tern.graph.Place;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.model.Tokens;
import dev.tern.text.Spaces;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What the rows of tables in a passage state.
 *
 * @param statements the statements, in the order of the rows
 * @param whole whether the passage is nothing but rows that say no more than this, so that nothing is left to extract
 */
record StatedRows(List<Statement> statements, boolean whole) {
    private static final StatedRows NONE = new StatedRows(List.of(), false);

    /**
     * The rows of a passage.
     *
     * @param mostTokens the most that a statement may have to be embedded; a longer one is left out
     */
    static StatedRows of(Document document, Place place, int mostTokens) {
        List<Table> tables = within(document.tables(), place);
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

    /** The tables that reach into a place, found by halving: a file may have as many tables as it has passages. */
    private static List<Table> within(List<Table> tables, Place place) {
        int first = firstBehind(tables, table -> table.end() > place.start());
        return tables.subList(first, Math.max(first, firstBehind(tables, table -> table.start() >= place.end())));
    }

    /** The number of the first table that a condition holds for, which then holds for all behind it. */
    private static int firstBehind(List<Table> tables, Predicate<Table> condition) {
        int from = 0;
        int to = tables.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (condition.test(tables.get(middle))) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }
}
