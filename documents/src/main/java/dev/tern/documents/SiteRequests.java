package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Requests to one site, as its operators ask for: at the pace of its robots.txt, and later where it says "later". Thread-safe.
 */
final class SiteRequests {
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final int TRIES = 3;
    private static final long LONGEST_WAIT_SECONDS = 120;

    private final WebPages pages;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile Duration pace = Duration.ZERO;
    private long next = System.nanoTime();

    SiteRequests(WebPages pages) {
        this.pages = pages;
    }

    /** From now on there is at least so long between the beginnings of two requests. */
    void pace(Duration value) {
        pace = value;
    }

    boolean isPaced() {
        return pace.isPositive();
    }

    /** As {@link WebPages#ask}, asking again where the server says when. */
    WebPages.Fetched ask(WebAddress address, WebPages.Seen before, Path file) throws UnreadableException {
        for (int attempt = 1; ; attempt++) {
            waitForTurn();
            WebPages.Fetched answer = pages.ask(address, before, file);
            boolean later = answer.status() == TOO_MANY || answer.status() == UNAVAILABLE;
            long seconds = answer.retryAfter().orElse(0L);
            if (!later || attempt == TRIES || seconds == 0 || seconds > LONGEST_WAIT_SECONDS) {
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
