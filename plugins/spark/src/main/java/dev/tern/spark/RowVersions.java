package dev.tern.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.tern.error.TernException;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reduces rows to one per id: the last in an order; without one, rows of an id must be equal. */
final class RowVersions {
    private static final int EXAMPLES = 3;
    private static final String TIMES = "times";
    private static final String DIFFER = "differ";

    private RowVersions() {}

    /**
     * Returns rows with unique ids.
     *
     * @param rows the rows of {@link DocumentColumns#rows}
     * @param ordered true if the last row of an id counts, by the order column and then by position
     * @throws TernException if rows have no id, or rows of one id differ without an order
     */
    static Dataset<Row> distinct(Dataset<Row> rows, boolean ordered) {
        Column said = xxhash64(
                col(DocumentColumns.TITLE),
                col(DocumentColumns.TEXT),
                col(DocumentColumns.METADATA),
                col(DocumentColumns.TRIPLETS),
                col(DocumentColumns.CONTENT));
        Dataset<Row> ids = rows.select(col(DocumentColumns.ID), said.as("said"))
                .groupBy(col(DocumentColumns.ID))
                .agg(count(lit(1)).as(TIMES), min("said").notEqual(max("said")).as(DIFFER));
        Row found = ids.agg(
                        sum(when(col(DocumentColumns.ID).isNull(), col(TIMES)).otherwise(0)),
                        sum(when(col(TIMES).gt(1), 1).otherwise(0)),
                        sum(when(col(DIFFER).and(col(DocumentColumns.ID).isNotNull()), 1)
                                .otherwise(0)))
                .head();
        if (number(found, 0) > 0) {
            throw TernException.user("the input cannot be indexed: " + number(found, 0) + " rows have no id");
        }
        if (number(found, 2) > 0 && !ordered) {
            throw TernException.user("the input cannot be indexed: " + number(found, 2)
                    + " ids have rows that differ, as " + examples(ids)
                    + ": set a column that orders them, or give each document its own id");
        }
        return number(found, 1) == 0 ? rows : newest(rows);
    }

    private static long number(Row row, int column) {
        return row.isNullAt(column) ? 0 : row.getLong(column);
    }

    private static String examples(Dataset<Row> ids) {
        List<String> some = ids.filter(col(DIFFER)).limit(EXAMPLES).collectAsList().stream()
                .map(row -> "\"" + row.getString(0) + "\" (" + row.getLong(1) + " rows)")
                .toList();
        return String.join(", ", some);
    }

    private static Dataset<Row> newest(Dataset<Row> rows) {
        Column place = struct(col(DocumentColumns.ORDER), col(DocumentColumns.POSITION));
        Column[] columns =
                List.of(rows.columns()).stream().map(name -> col(name)).toArray(Column[]::new);
        return rows.groupBy(col(DocumentColumns.ID).as("tern_id"))
                .agg(max_by(struct(columns), place).as("row"))
                .select(col("row.*"));
    }
}
