package dev.tern.spark;

import dev.tern.error.TernException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Reads the input files of the command line with Spark. */
final class InputFiles {
    /** Lifts Spark's limit on texts, above which it silently drops lines; Tern has its own. */
    static final Map<String, String> READING = Map.of("maxStringLen", String.valueOf(Integer.MAX_VALUE));

    /** The options of CSV: the first line names columns; texts may have line breaks and quotes. */
    private static final Map<String, String> CSV =
            Map.of("header", "true", "enforceSchema", "false", "multiLine", "true", "escape", "\"");

    private InputFiles() {}

    static Map<String, String> options(String format) {
        Map<String, String> options = new HashMap<>(READING);
        if (format.equalsIgnoreCase("csv")) {
            options.putAll(CSV);
        }
        return options;
    }

    /**
     * Returns the rows of files.
     *
     * @throws TernException if Spark cannot read them
     */
    static Dataset<Row> read(SparkSession spark, String format, List<String> files) {
        String[] paths = files.toArray(String[]::new);
        try {
            DataFrameReader reader = spark.read().format(format).options(options(format));
            Dataset<Row> found = reader.load(paths);
            return format.equalsIgnoreCase("json")
                    ? reader.schema(withMetadataAsText(found.schema())).load(paths)
                    : found;
        } catch (Exception e) {
            // Spark throws undeclared checked exceptions.
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw TernException.user(
                    "the input " + String.join(", ", files) + " cannot be read as " + format + ": " + reason, e);
        }
    }

    /**
     * Types metadata as text. Spark would infer one struct for all lines, so that numbers could
     * become texts, and later files may have other keys.
     */
    private static StructType withMetadataAsText(StructType found) {
        StructType columns = new StructType();
        for (StructField field : List.of(found.fields())) {
            boolean metadata = field.name().equals(DocumentColumns.METADATA);
            columns = columns.add(field.name(), metadata ? DataTypes.StringType : field.dataType());
        }
        return columns;
    }
}
