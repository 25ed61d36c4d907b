package dev.tern.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A stub provider: vectors of words at once, replies after a delay, streamed on request. */
final class SlowProvider implements AutoCloseable {
    private static final byte[] NOTHING = " ".getBytes(StandardCharsets.UTF_8);
    private static final byte[] COMMENT = ": \n\n".getBytes(StandardCharsets.UTF_8);

    private final ProviderStub server = new ProviderStub(this::reply);
    private final int millis;
    private final Semaphore held = new Semaphore(0);
    private final Semaphore cuts = new Semaphore(0);
    private volatile boolean holding;

    SlowProvider(int millis) {
        this.millis = millis;
    }

    String url() {
        return server.url();
    }

    /** Sets whether later replies start and never end. */
    void hold(boolean value) {
        holding = value;
    }

    /** Waits until an endless reply has started. */
    boolean isHolding(int seconds) throws InterruptedException {
        return held.tryAcquire(seconds, TimeUnit.SECONDS);
    }

    /** Waits until the connection of an endless reply is closed. */
    boolean isCut(int seconds) throws InterruptedException {
        return cuts.tryAcquire(seconds, TimeUnit.SECONDS);
    }

    private void reply(ProviderStub.Call call) throws IOException, InterruptedException {
        if (call.path().endsWith("/embeddings")) {
            call.embed(ProviderStub::wordVector, 5);
        } else if (holding) {
            neverEnd(call);
        } else {
            Thread.sleep(millis);
            call.say("The Vale bridge [1].", 100, 6);
        }
    }

    /** Sends the first words, if streamed, and then padding until the client leaves. */
    private void neverEnd(ProviderStub.Call call) throws IOException, InterruptedException {
        boolean isStreamed = call.isStreamed();
        try (OutputStream body = call.begin()) {
            if (isStreamed) {
                ProviderStub.Call.event(
                        body,
                        ProviderStub.Call.choice("delta", "The Vale ", null).toString());
            }
            body.write(isStreamed ? COMMENT : NOTHING);
            body.flush();
            held.release();
            while (true) {
                body.flush();
                Thread.sleep(20);
                body.write(isStreamed ? COMMENT : NOTHING);
            }
        } catch (IOException closed) {
            cuts.release();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
