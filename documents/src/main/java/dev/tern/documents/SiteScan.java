package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Scans a site for changes. Pages are requested ahead of the comparison, with the validators of the
 * last response; if the server supports them, an unchanged page costs a response without a body.
 *
 * <p>After {@value #MAX_CONSECUTIVE_FAILURES} consecutive failures the site counts as out of order,
 * and the rest is not requested.
 */
final class SiteScan implements PlaceScan {
    private static final int MAX_CONSECUTIVE_FAILURES = 20;
    private static final int NOT_MODIFIED = 304;
    private static final int NOT_FOUND = 404;
    private static final int GONE_STATUS = 410;
    private static final int TENTH = 10;

    private final SiteListing listing;
    private final SiteRequests requests;
    private final LoadTools tools;
    private final int requestsAhead;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private int failed;
    private int failedInARow;
    private @Nullable PageResponse current;

    private SiteScan(SiteListing listing, SiteRequests requests, LoadTools tools) {
        this.listing = listing;
        this.requests = requests;
        this.tools = tools;
        this.requestsAhead = requests.isPaced() ? 1 : (int) tools.limits().of(LoadLimit.SITE_REQUESTS);
    }

    static SiteScan of(String text, Optional<Kind> expected, LoadTools tools) {
        String shown = WebAddress.withoutSecrets(text);
        try {
            SiteRequests requests = new SiteRequests(tools.pages());
            SiteListing listing = SiteListing.of(
                    WebAddress.parse(text), expected, requests, tools.folder().resolve("list"), tools);
            if (expected.isPresent() && expected.get() != listing.kind()) {
                throw TernException.user(shown + " was read as a " + describeKind(expected.get()) + " and is now a "
                        + describeKind(listing.kind()) + ": remove the source and add it again if intended");
            }
            return new SiteScan(listing, requests, tools);
        } catch (UnreadableException e) {
            tools.close();
            throw TernException.user(shown + " " + e.reason(), e);
        } catch (RuntimeException e) {
            tools.close();
            throw e;
        }
    }

    private static String describeKind(Kind kind) {
        return switch (kind) {
            case FOLDER -> "folder";
            case SITEMAP -> "site with a sitemap";
            case FEED -> "feed";
            case PAGE -> "page";
        };
    }

    @Override
    public Kind kind() {
        return listing.kind();
    }

    @Override
    public Set<String> ids() {
        return Collections.unmodifiableSet(listing.pages().keySet());
    }

    @Override
    public List<String> gaps() {
        List<String> gaps = new ArrayList<>(listing.gaps());
        // A single failed page is not a fault of the site; many show that the site is out of order.
        if (failed * TENTH > ids().size()) {
            gaps.add(failed + " of its " + ids().size() + " pages could not be fetched");
        }
        return gaps;
    }

    /**
     * The response for a page.
     *
     * @param file the file with its content, if the server sent it
     */
    private record PageResponse(
            ScanResult found, WebAddress address, Path file, WebPages.@Nullable FetchedPage fetched, String version) {}

    @Override
    public Iterator<ScanResult> compare(UnaryOperator<String> versions) {
        Iterator<Map.Entry<String, WebAddress>> each =
                listing.pages().entrySet().iterator();
        Deque<Future<PageResponse>> asked = new ArrayDeque<>();
        return new Iterator<>() {
            private int number;

            @Override
            public boolean hasNext() {
                return each.hasNext() || !asked.isEmpty();
            }

            @Override
            public ScanResult next() {
                discard();
                while (each.hasNext() && asked.size() < requestsAhead && failedInARow < MAX_CONSECUTIVE_FAILURES) {
                    Map.Entry<String, WebAddress> page = each.next();
                    Path file = tools.folder().resolve("page" + number++);
                    String version = versions.apply(page.getKey());
                    asked.add(threads.submit(() -> request(page.getKey(), page.getValue(), version, file)));
                }
                if (asked.isEmpty()) {
                    failed++;
                    return new Failed(
                            each.next().getKey(),
                            "was not requested: " + MAX_CONSECUTIVE_FAILURES + " pages before it could not be fetched");
                }
                PageResponse answer = result(asked.remove());
                current = answer;
                boolean fails = answer.found() instanceof Failed;
                failed += fails ? 1 : 0;
                failedInARow = fails ? failedInARow + 1 : 0;
                return answer.found();
            }
        };
    }

    private PageResponse request(String id, WebAddress address, String version, Path file) {
        ContentVersion known = ContentVersion.of(version);
        try {
            WebPages.FetchedPage answer =
                    requests.ask(address, new WebPages.PageValidators(known.first(), known.second()), file);
            String hash = answer.status() == 200 ? ContentVersion.hash(file) : "";
            ScanResult scanResult = switch (answer.status()) {
                case NOT_MODIFIED -> new Unchanged(id);
                case NOT_FOUND, GONE_STATUS -> new Gone(id);
                case 200 -> hash.equals(known.hash()) ? new Unchanged(id) : new Changed(id);
                default -> new Failed(id, answer.refusal().reason());
            };
            WebPages.PageValidators pageValidators = answer.seen();
            return new PageResponse(
                    scanResult,
                    address,
                    file,
                    answer,
                    new ContentVersion(hash, pageValidators.tag(), pageValidators.modified()).line());
        } catch (UnreadableException e) {
            return new PageResponse(new Failed(id, e.reason()), address, file, null, "");
        } catch (IOException e) {
            return new PageResponse(new Failed(id, UnreadableException.reason(e)), address, file, null, "");
        }
    }

    private static PageResponse result(Future<PageResponse> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("loading was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TernException failure) {
                throw failure;
            }
            throw new IllegalStateException("requesting a page failed", e.getCause());
        }
    }

    @Override
    public Loaded load(Changed changed) {
        PageResponse answer = current;
        if (answer == null || answer.fetched() == null || !answer.found().equals(changed)) {
            throw new IllegalArgumentException(changed.id() + " is not the document compared last");
        }
        Supplier<Optional<String>> unread = tools.skipped();
        try {
            return Loaded.of(
                    answer.version(),
                    tools.reader().read(answer.fetched().source(answer.address(), answer.file())),
                    unread);
        } catch (UnreadableException e) {
            return Loaded.failed(e);
        } catch (IOException e) {
            return Loaded.failed(UnreadableException.reason(e));
        }
    }

    private void discard() {
        if (current != null) {
            try {
                Files.deleteIfExists(current.file());
            } catch (IOException e) {
                // The file is deleted with its folder at the end.
                current = null;
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        tools.close();
    }
}
