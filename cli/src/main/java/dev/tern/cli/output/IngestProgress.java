package dev.tern.cli.output;

import dev.tern.cli.process.Environment;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import java.util.Locale;

/** Shows how an ingestion goes on. */
public interface IngestProgress extends IngestListener, AutoCloseable {
    /** Nothing more will be indexed; what is shown stays as it is. */
    void end();

    @Override
    default void close() {
        end();
    }

    /** A bar if it is to be shown, otherwise nothing. */
    static IngestProgress of(boolean shown, Environment environment, long documents) {
        return shown ? new Bar(environment, documents) : new Silence();
    }

    /** Shows no progress at all. */
    final class Silence implements IngestProgress {
        @Override
        public void progress(IngestReport soFar) {
            // shown to nobody
        }

        @Override
        public void end() {
            // nothing is open
        }
    }

    /** A bar that counts documents. */
    final class Bar implements IngestProgress {
        private final TerminalBar bar;

        private Bar(Environment environment, long documents) {
            bar = new TerminalBar(environment, "Indexing", documents);
        }

        @Override
        public void progress(IngestReport soFar) {
            bar.stepTo(soFar.documents());
            if (soFar.extracted() + soFar.failed() + soFar.waiting() > 0) {
                bar.say(String.format(
                        Locale.ROOT,
                        "%,d passages: %,d extracted, %,d failed, %,d waiting",
                        soFar.passages(),
                        soFar.extracted(),
                        soFar.failed(),
                        soFar.waiting()));
            }
        }

        @Override
        public void end() {
            bar.close();
        }
    }
}
