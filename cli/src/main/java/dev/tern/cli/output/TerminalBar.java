package dev.tern.cli.output;

import dev.tern.cli.process.Environment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/** A bar with the rate and the time that is left, on stderr. */
public final class TerminalBar implements AutoCloseable {
    private static final int REFRESH_MILLIS = 200;

    private final ProgressBar bar;

    /** A bar that ends at a number; without an end where the number is negative. */
    public TerminalBar(Environment environment, String task, long end) {
        bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(end)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .showSpeed()
                .setSpeedUnit(ChronoUnit.SECONDS)
                .setEtaFunction(TerminalBar::timeLeft)
                .setConsumer(new ConsoleProgressBarConsumer(environment.err(), environment.columns() - 1))
                .build();
    }

    private static Optional<Duration> timeLeft(ProgressState state) {
        if (state.getCurrent() <= 0 || state.isIndefinite()) {
            return Optional.empty();
        }
        long left = state.getMax() - state.getCurrent();
        return Optional.of(state.getElapsedAfterStart().multipliedBy(left).dividedBy(state.getCurrent()));
    }

    public void stepTo(long done) {
        bar.stepTo(done);
    }

    /** Says something behind the bar. */
    public void say(String text) {
        bar.setExtraMessage(" " + text);
    }

    @Override
    public void close() {
        bar.close();
    }
}
