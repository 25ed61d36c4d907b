package dev.tern.spark;

import dev.tern.ingest.IngestListener;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/** The progress of a run's completed tasks in Spark's accumulators; repeats count again. */
final class RunCounters implements Serializable {
    private static final long serialVersionUID = 1L;

    private final LongAccumulator documents;
    private final LongAccumulator passages;
    private final LongAccumulator failures;

    RunCounters(SparkContext context) {
        documents = context.longAccumulator("tern documents");
        passages = context.longAccumulator("tern passages");
        failures = context.longAccumulator("tern failures");
    }

    long documents() {
        return documents.value();
    }

    long failures() {
        return failures.value();
    }

    void failed() {
        failures.add(1);
    }

    /** Returns a listener that counts the documents and passages of one call that adds them. */
    IngestListener listener() {
        AtomicLong documentsBefore = new AtomicLong();
        AtomicLong passagesBefore = new AtomicLong();
        return soFar -> {
            documents.add(soFar.documents() - documentsBefore.getAndSet(soFar.documents()));
            passages.add(soFar.passages() - passagesBefore.getAndSet(soFar.passages()));
        };
    }
}
