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
 * Shows on stderr how a long command goes on, with a bar for each of its steps, and remembers how far each step got.
 * Thread-safe.
 */
public final class ProgressBars implements AutoCloseable {
    private static final int REFRESH_MILLIS = 200;

    private final boolean shown;
    private final Environment environment;
    private final Map<String, Reached> reached = new HashMap<>();
    private String current = "";
    private @Nullable ProgressBar bar;

    /**
     * How far a step got.
     *
     * @param done how much of it is done
     * @param end how much there is to do; negative where that is not known
     */
    public record Reached(long done, long end) {}

    /**
     * Progress that has not begun.
     *
     * @param shown whether bars are shown, or nothing
     */
    public ProgressBars(boolean shown, Environment environment) {
        this.shown = shown;
        this.environment = environment;
    }

    /**
     * A step goes on. The first time that it does ends the bar of the step before.
     *
     * @param end how much there is to do; negative where that is not known
     */
    public synchronized void show(String step, long done, long end) {
        reached.put(step, new Reached(done, end));
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

    /** The current step is done, whatever was left out of it. */
    public synchronized void finish() {
        long end = reached(current).end();
        if (end > 0) {
            show(current, end, end);
        }
    }

    /** Adds a remark behind the bar. */
    public synchronized void say(String text) {
        if (bar != null) {
            bar.setExtraMessage(" " + text);
        }
    }

    /** How far a step got; 0 of 0 if it has not begun. */
    public synchronized Reached reached(String step) {
        return reached.getOrDefault(step, new Reached(0, 0));
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

    /** Ends the bar before something is printed; what it shows stays. */
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
