package dev.tern.models.kept;

import java.time.Instant;

/** Checks whether the process of a run is still alive. */
final class ProcessCheck {
    /** The maximum difference between two start times that the system reports for one process. */
    private static final long TOLERANCE_MILLIS = 2_000;

    private ProcessCheck() {}

    static long id() {
        return ProcessHandle.current().pid();
    }

    /** Returns the start time of this process, in milliseconds since 1970; 0 if unknown. */
    static long began() {
        return began(ProcessHandle.current());
    }

    /** Returns true if the process with an id and a start time is alive; ids are reused. */
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
