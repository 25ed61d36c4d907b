package dev.tern.spark.bulk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.List;

/**
 * The progress of a run in its journal.
 *
 * @param run the id of the run
 * @param graph the name of the graph
 * @param jobs the jobs, in the order of their start
 */
record ImportRecord(String run, String graph, List<ImportTask> jobs) {
    /** The state of a job in the journal. */
    enum JobStep {
        WAITING,
        /** Requested, perhaps started; the id is not yet known. */
        SENDING,
        RUNNING,
        DONE
    }

    /** A job with some files of a table. */
    static final class ImportTask {
        final BulkTable table;
        final List<String> files;
        final long rows;
        JobStep step = JobStep.WAITING;
        String id = "";

        ImportTask(BulkTable table, List<String> files, long rows) {
            this.table = table;
            this.files = files;
            this.rows = rows;
        }
    }

    /** Returns the record of a new run. */
    static ImportRecord of(String run, BulkGraph graph, int filesPerJob) {
        List<ImportTask> jobs = new ArrayList<>();
        for (BulkTable table : BulkTable.values()) {
            List<BulkFile> files =
                    graph.files().stream().filter(file -> file.table() == table).toList();
            for (int start = 0; start < files.size(); start += filesPerJob) {
                List<BulkFile> some = files.subList(start, Math.min(files.size(), start + filesPerJob));
                jobs.add(new ImportTask(
                        table,
                        some.stream().map(BulkFile::path).toList(),
                        some.stream().mapToLong(BulkFile::rows).sum()));
            }
        }
        return new ImportRecord(run, graph.name(), jobs);
    }

    /** Throws if a graph to create has another name or other files than this record. */
    void requireSame(BulkGraph wanted) {
        List<String> files =
                jobs.stream().flatMap(job -> job.files.stream()).sorted().toList();
        if (!graph.equals(wanted.name())
                || !files.equals(
                        wanted.files().stream().map(BulkFile::path).sorted().toList())) {
            throw TernException.user("the journal is of an import of " + files.size() + " other files into the graph \""
                    + graph + "\"; resume it, or drop that graph and delete the journal");
        }
    }

    String toJson() {
        JsonArray all = new JsonArray();
        for (ImportTask job : jobs) {
            JsonObject one = new JsonObject();
            one.addProperty("table", job.table.name());
            JsonArray files = new JsonArray();
            job.files.forEach(files::add);
            one.add("files", files);
            one.addProperty("rows", job.rows);
            one.addProperty("step", job.step.name());
            one.addProperty("id", job.id);
            all.add(one);
        }
        JsonObject record = new JsonObject();
        record.addProperty("run", run);
        record.addProperty("graph", graph);
        record.add("jobs", all);
        return record.toString();
    }

    static ImportRecord ofJson(String text) {
        try {
            JsonObject record = JsonParser.parseString(text).getAsJsonObject();
            List<ImportTask> jobs = new ArrayList<>();
            for (JsonElement element : record.getAsJsonArray("jobs")) {
                JsonObject one = element.getAsJsonObject();
                List<String> files = new ArrayList<>();
                one.getAsJsonArray("files").forEach(file -> files.add(file.getAsString()));
                ImportTask job = new ImportTask(
                        BulkTable.valueOf(one.get("table").getAsString()),
                        files,
                        one.get("rows").getAsLong());
                job.step = JobStep.valueOf(one.get("step").getAsString());
                job.id = one.get("id").getAsString();
                jobs.add(job);
            }
            return new ImportRecord(
                    record.get("run").getAsString(), record.get("graph").getAsString(), jobs);
        } catch (JsonParseException
                | NullPointerException
                | IllegalStateException
                | IllegalArgumentException
                | ClassCastException e) {
            throw TernException.operator("the journal of the import is not from Tern: delete it", e);
        }
    }
}
