package dev.tern.spark;

import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.error.TernException;
import dev.tern.spark.bulk.BulkOptions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;

/** The main class for {@code spark-submit}. */
public final class SparkProgram {
    private static final String HELP = """
        spark-submit --class dev.tern.spark.SparkProgram ... tern-spark.jar [OPTIONS] INPUT...

        Adds the documents of tables or files to a graph in Milvus; a document with the same id is replaced.

          INPUT              JSON lines as in BEIR's corpus.jsonl (_id, title, text, metadata), Parquet with such
                             columns, or with --format binaryFile files of the types that Tern parses
          --format NAME      a source of Spark: json unless given, parquet, orc, csv, binaryFile and others; the
                             first line of a csv file names its columns
          --set KEY=VALUE    a setting as in tern.yaml, such as store=http://milvus:19530 or graph=papers; the environment
                             and the tern.yaml of the working directory apply too, and should hold the keys
          --order COLUMN     uses the last by this column of several rows with one id, which are refused otherwise
          --failures FOLDER  writes the documents that could not be added as JSON lines
          --replies FOLDER   stores replies of the chat model for extraction, so that none is paid twice
          --bulk FOLDER      makes a new graph by a bulk import of files in FOLDER, which Milvus must be able to read;
                             the same command resumes
          --tasks NUMBER     the number of tasks; twice the number of cores unless given
          --watch FOLDER     keeps running, and adds the files that arrive in INPUT, which is one folder; the progress
                             is stored in FOLDER, from which the same command resumes
          --remove           removes the documents that the column id of INPUT names
          --help             shows this help

        Exit codes: 0 if all is in the graph, 1 if it failed, 2 for a wrong command line, 3 if a document failed, 4 if
        maxCost is spent.
        """;

    private static final int SPENT = 4;

    private static final List<String> WITH_VALUE =
            List.of("--format", "--order", "--failures", "--replies", "--bulk", "--tasks", "--watch");

    private final PrintStream err;
    private final Map<String, String> options = new TreeMap<>();
    private final List<String> settings = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();
    private boolean remove;

    private SparkProgram(PrintStream err) {
        this.err = err;
    }

    /** Runs the program; ends the process with the exit code unless that is 0. */
    public static void main(String[] arguments) {
        int exitCode = run(arguments, System.err);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    static int run(String[] arguments, PrintStream err) {
        SparkProgram main = new SparkProgram(err);
        try {
            if (!main.parse(arguments)) {
                return 0;
            }
        } catch (IllegalArgumentException e) {
            err.println("tern-spark: " + e.getMessage() + " (see --help)");
            return 2;
        }
        try {
            return main.index();
        } catch (ConfigurationException e) {
            err.println("tern-spark: " + e.getMessage());
            return 1;
        } catch (TernException e) {
            err.println("tern-spark: " + e.getMessage());
            return e.fault() == TernException.Fault.BUDGET ? SPENT : 1;
        }
    }

    /** Parses the arguments; returns false if only help was requested. */
    private boolean parse(String[] arguments) {
        List<String> rest = new ArrayList<>(List.of(arguments));
        while (!rest.isEmpty()) {
            String word = rest.removeFirst();
            if (word.equals("--help")) {
                err.print(HELP);
                return false;
            } else if (word.equals("--remove")) {
                remove = true;
            } else if (word.equals("--set") || WITH_VALUE.contains(word)) {
                if (rest.isEmpty()) {
                    throw new IllegalArgumentException(word + " has no value");
                }
                String value = rest.removeFirst();
                if (word.equals("--tasks") && !value.matches("[1-9][0-9]{0,5}")) {
                    throw new IllegalArgumentException("--tasks is \"" + value + "\"; it must be 1 to 999999");
                }
                if (!word.equals("--set")) {
                    options.put(word, value);
                } else {
                    requireSetting(value);
                    settings.add(value);
                }
            } else if (word.startsWith("--")) {
                throw new IllegalArgumentException("there is no option \"" + word + "\"");
            } else {
                inputs.add(word);
            }
        }
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("INPUT is missing");
        }
        if (options.containsKey("--watch") && (remove || inputs.size() > 1)) {
            throw new IllegalArgumentException("--watch takes one folder, and is not for --remove");
        }
        if (options.containsKey("--bulk") && (remove || options.containsKey("--watch"))) {
            throw new IllegalArgumentException("--bulk makes a new graph, and is not for --remove or --watch");
        }
        return true;
    }

