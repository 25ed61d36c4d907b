package dev.tern.ingest;

import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.model.TokenEstimator;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** Returns a passage without the lines that its statements state, unless no line is left. */
    static Passage unstated(Passage passage) {
        String rest = passage.text()
                .lines()
                .filter(line -> !isStated(line, passage.statements()))
                .collect(Collectors.joining("\n"))
                .strip();
        return rest.isEmpty() || passage.statements().isEmpty()
                ? passage
                : new Passage(
                        passage.id(),
                        passage.documentId(),
                        passage.ordinal(),
                        passage.title(),
                        rest,
                        passage.statements(),
                        passage.metadata(),
                        passage.position(),
                        passage.extraction());
    }

    private static boolean isStated(String line, List<Statement> statements) {
        return line.endsWith(".")
                && Stream.of(line.substring(0, line.length() - 1).split(Table.BETWEEN_CELLS))
                        .filter(cell -> cell.contains(Table.BEHIND_HEAD))
                        .map(cell -> " " + cell.replaceFirst(Table.BEHIND_HEAD, " "))
                        .anyMatch(said -> statements.stream()
                                .anyMatch(statement -> statement.text().endsWith(said)));
    }
}
