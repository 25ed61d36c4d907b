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

/** The files that a command line names, as Spark reads them. */
final class InputFiles {
    /** Spark takes a line with a longer text for none at all, unless told: it is Tern that refuses a document for its length. */
    static final Map<String, String> READING = Map.of("maxStringLen", String.valueOf(Integer.MAX_VALUE));

    /** The first line of each file names its columns, which are those of the first file; in a text there may be lines and quotes. */
    private static final Map<String, String> CSV =
            Map.of("header", "true", "enforceSchema", "false", "multiLine", "true", "escape", "\"");

    private InputFiles() {}

    /** The options by which Spark reads files of a format. */
    static Map<String, String> options(String format) {
        Map<String, String> options = new HashMap<>(READING);
        if (format.equalsIgnoreCase("csv")) {
            options.putAll(CSV);
        }
        return options;
    }

    /**
     * The rows that some files hold.
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
            // Spark throws exceptions that it does not declare.
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw TernException.user(
                    "the input " + String.join(", ", files) + " cannot be read as " + format + ": " + reason, e);
        }
    }

    /**
     * Metadata as the text that each line has. Spark would find one struct for all lines: a number would become a text where another
     * line has a text under its key, and files that come later have other keys.
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
