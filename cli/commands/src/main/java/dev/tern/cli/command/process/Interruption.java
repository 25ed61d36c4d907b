package dev.tern.cli.command.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a command cleanly when the process gets SIGINT (Ctrl-C) or SIGTERM: the command's thread is
 * interrupted and given some seconds to store what it has and to say so. The virtual machine then ends the process with
 * the signal's own exit code, 130 for Ctrl-C.
 */
public final class Interruption {
    private static final int PATIENCE_SECONDS = 20;

    private final CountDownLatch ended = new CountDownLatch(1);

    private Interruption() {}

    public static Interruption of(Thread command) {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.stop(command), "tern-interruption"));
        return interruption;
    }

    private void stop(Thread command) {
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

    /** Whether the process is told to end: no work is to be begun then. */
    public static boolean processEnds() {
        try {
            // Refused from then on, and of a thread that is no hook it does nothing.
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** The command is done and has said everything. */
    public void commandEnded() {
        ended.countDown();
    }
}
