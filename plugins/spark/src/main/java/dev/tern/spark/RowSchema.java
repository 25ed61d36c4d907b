package dev.tern.spark;

import dev.tern.spark.bulk.BulkColumn;
import dev.tern.spark.bulk.BulkTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The schema of rows that can hold a row of any of the three tables: the table's name, a position,
 * a hash, and the columns of all tables.
 */
final class RowSchema implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String TABLE = "tern_table";
    static final String POSITION = "tern_position";
    /** The checksum of the entity, statement or passage; null in a statement's other rows. */
    static final String HASH = "tern_hash";

    /** The name of the table of failures, which has document ids and reasons. */
    static final String FAILURE = "FAILURE";
    /** The name of the table of task reports. */
    static final String REPORT = "REPORT";

    private final boolean words;
    private final int width;
    /** For each table, the position of each of its columns in a row. */
    private final EnumMap<BulkTable, int[]> positions = new EnumMap<>(BulkTable.class);

    /** Creates a schema for a server with or without a words column. */
    RowSchema(boolean words) {
        this.words = words;
        List<String> names = new ArrayList<>(List.of(TABLE, POSITION, HASH));
        names.addAll(columns().keySet());
        this.width = names.size();
        for (BulkTable table : BulkTable.values()) {
            positions.put(
                    table,
                    table.columns(words).stream()
                            .mapToInt(column -> names.indexOf(column.name()))
                            .toArray());
        }
    }

    boolean hasWords() {
        return words;
    }

    private Map<String, DataType> columns() {
        Map<String, DataType> columns = new LinkedHashMap<>();
        for (BulkTable table : BulkTable.values()) {
            table.columns(words).forEach(column -> columns.put(column.name(), type(column.type())));
        }
        return columns;
    }

    private static DataType type(BulkColumn.Type type) {
        return switch (type) {
            case TEXT, JSON -> DataTypes.StringType;
            case INTEGER -> DataTypes.IntegerType;
            case TEXTS -> DataTypes.createArrayType(DataTypes.StringType, false);
            case VECTOR -> DataTypes.createArrayType(DataTypes.FloatType, false);
        };
    }

    StructType type() {
        StructType type = new StructType()
                .add(TABLE, DataTypes.StringType)
                .add(POSITION, DataTypes.LongType)
                .add(HASH, DataTypes.StringType);
        for (Map.Entry<String, DataType> column : columns().entrySet()) {
            type = type.add(column.getKey(), column.getValue());
        }
        return type;
    }

    /** Returns a row of this schema for a row of a table. */
    @Nullable
    Object[] row(BulkTable table, long position, @Nullable String hash, List<Object> values) {
        @Nullable Object[] row = new Object[width];
        row[0] = table.name();
        row[1] = position;
        row[2] = hash;
        int[] columnIndexes = positions.getOrDefault(table, new int[0]);
        for (int i = 0; i < columnIndexes.length; i++) {
            row[columnIndexes[i]] = values.get(i);
        }
        return row;
    }

    /** Returns a row outside the graph's tables, with a message about the run. */
    @Nullable
    Object[] messageRow(String table, long position, String id, String text) {
        List<String> names = List.of(type().fieldNames());
        @Nullable Object[] row = new Object[width];
        row[0] = table;
        row[1] = position;
        row[names.indexOf("id")] = id;
        row[names.indexOf("text")] = text;
        return row;
    }

    static String text(IndexingReport report) {
        return report.documents() + " " + report.passages() + " " + report.statements() + " " + report.failedPassages()
                + " " + report.failedDocuments() + " " + report.waitingPassages() + " "
                + (report.stoppedByBudget() ? 1 : 0);
    }

    /** Parses a task's report from the text of its row. */
    static IndexingReport report(String text) {
        long[] counts =
                Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new IndexingReport(
                counts[0], 0, counts[1], 0, counts[2], counts[3], counts[5], counts[6] > 0, counts[4]);
    }
}
