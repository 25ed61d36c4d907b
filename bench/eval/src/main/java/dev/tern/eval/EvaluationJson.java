package dev.tern.eval;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.tern.eval.measure.Difference;
import dev.tern.eval.measure.Interval;
import dev.tern.ingest.IngestReport;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats an evaluation as JSON: reproducible figures, and times. Missing values are left out. */
public final class EvaluationJson {
    private static final double PLACES = 1e4;
    private static final int LINE = 110;
    private static final Pattern FLAT_OBJECT = Pattern.compile("\\{[^{}\\[\\]]*\\}");
    static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .build();

    private final EvaluationSummary summary;
    private final RunManifest manifest;
    private final List<IngestReport> indexing;

    /**
     * Creates the JSON of a run.
     *
     * @param indexing the report of indexing each corpus
     */
    public EvaluationJson(EvaluationSummary summary, RunManifest manifest, List<IngestReport> indexing) {
        this.summary = summary;
        this.manifest = manifest;
        this.indexing = List.copyOf(indexing);
    }

    /** Returns the manifest, the figures and the times in one new object. */
    public ObjectNode all() {
        ObjectNode all = figures();
        all.set("times", times());
        return all;
    }

    /** Returns the manifest and the figures: measures in percent, differences in points. */
    public ObjectNode figures() {
        ObjectNode report = JSON.createObjectNode();
        report.set("manifest", manifest());
        ArrayNode sets = report.putArray("sets");
        for (EvaluationReport set : summary.sets()) {
            ObjectNode node = sets.addObject();
            node.put("dataset", set.dataset()).put("documents", set.documents()).put("queries", set.queries());
            ObjectNode methods = node.putObject("methods");
            set.methods().forEach((name, figures) -> methods.set(name, method(figures)));
            if (!set.candidates().isEmpty()) {
                node.set("candidates", candidates(set.candidates()));
            }
        }
        ObjectNode means = report.putObject("mean");
        summary.means().forEach((method, measures) -> means.set(method, intervals(measures)));
        report.put("reference", summary.reference());
        ObjectNode differences = report.putObject("ahead");
        summary.differences().forEach((method, measures) -> {
            ObjectNode node = differences.putObject(method);
            measures.forEach((measure, difference) -> node.set(measure, difference(difference)));
        });
        if (!summary.candidates().isEmpty()) {
            report.set("candidates", candidates(summary.candidates()));
        }
        return report;
    }

    /** Returns the manifest of the run, without its peak of memory. */
    public ObjectNode manifest() {
        ObjectNode node = JSON.valueToTree(manifest);
        // The memory of a process differs between runs.
        node.withObject("/machine").remove("peakMemoryBytes");
        return node;
    }

    /** Returns the reports of indexing, times in milliseconds, and the peak of memory in bytes. */
    public ObjectNode times() {
        ObjectNode times = JSON.createObjectNode();
        times.set("indexing", JSON.valueToTree(indexing));
        manifest.machine().peakMemoryBytes().ifPresent(bytes -> times.put("peakMemoryBytes", bytes));
        ObjectNode sets = times.putObject("sets");
        for (EvaluationReport set : summary.sets()) {
            ObjectNode methods = sets.putObject(set.dataset());
            set.methods().forEach((name, figures) -> methods.set(name, JSON.valueToTree(figures.times())));
        }
        return times;
    }

    /** Formats JSON; an object of plain values is on one line if it fits into 110 characters. */
    public static String text(ObjectNode json) {
        return FLAT_OBJECT.matcher(json.toPrettyString()).replaceAll(found -> {
            String line = found.group().replaceAll("\\s+", " ");
            return Matcher.quoteReplacement(line.length() <= LINE ? line : found.group());
        });
    }

    private static ObjectNode method(MethodFigures figures) {
        ObjectNode node = JSON.createObjectNode();
        node.set("measures", intervals(figures.measures()));
        node.set("cost", JSON.valueToTree(figures.cost()));
        if (!figures.strata().isEmpty()) {
            ObjectNode strata = node.putObject("strata");
            figures.strata().forEach((by, some) -> {
                ObjectNode alike = strata.putObject(by);
                some.forEach((name, stratum) -> {
                    ObjectNode one = alike.putObject(name).put("questions", stratum.questions());
                    stratum.measures().forEach((measure, mean) -> one.put(measure, rounded(mean)));
                });
            });
        }
        return node;
    }

    private static ArrayNode candidates(List<CandidateFigures> candidates) {
        ArrayNode array = JSON.createArrayNode();
        for (CandidateFigures figures : candidates) {
            ObjectNode node = array.addObject();
            figures.budget().ifPresent(budget -> node.put("budget", budget));
            node.put("lines", rounded(figures.lines()));
            node.put("tokens", rounded(figures.tokens()));
            node.put("promptTokens", rounded(figures.promptTokens()));
            node.set("coverage", interval(figures.coverage()));
            node.set("allGold", interval(figures.allGold()));
            node.set("evidence", interval(figures.evidence()));
        }
        return array;
    }

    private static ObjectNode intervals(Map<String, Interval> measures) {
        ObjectNode node = JSON.createObjectNode();
        measures.forEach((measure, interval) -> node.set(measure, interval(interval)));
        return node;
    }

    private static ObjectNode interval(Interval interval) {
        return JSON.createObjectNode()
                .put("value", rounded(interval.value()))
                .put("low", rounded(interval.low()))
                .put("high", rounded(interval.high()));
    }

    private static ObjectNode difference(Difference difference) {
        return interval(difference.difference()).put("chance", rounded(difference.chance()));
    }

    private static double rounded(double value) {
        return Math.round(value * PLACES) / PLACES;
    }
}
