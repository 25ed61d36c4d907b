package dev.tern.models.kept;

import java.time.Instant;

/** Tells whether the process that began a run is still there. */
final class OwnProcess {
    /** The system rounds the beginning of a process as it likes. */
    private static final long TOLERANCE_MILLIS = 2_000;

    private OwnProcess() {}

    static long id() {
        return ProcessHandle.current().pid();
    }

    /** When a process began, in milliseconds; 0 if the system does not tell. */
    static long began() {
        return began(ProcessHandle.current());
    }

    /** Whether a process is alive; one that began at another time got the number later. */
    static boolean isAlive(long id, long began) {
        return ProcessHandle.of(id)
                .filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(began(process) - began) <= TOLERANCE_MILLIS)
                .isPresent();
    }

    private static long began(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
