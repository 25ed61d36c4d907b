package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;

final class TaskFailureTest {
    /** An exception as clients throw it. */
    @SuppressWarnings("serial")
    private static final class Unsendable extends RuntimeException {
        @SuppressWarnings("unused")
        private final Object socket = new Object();

        Unsendable() {
            super("reset", new IOException("by peer"));
        }
    }

    @Test
    void failureOfATaskIsSentWhateverCausedIt() {
        assertThatThrownBy(() -> TaskFailure.runSerialisable(() -> {
                    throw TernException.store("the store is away", new Unsendable());
                }))
                .isInstanceOfSatisfying(TernException.class, sent -> {
                    assertThat(sent.fault()).isEqualTo(TernException.Fault.STORE);
                    assertThat(sent)
                            .hasMessage("the store is away")
                            .hasRootCauseMessage("java.io.IOException: by peer");
                    assertThat(bytes(sent)).isPositive();
                });
    }

    @Test
    void reasonIsToldThatATaskGaveAndElseTheOneOfSpark() {
        TernException reason = TernException.user("empty");
        assertThat(TaskFailure.unchecked(new SparkException("Job aborted", reason)))
                .isSameAs(reason);
        assertThat(TaskFailure.unchecked(new SparkException("Job aborted", new IOException())))
                .hasMessage("Spark ended the run: Job aborted");
    }

    private static int bytes(Object sent) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.size();
    }
}