    /** Rejects unknown settings, and secrets, as other users and Spark's log see arguments. */
    private static void requireSetting(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("--set takes KEY=VALUE");
        }
        String key = assignment.substring(0, equals);
        SettingValue value = SettingValue.of(
                        key, assignment.substring(equals + 1), new ValueOrigin(ValueOrigin.Kind.OPTION, "--set"))
                .orElseThrow(() -> new IllegalArgumentException("there is no setting \"" + key + "\""));
        if (value.setting().secret()) {
            throw new IllegalArgumentException(
                    "--set " + key + " would show the secret to others: set it in the environment or in tern.yaml");
        }
    }

    private int index() {
        SparkSession spark = SparkSession.builder()
                .appName("tern")
                .config("spark.plugins", plugins(new SparkConf().get("spark.plugins", "")))
                // A superseded attempt could still write an old version.
                .config(options.containsKey("--watch") ? Map.of("spark.speculation", "false") : Map.of())
                .getOrCreate();
        try {
            TernIndexing indexing = TernIndexing.of(spark).onProgress(this::progress);
            for (String setting : settings) {
                int equals = setting.indexOf('=');
                indexing.set(setting.substring(0, equals), setting.substring(equals + 1));
            }
            Optional.ofNullable(options.get("--order")).ifPresent(indexing::orderedBy);
            Optional.ofNullable(options.get("--failures")).ifPresent(indexing::failuresTo);
            Optional.ofNullable(options.get("--replies")).ifPresent(indexing::repliesIn);
            Optional.ofNullable(options.get("--tasks")).map(Integer::valueOf).ifPresent(indexing::tasks);
            if (options.containsKey("--watch")) {
                return stream(spark, indexing);
            }
            Dataset<Row> documents = InputFiles.read(spark, options.getOrDefault("--format", "json"), inputs);
            if (remove) {
                err.println(String.format(Locale.ROOT, "%,d documents removed", indexing.remove(documents)));
                return 0;
            }
            String staging = options.get("--bulk");
            return print(
                    staging == null ? indexing.run(documents) : indexing.bulk(documents, staging, BulkOptions.DEFAULT));
        } finally {
            spark.stop();
        }
    }

    private int stream(SparkSession spark, TernIndexing indexing) {
        try {
            new FolderWatch(spark, options.getOrDefault("--format", "json"), inputs.getFirst())
                    .start(indexing, Optional.ofNullable(options.get("--order")), options.getOrDefault("--watch", ""))
                    .awaitTermination();
            return 0;
        } catch (TimeoutException | StreamingQueryException e) {
            throw TaskFailure.unchecked(e);
        }
    }

    private static String plugins(String chosen) {
        String own = TernPlugin.class.getName();
        return chosen.isEmpty() ? own : chosen.contains(own) ? chosen : chosen + "," + own;
    }

    private void progress(long documents, long failures) {
        err.println(String.format(Locale.ROOT, "%,d documents, %,d failures so far", documents, failures));
    }

    private int print(IndexingReport report) {
        err.println(String.format(
                Locale.ROOT,
                "%,d documents (%,d unchanged): %,d passages and %,d statements written, %,d passages removed",
                report.documents(),
                report.unchanged(),
                report.passages(),
                report.statements(),
                report.removedPassages()));
        if (report.failedDocuments() > 0) {
            err.println(String.format(
                    Locale.ROOT,
                    "%,d documents failed%s",
                    report.failedDocuments(),
                    options.containsKey("--failures")
                            ? "; the reasons are in " + options.get("--failures")
                            : ": --failures FOLDER writes the reasons there"));
        }
        if (report.failedPassages() > 0) {
            err.println(String.format(
                    Locale.ROOT,
                    "extraction failed for %,d passages: tern add without a PLACE retries them",
                    report.failedPassages()));
        }
        if (report.stoppedByBudget()) {
            err.println(String.format(
                    Locale.ROOT,
                    "stopped before passing maxCost; %,d passages wait, and the same command again resumes",
                    report.waitingPassages()));
            return SPENT;
        }
        return report.failedDocuments() + report.failedPassages() > 0 ? 3 : 0;
    }
}
