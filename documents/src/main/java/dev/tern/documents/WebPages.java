package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches web pages by HTTP. The host of every hop is resolved once, all its addresses are checked,
 * and the connection goes to a checked address. No cookies, passwords or environment proxies are
 * used, and redirects pass the same checks. Thread-safe.
 */
final class WebPages implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebPages.class);
    private static final int HOPS = 5;
    private static final int HEADERS = 200;
    private static final int HEADER_CHARACTERS = 16_384;

    private final LoadLimits limits;
    private final AddressRule rule;
    private final HostResolver names;
    private final boolean showAddresses;
    private final CloseableHttpClient client;

    /** Thrown for an unknown or forbidden host, with a reason that may be shown to callers. */
    private static final class RefusedHostException extends UnknownHostException {
        private static final long serialVersionUID = 1L;

        private RefusedHostException(String reason) {
            super(reason);
        }
    }

    /** Resolves the names of hosts. */
    @FunctionalInterface
    interface HostResolver {
        /** Returns all addresses of a host, which may itself be an address. */
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /**
     * A server's response without the body.
     *
     * @param last the address after all redirects
     * @param status 200 if there is a page; always so for {@link #fetch}
     * @param type the declared media type, or empty
     * @param charset the declared character set, or empty
     * @param seen the validators of this page
     * @param retryAfter the server's requested delay in seconds; empty if there is none
     */
    record FetchedPage(
            WebAddress last, int status, String type, String charset, PageValidators seen, Optional<Long> retryAfter) {
        /** Returns a file as the content of an address. */
        SourceFile source(WebAddress address, Path file) {
            String name = last.fileName().isEmpty() ? address.host() : last.fileName();
            return new SourceFile(address.displayText(), address.displayText(), file, name, type, charset, false, null);
        }

        UnreadableException refusal() {
            return new UnreadableException("cannot be fetched: its server answered " + status);
        }
    }

    /**
     * The validators of a page, for conditional requests.
     *
     * @param tag its ETag, or empty
     * @param modified its Last-Modified, or empty
     */
    record PageValidators(String tag, String modified) {
        static final PageValidators NEVER = new PageValidators("", "");
    }

    /**
     * Creates a client for pages.
     *
     * @param showAddresses true if reasons name hosts' addresses, and distinguish unknown from
     *     forbidden hosts
     */
    WebPages(LoadLimits limits, AddressRule rule, HostResolver names, boolean showAddresses) {
        this.limits = limits;
        this.rule = rule;
        this.names = names;
        this.showAddresses = showAddresses;
        Timeout patience = Timeout.ofSeconds(limits.of(LoadLimit.SECONDS));
        Http1Config bounded = Http1Config.custom()
                .setMaxHeaderCount(HEADERS)
                .setMaxLineLength(HEADER_CHARACTERS)
                .build();
        this.client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new CheckedHostResolver())
                        .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                                .http1Config(bounded)
                                .build())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(patience)
                                .setSocketTimeout(patience)
                                .build())
                        .build())
                .setDefaultRequestConfig(
                        RequestConfig.custom().setResponseTimeout(patience).build())
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableAutomaticRetries()
                .setUserAgent("Tern")
                .build();
    }

    /** Fetches a page into a file; throws unless the status is 200. */
    FetchedPage fetch(WebAddress address, Path file) throws UnreadableException {
        FetchedPage fetched = ask(address, PageValidators.NEVER, file);
        if (fetched.status() != HttpStatus.SC_OK) {
            throw fetched.refusal();
        }
        return fetched;
    }

    /** Requests a page; the file holds it after status 200, and is not written otherwise. */
    FetchedPage ask(WebAddress address, PageValidators before, Path file) throws UnreadableException {
        AtomicReference<@Nullable HttpGet> current = new AtomicReference<>();
        FutureTask<FetchedPage> task = new FutureTask<>(() -> follow(address, before, file, current));
        Thread.ofVirtual().name("fetch").start(task);
        try {
            return task.get(limits.of(LoadLimit.SECONDS), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw tooSlow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("loading was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnreadableException reason) {
                throw reason;
            }
            if (e.getCause() instanceof SocketTimeoutException) {
                throw tooSlow();
            }
            if (e.getCause() instanceof IOException failure) {
                throw new UnreadableException("cannot be fetched: " + reason(address, failure));
            }
            throw new IllegalStateException("fetching failed", e.getCause());
        } finally {
            task.cancel(true);
            HttpGet open = current.get();
            if (open != null) {
                open.cancel();
            }
        }
    }

    private UnreadableException tooSlow() {
        return new UnreadableException(
                "takes longer to fetch than " + limits.of(LoadLimit.SECONDS) + " s (load.maxSeconds)");
    }

    private FetchedPage follow(
            WebAddress first, PageValidators before, Path file, AtomicReference<@Nullable HttpGet> current)
            throws IOException, UnreadableException {
        WebAddress address = first;
        for (int hop = 0; hop <= HOPS; hop++) {
            HttpGet request = new HttpGet(address.uri());
            request.setHeader("Accept", "text/html, text/*, application/pdf, */*;q=0.5");
            if (!before.tag().isEmpty()) {
                request.setHeader(HttpHeaders.IF_NONE_MATCH, before.tag());
            }
            if (!before.modified().isEmpty()) {
                request.setHeader(HttpHeaders.IF_MODIFIED_SINCE, before.modified());
            }
            current.set(request);
            WebAddress here = address;
            Object result = client.execute(request, response -> answer(here, response, file));
            if (result instanceof UnreadableException reason) {
                throw reason;
            }
            if (result instanceof FetchedPage fetched) {
                return fetched;
            }
            address = (WebAddress) result;
        }
        throw new UnreadableException("redirects more than " + HOPS + " times");
    }

    /** Returns the response, the target of a redirect, or the reason for a failure. */
    private Object answer(WebAddress address, ClassicHttpResponse response, Path file) throws IOException {
        try {
            int status = response.getCode();
            Header location = response.getFirstHeader("Location");
            boolean elsewhere = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
            if (elsewhere && location != null) {
                return address.resolve(location.getValue());
            }
            PageValidators pageValidators =
                    new PageValidators(header(response, HttpHeaders.ETAG), header(response, HttpHeaders.LAST_MODIFIED));
            HttpEntity entity = response.getEntity();
            if (status != HttpStatus.SC_OK || entity == null) {
                String retry = header(response, HttpHeaders.RETRY_AFTER);
                return new FetchedPage(
                        address,
                        status == HttpStatus.SC_OK ? HttpStatus.SC_NO_CONTENT : status,
                        "",
                        "",
                        pageValidators,
                        retry.matches("\\d{1,9}") ? Optional.of(Long.valueOf(retry)) : Optional.empty());
            }
            ContentType type = ContentType.parseLenient(entity.getContentType());
            String mediaType = type == null || type.getMimeType() == null ? "" : type.getMimeType();
            if (mediaType.matches("(?i)(image|audio|video|font|model)/.*")) {
                return new UnreadableException("is of the type " + mediaType + ", which is not read");
            }
            copy(entity, file);
            String charset = type == null || type.getCharset() == null
                    ? ""
                    : type.getCharset().name();
            return new FetchedPage(address, status, mediaType, charset, pageValidators, Optional.empty());
        } catch (UnreadableException e) {
            return e;
        }
    }

    /** Returns a header; empty if it is missing, not printable ASCII, or over 200 characters. */
    private static String header(ClassicHttpResponse response, String name) {
        Header header = response.getFirstHeader(name);
        String value = header == null || header.getValue() == null ? "" : header.getValue();
        return value.matches("[ -~]{1,200}") ? value : "";
    }

    private void copy(HttpEntity entity, Path file) throws IOException, UnreadableException {
        limits.check(
                LoadLimit.FILE_BYTES,
                entity.getContentLength(),
                "has " + LoadLimits.number(entity.getContentLength()) + " bytes");
        try (InputStream in = entity.getContent();
                OutputStream out = Files.newOutputStream(file)) {
            limits.copy(in, out);
        }
    }

    /** Returns the reason for a failure, with addresses only if configured. */
    private String reason(WebAddress address, IOException failure) {
        String reason = shortened(failure);
        if (showAddresses || failure instanceof RefusedHostException) {
            return reason;
        }
        LOG.info("{} cannot be fetched: {}", address.displayText(), reason);
        return "its server does not answer";
    }

    private static String shortened(IOException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getMessage() == null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }

    @Override
    public void close() {
        client.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
    }

    /** Resolves and checks the host of every connection. */
    private final class CheckedHostResolver implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            InetAddress[] addresses;
            try {
                addresses = names.addresses(bare);
            } catch (UnknownHostException e) {
                throw refusal(bare, "the host " + bare + " is unknown");
            }
            for (InetAddress address : addresses) {
                Optional<String> refusal = rule.refusal(address);
                if (refusal.isPresent()) {
                    throw refusal(
                            bare,
                            "the host " + bare + " has the address " + address.getHostAddress() + ", " + refusal.get()
                                    + "; read only if private addresses are allowed (--allow-private)");
                }
            }
            return addresses;
        }

        private RefusedHostException refusal(String host, String reason) {
            if (!showAddresses) {
                LOG.info("A page is not fetched: {}", reason);
            }
            return new RefusedHostException(
                    showAddresses ? reason : "the host " + host + " is unknown, or not on the open internet");
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
