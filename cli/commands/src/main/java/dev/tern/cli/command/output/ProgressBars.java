package dev.tern.cli.command.output;

import dev.tern.cli.command.process.Environment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;
import org.jspecify.annotations.Nullable;

/**
 * Shows progress bars on stderr, one for each step of a command, and records how far each step got.
 * Thread-safe.
 */
public final class ProgressBars implements AutoCloseable {
    private static final int REFRESH_MILLIS = 200;

    private final boolean shown;
    private final Environment environment;
    private final Map<String, StepProgress> reached = new HashMap<>();
    private String current = "";
    private @Nullable ProgressBar bar;

    /**
     * The progress of a step.
     *
     * @param done the amount done
     * @param end the total; negative if unknown
     */
    public record StepProgress(long done, long end) {}

    /**
     * Creates the bars, without any step.
     *
     * @param shown true to show bars
     */
    public ProgressBars(boolean shown, Environment environment) {
        this.shown = shown;
        this.environment = environment;
    }

    /**
     * Shows the progress of a step, and ends the bar of the step before.
     *
     * @param end the total; negative if unknown
     */
    public synchronized void show(String step, long done, long end) {
        reached.put(step, new StepProgress(done, end));
        if (!step.equals(current)) {
            end();
            current = step;
            bar = shown ? bar(step, end) : null;
        }
        if (bar != null) {
            bar.maxHint(end);
            bar.stepTo(done);
        }
    }

    /** Completes the current step, even if some of it was left out. */
    public synchronized void finish() {
        long end = reached(current).end();
        if (end > 0) {
            show(current, end, end);
        }
    }

    /** Adds a remark after the bar. */
    public synchronized void setRemark(String text) {
        if (bar != null) {
            bar.setExtraMessage(" " + text);
        }
    }

    /** Returns the progress of a step; 0 of 0 if it has not begun. */
    public synchronized StepProgress reached(String step) {
        return reached.getOrDefault(step, new StepProgress(0, 0));
    }

    private ProgressBar bar(String step, long end) {
        return new ProgressBarBuilder()
                .setTaskName(step)
                .setInitialMax(end)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .showSpeed()
                .setSpeedUnit(ChronoUnit.SECONDS)
                .setEtaFunction(ProgressBars::timeLeft)
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

    /** Ends the bar before other output; its last state stays visible. */
    public synchronized void end() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    @Override
    public void close() {
        end();
    }
}
