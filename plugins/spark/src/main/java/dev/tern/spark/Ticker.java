package dev.tern.spark;

import java.util.concurrent.TimeUnit;

/** Runs an action every few seconds until it is stopped. */
record Ticker(Thread thread) {
    private static final int SECONDS = 5;

    static Ticker start(Runnable action) {
        return new Ticker(Thread.ofPlatform().daemon().name("tern-progress").start(() -> {
            try {
                while (true) {
                    TimeUnit.SECONDS.sleep(SECONDS);
                    action.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    void stop() {
        thread.interrupt();
    }
}
