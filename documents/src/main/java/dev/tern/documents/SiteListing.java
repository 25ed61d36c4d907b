package dev.tern.documents;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import dev.tern.error.TernException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Lists the pages of a site from its sitemaps or feed: pages of the same host that robots.txt
 * allows, for a folder only those below it. Without sitemap or feed, an address is a single page.
 *
 * <p>The first {@value #ROBOTS_BYTES} bytes of robots.txt are read, as RFC 9309 (2.5) allows;
 * crawler-commons matches addresses with its rules in linear time. Lists are read as streams, up to
 * the limit of pages.
 */
final class SiteListing {
    private static final String ROBOT = "tern";
    private static final int SITEMAPS = 1_000;
    private static final int GAPS_TOLD = 20;
    private static final int ROBOTS_BYTES = 500 << 10;
    /** The maximum characters of all addresses, kept in memory, per page of the page limit. */
    private static final int CHARACTERS_PER_PAGE = 1_000;

    private static final int MAX_PACE_MILLIS = 60_000;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;

    private final WebAddress place;
    private final SiteRequests requests;
    private final Path file;
    private final LoadLimits limits;
    private final LoadListener listener;
    private final ListingLimits time;
    private final Map<String, WebAddress> pages = new LinkedHashMap<>();
    private final List<String> gaps = new ArrayList<>();
    private int moreGaps;
    private long characters;
    private PlaceScan.Kind kind = PlaceScan.Kind.PAGE;
    private BaseRobotRules robots = new SimpleRobotRulesParser().failedFetch(CLIENT_ERROR);

    private SiteListing(WebAddress place, SiteRequests requests, Path file, LoadTools tools) {
        this.place = place;
        this.requests = requests;
        this.file = file;
        this.limits = tools.limits();
        this.listener = tools.listener();
        this.time = new ListingLimits(place.displayText(), limits);
    }

    /**
     * Lists the pages of a site.
     *
     * @param expected the site's kind at an earlier load; {@code PAGE} saves looking for sitemaps
     * @throws UnreadableException if robots.txt or the address cannot be fetched
     */
    static SiteListing of(
            WebAddress place, Optional<PlaceScan.Kind> expected, SiteRequests requests, Path file, LoadTools tools)
            throws UnreadableException {
        SiteListing listing = new SiteListing(place, requests, file, tools);
        listing.askRobots();
        if (expected.equals(Optional.of(PlaceScan.Kind.PAGE))) {
            listing.addPlace();
        } else {
            listing.find();
        }
        return listing;
    }

    PlaceScan.Kind kind() {
        return kind;
    }

    /** Returns the addresses of the pages by the ids of their documents. */
    Map<String, WebAddress> pages() {
        return pages;
    }

    /** Returns why pages may be missing: up to {@value #GAPS_TOLD} reasons, and a count of more. */
    List<String> gaps() {
        List<String> told = new ArrayList<>(gaps);
        if (moreGaps > 0) {
            told.add("the same for " + LoadLimits.number(moreGaps) + " more of its addresses");
        }
        return told;
    }

    private void gap(String reason) {
        if (gaps.size() < GAPS_TOLD) {
            gaps.add(reason);
        } else {
            moreGaps++;
        }
    }

    private void askRobots() throws UnreadableException {
        WebAddress address = place.resolve("/robots.txt");
        WebPages.FetchedPage answer = ask(address);
        boolean forbidsNothing = answer.status() >= CLIENT_ERROR && answer.status() < SERVER_ERROR;
        if (!forbidsNothing && answer.status() != 200) {
            throw new UnreadableException("has a robots.txt that cannot be fetched (its server answered "
                    + answer.status() + "), so the site is not read");
        }
        if (answer.status() == 200) {
            robots = new SimpleRobotRulesParser()
                    .parseContent(address.uri().toString(), rules(), "text/plain", List.of(ROBOT));
            if (robots.getCrawlDelay() > 0) {
                requests.pace(Duration.ofMillis(Math.min(robots.getCrawlDelay(), MAX_PACE_MILLIS)));
            }
        }
    }

    private WebPages.FetchedPage ask(WebAddress address) throws UnreadableException {
        time.check();
        return requests.ask(address, WebPages.PageValidators.NEVER, file);
    }

    /** Returns the start of the fetched robots.txt, without a truncated line. */
    private byte[] rules() throws UnreadableException {
        byte[] bytes = SiteList.bytes(file, ROBOTS_BYTES);
        int length = bytes.length;
        if (length == ROBOTS_BYTES) {
            while (length > 0 && bytes[length - 1] != '\n') {
                length--;
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    private void find() throws UnreadableException {
        WebPages.FetchedPage first = ask(place);
        boolean isFolder = place.uri().getPath().endsWith("/");
        if (first.status() == 200) {
            Optional<SiteList.Form> form = SiteList.form(file);
            if (form.isPresent()) {
                kind = form.get() == SiteList.Form.NEWS ? PlaceScan.Kind.FEED : PlaceScan.Kind.SITEMAP;
                Deque<WebAddress> waiting = new ArrayDeque<>();
                Set<WebAddress> seen = new HashSet<>();
                collect(place, place.origin(), address -> queue(address, waiting, seen));
                read(waiting, seen, place.origin());
                return;
            }
        } else if (first.status() >= SERVER_ERROR || !isFolder) {
            throw first.refusal();
        }
        if (!isFolder || !findSitemaps()) {
            if (first.status() != 200) {
                throw first.refusal();
            }
            addPlace();
        }
    }

    /** Reads the sitemaps of robots.txt, or the default one; returns false if there is none. */
    private boolean findSitemaps() throws UnreadableException {
        Deque<WebAddress> waiting = new ArrayDeque<>();
        for (String address : robots.getSitemaps().stream().distinct().sorted().toList()) {
            try {
                waiting.add(WebAddress.parse(address));
                time.check();
            } catch (UnreadableException e) {
                gap("the robots.txt names the sitemap " + WebAddress.withoutSecrets(address) + ", which " + e.reason());
            }
        }
        if (waiting.isEmpty()) {
            waiting.add(place.resolve("/sitemap.xml"));
        }
        WebAddress usual = waiting.getFirst();
        WebPages.FetchedPage answer = ask(usual);
        boolean missing = answer.status() >= CLIENT_ERROR && answer.status() < SERVER_ERROR;
        boolean another = answer.status() == 200 && SiteList.form(file).isEmpty();
        if (robots.getSitemaps().isEmpty() && (missing || another)) {
            return false;
        }
        if (answer.status() == 200 && !another) {
            // Validates a list before anything is taken from it.
            SiteList.read(file, address -> time.check());
        }
        kind = PlaceScan.Kind.SITEMAP;
        read(waiting, new HashSet<>(waiting), place.canonical());
        return true;
    }

    private static void queue(WebAddress address, Deque<WebAddress> waiting, Set<WebAddress> seen) {
        if (seen.size() <= SITEMAPS && seen.add(address)) {
            waiting.add(address);
        }
    }

    /** Reads sitemaps and nested sitemaps, each once. Unreadable sitemaps become gaps. */
    private void read(Deque<WebAddress> waiting, Set<WebAddress> seen, String below) {
        while (!waiting.isEmpty()) {
            WebAddress address = waiting.remove();
            try {
                WebPages.FetchedPage answer = ask(address);
                if (answer.status() != 200) {
                    throw answer.refusal();
                }
                collect(address, below, sitemap -> queue(sitemap, waiting, seen));
                if (seen.size() > SITEMAPS) {
                    throw new UnreadableException(
                            "leads to more than " + LoadLimits.number(SITEMAPS) + " sitemaps, which is the limit");
                }
            } catch (UnreadableException e) {
                gap("the sitemap " + address.displayText() + " " + e.reason());
                if (seen.size() > SITEMAPS) {
                    return;
                }
            }
        }
    }

    /** Adds all pages of the fetched list, or none, and passes on the sitemaps it names. */
    private void collect(WebAddress list, String below, Consumer<WebAddress> sitemaps) throws UnreadableException {
        SiteList.Form form =
                SiteList.form(file).orElseThrow(() -> new UnreadableException("is not a readable sitemap"));
        Map<String, WebAddress> found = new LinkedHashMap<>();
        SiteList.read(file, written -> {
            time.check();
            Optional<WebAddress> address = addressOf(list, written);
            if (form == SiteList.Form.SITEMAPS) {
                address.ifPresent(sitemaps);
            } else {
                address.filter(page -> page.canonical().startsWith(below)).ifPresent(page -> add(page, found));
            }
        });
        pages.putAll(found);
    }

    /** Returns a listed address if it is on the same host; else reports it, and returns empty. */
    private Optional<WebAddress> addressOf(WebAddress list, String written) {
        try {
            WebAddress address = written.contains("://") ? WebAddress.parse(written) : list.resolve(written);
            if (address.origin().equals(place.origin())) {
                return Optional.of(address);
            }
            listener.documentChanged(address.displayText(), "is left out: it is not on the host " + place.host());
        } catch (UnreadableException e) {
            gap("a sitemap names " + WebAddress.withoutSecrets(written) + ", which " + e.reason());
        }
        return Optional.empty();
    }

    private void addPlace() {
        Map<String, WebAddress> found = new LinkedHashMap<>();
        add(place, found);
        pages.putAll(found);
    }

    private void add(WebAddress address, Map<String, WebAddress> found) {
        if (!robots.isAllowed(address.uri().toString())) {
            listener.documentChanged(address.displayText(), "is left out: the site's robots.txt forbids it");
            return;
        }
        if (!pages.containsKey(address.displayText()) && found.putIfAbsent(address.displayText(), address) == null) {
            characters += address.displayText().length();
        }
        long max = limits.of(LoadLimit.SITE_PAGES);
        if (pages.size() + found.size() > max) {
            throw TernException.user(
                    place.displayText() + " lists more than " + LoadLimits.number(max) + " pages, which is the limit");
        }
        if (characters > max * CHARACTERS_PER_PAGE) {
            throw TernException.user(place.displayText() + " lists addresses of more than "
                    + LoadLimits.number(max * CHARACTERS_PER_PAGE) + " characters, which is "
                    + LoadLimits.number(CHARACTERS_PER_PAGE) + " for each page of the limit");
        }
    }
}
