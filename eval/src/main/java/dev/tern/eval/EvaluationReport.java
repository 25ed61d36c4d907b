package dev.tern.eval;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.tern.ingest.IngestReport;
import dev.tern.query.Mode;
import dev.tern.settings.Parameters;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an evaluation measured, and on what.
 *
 * @param dataset the name of the question set
 * @param documents how many documents its corpus has
 * @param queries how many questions were asked in each mode
 * @param modes the figures by mode, in the order asked
 * @param embeddingModel the embedding model of the graph
 * @param parameters the parameters of every question
 * @param warmUp how many questions were asked in each mode before its measuring began
 * @param parallelism how many questions were asked at a time; above 1, times include waiting for a processor
 * @param indexing what indexing the corpus took, if this evaluation indexed it
 * @param machine where it ran
 */
public record EvaluationReport(
        String dataset,
        long documents,
        int queries,
        Map<Mode, ModeFigures> modes,
        String embeddingModel,
        Parameters parameters,
        int warmUp,
        int parallelism,
        Optional<IngestReport> indexing,
        Machine machine) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .build();

    /** Copies. */
    public EvaluationReport {
        modes = Collections.unmodifiableMap(new LinkedHashMap<>(modes));
    }

    /**
     * The figures of a mode.
     *
     * @throws IllegalArgumentException if it was not evaluated
     */
    public ModeFigures figures(Mode mode) {
        ModeFigures figures = modes.get(mode);
        if (figures == null) {
            throw new IllegalArgumentException(nameOf(mode) + " mode was not evaluated");
        }
        return figures;
    }

    /**
     * This report as JSON with sorted keys, modes in lower case: {@code modes.local.recall.5} is a percentage. What is
     * not there, is left out.
     */
    public ObjectNode json() {
        SortedMap<String, ModeFigures> figures = new TreeMap<>();
        modes.forEach((mode, measured) -> figures.put(nameOf(mode), measured));
        ObjectNode report = JSON.createObjectNode();
        report.put("dataset", dataset);
        report.put("documents", documents);
        report.put("embeddingModel", embeddingModel);
        indexing.ifPresent(ingest -> report.set("indexing", JSON.valueToTree(ingest)));
        report.set("machine", JSON.valueToTree(machine));
        report.set("modes", JSON.valueToTree(figures));
        report.put("parallelism", parallelism);
        report.set("parameters", JSON.valueToTree(parameters));
        report.put("queries", queries);
        report.put("warmUp", warmUp);
        return report;
    }

    /** This report as a table for people: one row a mode. */
    public String table() {
        return EvaluationTable.of(this);
    }

    static String nameOf(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
