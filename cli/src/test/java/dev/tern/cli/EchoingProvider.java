package dev.tern.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider that rejects all requests, echoing their key in all forms; collects traces too. */
final class EchoingProvider implements AutoCloseable {
    private final ProviderStub server = new ProviderStub(this::refuse);

    /** The bodies of the received traces. */
    final List<String> traces = new CopyOnWriteArrayList<>();

    /** The keys received, with model requests and traces. */
    final List<String> keys = new CopyOnWriteArrayList<>();

    String url() {
        return server.url();
    }

    private void refuse(ProviderStub.Call call) throws IOException {
        String sent = call.authorization();
        keys.add(sent);
        if (call.path().startsWith("/v1/traces")) {
            traces.add(call.body());
            call.send(200, "");
            return;
        }
        String key = sent.replace("Bearer ", "");
        call.fail(
                401,
                "Incorrect API key " + key + ", "
                        + Base64.getEncoder().encodeToString(sent.getBytes(StandardCharsets.UTF_8)) + ", "
                        + URLEncoder.encode(key, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}
