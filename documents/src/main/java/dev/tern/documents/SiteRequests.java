package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Sends requests to one site at a minimum interval; an interrupt is an error. Thread-safe. */
final class SiteRequests {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int MAX_TRIES = 3;
    private static final long MAX_WAIT_SECONDS = 120;

    private final WebPages pages;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile Duration pace = Duration.ZERO;
    private long next = System.nanoTime();

    SiteRequests(WebPages pages) {
        this.pages = pages;
    }

    /** Sets the minimum interval between the starts of two requests. */
    void pace(Duration value) {
        pace = value;
    }

    boolean isPaced() {
        return pace.isPositive();
    }

    /** Requests a page; retries a 429 or 503 at most twice, after a Retry-After of 1 to 120 s. */
    WebPages.FetchedPage ask(WebAddress address, WebPages.PageValidators before, Path file) throws UnreadableException {
        for (int attempt = 1; ; attempt++) {
            waitForTurn();
            WebPages.FetchedPage answer = pages.ask(address, before, file);
            boolean later = answer.status() == TOO_MANY_REQUESTS || answer.status() == UNAVAILABLE;
            long seconds = answer.retryAfter().orElse(0L);
            if (!later || attempt == MAX_TRIES || seconds == 0 || seconds > MAX_WAIT_SECONDS) {
                return answer;
            }
            sleep(Duration.ofSeconds(seconds));
        }
    }

    private void waitForTurn() {
        turn.lock();
        try {
            long wait = next - System.nanoTime();
            if (isPaced() && wait > 0) {
                sleep(Duration.ofNanos(wait));
            }
            next = System.nanoTime() + pace.toNanos();
        } finally {
            turn.unlock();
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("loading was interrupted", e);
        }
    }
}
