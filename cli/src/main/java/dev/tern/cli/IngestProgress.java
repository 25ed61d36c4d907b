package dev.tern.cli;

import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/** Shows how an ingestion goes on. */
interface IngestProgress extends IngestListener, AutoCloseable {
    /** Nothing more will be indexed; what is shown stays as it is. */
    void end();

    @Override
    default void close() {
        end();
    }

    /** A bar if it is to be shown, otherwise nothing. */
    static IngestProgress of(boolean shown, Surroundings surroundings, long documents) {
        return shown ? new Bar(surroundings, documents) : new Silence();
    }

    /** No progress. */
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

    /** A bar with the rate and the time that is left. */
    final class Bar implements IngestProgress {
        private static final int REFRESH_MILLIS = 200;

        private final ProgressBar bar;

        private Bar(Surroundings surroundings, long documents) {
            bar = new ProgressBarBuilder()
                    .setTaskName("Indexing")
                    .setInitialMax(documents)
                    .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                    .setUpdateIntervalMillis(REFRESH_MILLIS)
                    .showSpeed()
                    .setSpeedUnit(ChronoUnit.SECONDS)
                    .setEtaFunction(Bar::timeLeft)
                    .setConsumer(new ConsoleProgressBarConsumer(surroundings.err(), surroundings.columns() - 1))
                    .build();
        }

        private static Optional<Duration> timeLeft(ProgressState state) {
            if (state.getCurrent() <= 0 || state.isIndefinite()) {
                return Optional.empty();
            }
            long left = state.getMax() - state.getCurrent();
            return Optional.of(state.getElapsedAfterStart().multipliedBy(left).dividedBy(state.getCurrent()));
        }

        @Override
        public void progress(IngestReport soFar) {
            bar.stepTo(soFar.documents());
        }

        @Override
        public void end() {
            bar.close();
        }
    }
}
