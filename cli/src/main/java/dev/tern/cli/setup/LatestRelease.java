package dev.tern.cli.setup;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The latest release of Tern, as the sums of its files name it ({@code SHA256SUMS}, which {@code build/release/release.sh} makes).
 *
 * @param version its version, such as {@code 0.2.0}
 */
record LatestRelease(String version) {
    /** A release has a dozen files. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final Pattern ARCHIVE = Pattern.compile(
            "^[0-9a-f]{64} [ *]tern-(\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(?:-[0-9A-Za-z.]{1,40})?)\\.tar\\.gz$",
            Pattern.MULTILINE);

    /**
     * Fetches the sums. Redirects are followed, but never from https to http.
     *
     * @param patience for how long the whole of it may take
     * @throws TernException if they cannot be fetched, or are none of Tern's
     */
    static LatestRelease at(URI address, Duration patience) {
        HttpRequest request =
                HttpRequest.newBuilder(address).header("User-Agent", "Tern").build();
        try (HttpClient client =
                HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build()) {
            try {
                String sums = client.sendAsync(request, BodyHandlers.ofInputStream())
                        .thenApplyAsync(LatestRelease::text)
                        .get(patience.toMillis(), TimeUnit.MILLISECONDS);
                return named(sums, address);
            } finally {
                client.shutdownNow();
            }
        } catch (TimeoutException e) {
            throw notFetched(address, "there is no answer within " + patience.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw notFetched(address, reason(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private static String text(HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw new IOException("its server answered " + response.statusCode());
            }
            return new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LatestRelease named(String sums, URI address) {
        Matcher archive = ARCHIVE.matcher(sums);
        if (!archive.find()) {
            throw TernException.operator(address + " has no list of a release of Tern: no line of its first "
                    + MOST_BYTES + " bytes is the sum of a tern-VERSION.tar.gz");
        }
        return new LatestRelease(archive.group(1));
    }

    private static TernException notFetched(URI address, String reason, Exception cause) {
        return TernException.operator(
                "whether there is a newer Tern cannot be found out, and nothing else needs it: " + address
                        + " cannot be" + " fetched: " + reason,
                cause);
    }

    private static String reason(@Nullable Throwable failure) {
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof ConnectException) {
            return "its host cannot be reached from here";
        }
        return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
    }
}
