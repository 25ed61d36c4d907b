package dev.tern.spark.bulk;

import dev.tern.error.TernException;
import dev.tern.settings.Consistency;
import dev.tern.spark.bulk.BulkListener.ImportProgress;
import dev.tern.spark.bulk.ImportJobs.ImportJob;
import dev.tern.spark.bulk.ImportJobs.ImportState;
import dev.tern.spark.bulk.ImportRecord.ImportTask;
import dev.tern.spark.bulk.ImportRecord.JobStep;
import dev.tern.store.GraphName;
import dev.tern.store.milvus.client.InterruptibleWait;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.filter.SelectiveFilters;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.ImportMark;
import dev.tern.store.milvus.view.MilvusGraphView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Creates graphs from files, one at a time; resumable after any failure.
 *
 * <pre>
 *   create hidden collections -> jobs of files -> load -> count -> check -> publish in one step
 * </pre>
 *
 * <p>After a problem with a file, a count or the check, the collections are dropped, the files
 * stay, and the next run starts again. If the server does not respond, or this process ends,
 * everything stays hidden, and the next run resumes from the journal: no file is imported twice,
 * not even one whose job was being requested at that moment.
 */
public final class BulkImport {
    private final MilvusConnection connection;
    private final BulkOptions options;

    /**
     * Creates an importer that uses the connection of a {@link
     * dev.tern.store.milvus.MilvusGraphCatalog}.
     */
    public BulkImport(MilvusConnection connection, BulkOptions options) {
        this.connection = connection;
        this.options = options;
    }

    /** Returns true if the server supports full-text search: passages then have a words column. */
    public boolean keepsWords() {
        return connection.findsWords();
    }

    /**
     * Checks that a graph can be imported, before its files are made.
     *
     * @param journal the journal of a run that may be resumed
     * @throws TernException the user's fault, if the server does not support imports, or has
     *     something under the graph's name that is not of the journal's run
     */
    public void requireNew(String graph, BulkJournal journal) {
        if (connection.lite()) {
            throw TernException.user("Milvus Lite at " + connection.settings()
                    + " has no bulk import: write without bulk, or to another Milvus");
        }
        GraphCollections collections = new GraphCollections(connection, GraphName.require(graph));
        Optional<ImportMark> mark = collections.importMark();
        String run = journal.read().map(text -> ImportRecord.ofJson(text).run()).orElse("");
        if (!run.isEmpty() && mark.map(there -> there.run().equals(run)).orElse(!collections.isTaken())) {
            return;
        }
        if (mark.isPresent() && !mark.get().isDone()) {
            throw TernException.user("the graph \"" + graph + "\" at " + connection.settings()
                    + " is being imported by the run " + mark.get().run()
                    + ": wait, resume with that run's files, or drop the graph");
        }
        if (collections.isTaken()) {
            throw TernException.user("the graph \"" + graph + "\" at " + connection.settings()
                    + " exists already; bulk only makes new graphs, and nothing was touched: write without bulk, or"
                    + " choose another name");
        }
    }

    /**
     * Creates a graph, or resumes its creation.
     *
     * @param check inspects the graph after its rows are counted, unless options disable it
     * @throws TernException the user's fault, if a graph of that name exists (nothing is changed),
     *     the journal has other files, or another process replaced the graph; the store's, if it
     *     cannot import a file, counts other rows than the files have, the check finds a problem,
     *     or the import stalls
     */
    public void run(BulkGraph graph, BulkJournal journal, BulkCheck check, BulkListener listener) {
        requireNew(graph.name(), journal);
        try (ImportJobs jobs = jobs()) {
            GraphCollections collections = new GraphCollections(connection, graph.name());
            Optional<ImportMark> there = collections.importMark();
            ImportRecord record = journal.read().map(ImportRecord::ofJson).orElse(null);
            // If the graph was dropped since, there is nothing to resume.
            if (record == null || there.isEmpty()) {
                record = ImportRecord.of(UUID.randomUUID().toString(), graph, jobs.maxFiles());
                // Writes the record before creating anything, so that a later run recognises its
                // collections.
                journal.write(record.toJson());
            }
            record.requireSame(graph);
            if (!there.map(ImportMark::isDone).orElse(false)) {
                try {
                    collections.createFor(new ImportMark(record.run(), false), graph.description());
                    new ImportRun(collections, jobs, record, journal, listener).await();
                    check(graph, collections, options.checked() ? check : BulkCheck.NONE);
                } catch (UnfitCollectionsException failure) {
                    requireStillOurs(graph, collections, record);
                    collections.drop();
                    journal.forget();
                    throw failure.report;
                }
                requireStillOurs(graph, collections, record);
                collections.mark(new ImportMark(record.run(), true));
            }
            journal.forget();
        }
    }

