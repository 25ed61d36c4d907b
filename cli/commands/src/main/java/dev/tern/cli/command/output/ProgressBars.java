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

/** Shows progress bars on stderr, and records how far each step got. Thread-safe. */
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
     * @param end the total; negative if unknown
     */
    public record StepProgress(long done, long end) {}

    public ProgressBars(boolean shown, Environment environment) {
        this.shown = shown;
        this.environment = environment;
    }

    /**
     * Shows the progress of a step, and ends the bar of another step.
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

    /** Shows the current step as complete, even if parts were skipped or the total is unknown. */
    public synchronized void finish() {
        StepProgress last = reached(current);
        long end = last.end() < 0 ? last.done() : last.end();
        if (end > 0) {
            show(current, end, end);
        }
    }

    /** Replaces the remark after the bar of the current step; does nothing without a bar. */
    public synchronized void setRemark(String text) {
        if (bar != null) {
            bar.setExtraMessage(" " + text);
        }
    }

    /** Clears the line of the bar, which is drawn again below the text that follows. */
    public synchronized void clear() {
        if (bar != null) {
            environment.err().print("\r" + " ".repeat(environment.columns() - 1) + "\r");
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

    /** Ends the bar, so that other output can follow. The bar's last state stays visible. */
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
