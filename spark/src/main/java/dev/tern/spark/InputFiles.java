package dev.tern.spark;

import dev.tern.error.TernException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The files that a command line names, as Spark reads them. */
final class InputFiles {
    /** Spark takes a line with a longer text for none at all, unless told: it is Tern that refuses a document for its length. */
    static final Map<String, String> READING = Map.of("maxStringLen", String.valueOf(Integer.MAX_VALUE));

    private InputFiles() {}

    /**
     * The rows that some files hold.
     *
     * @throws TernException if Spark cannot read them
     */
    static Dataset<Row> read(SparkSession spark, String format, List<String> files) {
        try {
            return spark.read().format(format).options(READING).load(files.toArray(String[]::new));
        } catch (Exception e) {
            // Spark throws exceptions that it does not declare.
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw TernException.user(
                    "the input " + String.join(", ", files) + " cannot be read as " + format + ": " + reason, e);
        }
    }
}