    /** Throws if another client has replaced the graph during the import. */
    private void requireStillOurs(BulkGraph graph, GraphCollections collections, ImportRecord record) {
        ImportMark ours = new ImportMark(record.run(), false);
        if (!collections.importMark().filter(ours::equals).isPresent()) {
            throw TernException.user("the graph \"" + graph.name() + "\" at " + connection.settings()
                    + " was dropped or replaced by another process during the import; the new graph was not touched");
        }
    }

    private ImportJobs jobs() {
        return options.endpoint().isPresent() || connection.atLeast(2, 4)
                ? new HttpImportJobs(connection.settings(), options)
                : new GrpcImportJobs(connection.settings());
    }

    /** A failure that a retry with the same collections would repeat. */
    private static final class UnfitCollectionsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient TernException report;

        UnfitCollectionsException(String message) {
            this.report = TernException.store(message + "; nothing of the graph was left");
        }
    }

    /** Loads the collections, counts their rows, and runs the check. */
    private void check(BulkGraph graph, GraphCollections collections, BulkCheck check) {
        collections.load();
        CollectionReader reader =
                new CollectionReader(connection, collections, graph.description(), Consistency.STRONG);
        for (BulkTable table : BulkTable.values()) {
            long wanted = graph.rows(table);
            // A recent import may not be counted yet.
            boolean there = retry(() -> reader.count(table.kind(), Condition.ALL) == wanted);
            if (!there) {
                throw new UnfitCollectionsException("Milvus at " + connection.settings() + " has "
                        + reader.count(table.kind(), Condition.ALL) + " rows in " + collections.name(table.kind())
                        + "; the files of its import have " + wanted);
            }
        }
        FilteredSearch search = new FilteredSearch(reader, new SelectiveFilters());
        Optional<String> wrong = check.problem(new MilvusGraphView(search, new ReentrantLock(), () -> {}));
        if (wrong.isPresent()) {
            throw new UnfitCollectionsException("Milvus at " + connection.settings() + " has imported the graph \""
                    + graph.name() + "\" incorrectly: " + wrong.get());
        }
    }

    /**
     * Repeats a test until it is true; returns false if it stays false for longer than the timeout
     * of a request.
     */
    private boolean retry(Supplier<Boolean> fits) {
        long start = System.nanoTime();
        while (!fits.get()) {
            if (System.nanoTime() - start > connection.settings().timeout().toNanos()) {
                return false;
            }
            InterruptibleWait.pause(options.poll());
        }
        return true;
    }

    /** The jobs of a run, of which a bounded number run concurrently. */
    private final class ImportRun {
        private final GraphCollections collections;
        private final ImportJobs jobs;
        private final ImportRecord record;
        private final BulkJournal journal;
        private final BulkListener listener;
        private String seen = "";
        private long seenNanos = System.nanoTime();

        ImportRun(
                GraphCollections collections,
                ImportJobs jobs,
                ImportRecord record,
                BulkJournal journal,
                BulkListener listener) {
            this.collections = collections;
            this.jobs = jobs;
            this.record = record;
            this.journal = journal;
            this.listener = listener;
        }

        void await() {
            adoptSent();
            while (record.jobs().stream().anyMatch(job -> job.step != JobStep.DONE)) {
                begin();
                List<String> report = new ArrayList<>();
                boolean ended = false;
                for (ImportTask job : in(JobStep.RUNNING)) {
                    ImportJob found = jobs.job(job.id);
                    report.add(found.toString());
                    ended |= update(job, found);
                }
                requireProgress(report.toString());
                if (!ended) {
                    InterruptibleWait.pause(options.poll());
                }
            }
        }

        private List<ImportTask> in(JobStep step) {
            return record.jobs().stream().filter(job -> job.step == step).toList();
        }

        /**
         * Finds the jobs on the server whose ids are unknown, because the last run ended while it
         * requested them; jobs that the server does not have are requested again later.
         */
        private void adoptSent() {
            for (ImportTask job : in(JobStep.SENDING)) {
                while (!findJobs(job)) {
                    InterruptibleWait.pause(options.poll());
                }
                change(job, job.id.isEmpty() ? JobStep.WAITING : JobStep.RUNNING);
            }
        }

        /**
         * Looks for a job on the server; returns false while the server has a running job that does
         * not name its files yet.
         */
        private boolean findJobs(ImportTask job) {
            List<String> unnamed = new ArrayList<>();
            for (String id : jobs.jobs(collections.name(job.table.kind()))) {
                ImportJob there = jobs.job(id);
                if (there.report().contains(job.files.getFirst())) {
                    job.id = id;
                    return true;
                }
                boolean names = record.jobs().stream()
                        .anyMatch(each ->
                                id.equals(each.id) || each.files.stream().anyMatch(there.report()::contains));
                if (there.state() == ImportState.RUNNING && !names) {
                    unnamed.add(there.toString());
                }
            }
            requireProgress(unnamed.toString());
            return unnamed.isEmpty();
        }

        private void begin() {
            int free = options.parallelJobs() - in(JobStep.RUNNING).size();
            for (ImportTask job :
                    in(JobStep.WAITING).stream().limit(Math.max(0, free)).toList()) {
                change(job, JobStep.SENDING);
                job.id = jobs.begin(collections.name(job.table.kind()), job.files);
                change(job, JobStep.RUNNING);
            }
        }

        /** Updates a job by the server's report; returns true if it has ended. */
        private boolean update(ImportTask job, ImportJob found) {
            switch (found.state()) {
                case RUNNING -> {
                    return false;
                }
                case FAILED ->
                    throw new UnfitCollectionsException("Milvus at " + connection.settings() + " did not import "
                            + String.join(", ", job.files) + " into "
                            + collections.name(job.table.kind()) + " (job " + job.id + "): " + found.reason());
                case DONE -> {
                    if (found.rows() >= 0 && found.rows() != job.rows) {
                        throw new UnfitCollectionsException(
                                "Milvus at " + connection.settings() + " imported " + found.rows() + " rows of "
                                        + String.join(", ", job.files) + ", which should have " + job.rows);
                    }
                    change(job, JobStep.DONE);
                    List<ImportTask> done = in(JobStep.DONE);
                    listener.progress(new ImportProgress(
                            done.stream().mapToInt(one -> one.files.size()).sum(),
                            record.jobs().stream()
                                    .mapToInt(one -> one.files.size())
                                    .sum(),
                            done.stream().mapToLong(one -> one.rows).sum(),
                            record.jobs().stream().mapToLong(one -> one.rows).sum()));
                }
            }
            return true;
        }

        private void change(ImportTask job, JobStep step) {
            job.step = step;
            journal.write(record.toJson());
        }

        private void requireProgress(String report) {
            if (!report.equals(seen)) {
                seen = report;
                seenNanos = System.nanoTime();
            } else if (System.nanoTime() - seenNanos > options.stall().toNanos()) {
                throw TernException.store("Milvus at " + connection.settings()
                        + " made no progress with its import within "
                        + options.stall().toMillis() + " ms (stall): "
                        + (in(JobStep.RUNNING).size() + in(JobStep.SENDING).size())
                        + " jobs are running; run again to resume");
            }
        }
    }
}
