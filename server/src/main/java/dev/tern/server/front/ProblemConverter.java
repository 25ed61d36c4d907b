package dev.tern.server.front;

import dev.tern.error.TernException;
import dev.tern.store.StoreClosedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts exceptions to problems for clients, and logs details under the id of the request. */
public final class ProblemConverter {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemConverter.class);
    private static final int RETRY_SECONDS = 5;
    private static final int OPERATOR_RETRY_SECONDS = 60;

    private ProblemConverter() {}

    /**
     * Returns the problem that a client may see.
     *
     * @param id the id of the request in the log
     */
    public static Problem problemOf(Throwable failure, String id) {
        return problemOf(failure, "request", id);
    }

    /**
     * Returns the problem that a caller may see: the operator also sees the messages of models, the
     * store and the configuration.
     *
     * @param id the id of the request in the log
     */
    public static Problem problemOf(Throwable failure, Caller caller, String id) {
        Problem told = problemOf(failure, id);
        return failure instanceof TernException known && caller.isOperator() ? told.toOperator(known) : told;
    }

    /**
     * Returns the problem that a client may see.
     *
     * @param work the work that failed: request or job
     * @param id the id of the request or job, for the caller and in the log
     */
    public static Problem problemOf(Throwable failure, String work, String id) {
        return switch (failure) {
            case Problem problem -> problem;
            case ClientGoneException left -> {
                LOG.debug("{} {}: {}", work, id, left.getMessage());
                yield Problem.clientLeft(String.valueOf(left.getMessage()));
            }
            case TernException known -> problemOf(known, work, id);
            case StoreClosedException closed -> {
                LOG.debug("{} {}: {}", work, id, closed.getMessage());
                yield Problem.unavailable(
                        "the graph was closed meanwhile, by its removal or the server's shutdown", RETRY_SECONDS);
            }
            case IOException disk -> ofTheDisk(disk, work, id);
            case UncheckedIOException disk -> ofTheDisk(disk, work, id);
            default -> {
                LOG.error("{} {} failed", work, id, failure);
                yield Problem.of(500, "Failed", "the server failed; see the log under this id");
            }
        };
    }

    /** Returns the problem that a caller may see, as it is sent. */
    public static Problem.Details details(Throwable failure, Caller caller, String id) {
        return problemOf(failure, caller, id).details(id);
    }

    private static Problem ofTheDisk(Exception failure, String work, String id) {
        LOG.warn("{} {}: {}", work, id, failure.toString(), failure);
        return Problem.unavailable(
                "the server could not read or write its files; see the log under this id", RETRY_SECONDS);
    }

    private static Problem problemOf(TernException failure, String work, String id) {
        return switch (failure.fault()) {
            case USER -> {
                String message = String.valueOf(failure.getMessage());
                if (failure.isTimeLimitPassed()) {
                    LOG.warn("{} {}: {}", work, id, message);
                    yield Problem.unavailable(message, RETRY_SECONDS);
                }
                yield failure.isConflict() ? Problem.conflict(message) : Problem.badRequest(message);
            }
            case OPERATOR -> {
                LOG.error("{} {}: {}", work, id, failure.getMessage(), failure);
                yield Problem.unavailable(
                        "the server is not configured for this; see the log under this id", OPERATOR_RETRY_SECONDS);
            }
            case MODEL -> {
                LOG.warn("{} {}: {}", work, id, failure.getMessage(), failure);
                yield Problem.of(
                        502,
                        "Model failed",
                        failure.isRefusal()
                                ? "a model refused the request; see the log under this id"
                                : "the model call failed; see the log under this id");
            }
            case STORE -> {
                LOG.warn("{} {}: {}", work, id, failure.getMessage(), failure);
                yield failure.damagedGraph().isPresent()
                        ? Problem.damaged(failure.damagedGraph().get(), OPERATOR_RETRY_SECONDS)
                        : Problem.unavailable("the store failed; see the log under this id", RETRY_SECONDS);
            }
            case BUDGET -> Problem.of(429, "Too many", String.valueOf(failure.getMessage()));
        };
    }
}
