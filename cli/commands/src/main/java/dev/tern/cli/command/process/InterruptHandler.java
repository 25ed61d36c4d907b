package dev.tern.cli.command.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a command cleanly on SIGINT (Ctrl-C) or SIGTERM: its thread is interrupted, and has {@value
 * #PATIENCE_SECONDS} seconds to store its results and to report. The virtual machine then exits
 * with the signal's code, 130 for Ctrl-C.
 */
public final class InterruptHandler {
    private static final int PATIENCE_SECONDS = 20;

    private final CountDownLatch ended = new CountDownLatch(1);

    private InterruptHandler() {}

    public static InterruptHandler of(Thread command) {
        InterruptHandler interruption = new InterruptHandler();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.interrupt(command), "tern-interruption"));
        return interruption;
    }

    private void interrupt(Thread command) {
        if (ended.getCount() == 0) {
            return;
        }
        command.interrupt();
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("tern: interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns true if the virtual machine is shutting down. No work should be started then. */
    public static boolean processEnds() {
        try {
            // Throws during shutdown, and otherwise does nothing, as this thread is no hook.
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Reports that the command has ended and printed everything. */
    public void commandEnded() {
        ended.countDown();
    }
}
