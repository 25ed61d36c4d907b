package dev.tern.documents;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.AbstractSiteMap.SitemapType;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.SiteMapURL;
import crawlercommons.sitemaps.UnknownFormatException;
import dev.tern.error.TernException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * The pages of a site: those that its sitemaps (or a feed) name, on the same host, below the address that the user gave, and not
 * forbidden by robots.txt. Where the address is no sitemap and no feed, and there are no sitemaps for it, it is one page.
 */
final class SiteListing {
    private static final String ROBOT = "tern";
    private static final int SITEMAPS = 1_000;
    private static final int GAPS_TOLD = 20;
    private static final int SITEMAP_BYTES = 50 << 20;
    private static final int LONGEST_PACE_MILLIS = 60_000;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final Pattern LIST = Pattern.compile("<(\\w+:)?(urlset|sitemapindex|rss|feed|RDF)[\\s>]");

    private final WebAddress place;
    private final SiteRequests requests;
    private final Path file;
    private final LoadLimits limits;
    private final LoadListener listener;
    private final Map<String, WebAddress> pages = new LinkedHashMap<>();
    private final List<String> gaps = new ArrayList<>();
    private int moreGaps;
    private PlaceScan.Kind kind = PlaceScan.Kind.PAGE;
    private BaseRobotRules robots = new SimpleRobotRulesParser().failedFetch(CLIENT_ERROR);

    private SiteListing(WebAddress place, SiteRequests requests, Path file, LoadTools tools) {
        this.place = place;
        this.requests = requests;
        this.file = file;
        this.limits = tools.limits();
        this.listener = tools.listener();
    }

    /**
     * Lists the pages of a site.
     *
     * @param expected what it was before, which saves a look at what it is
     * @throws UnreadableException if its robots.txt or the address itself cannot be fetched
     */
    static SiteListing of(
            WebAddress place, Optional<PlaceScan.Kind> expected, SiteRequests requests, Path file, LoadTools tools)
            throws UnreadableException {
        SiteListing listing = new SiteListing(place, requests, file, tools);
        listing.askRobots();
        if (expected.equals(Optional.of(PlaceScan.Kind.PAGE))) {
            listing.add(place);
        } else {
            listing.find();
        }
        return listing;
    }

    PlaceScan.Kind kind() {
        return kind;
    }

    /** The addresses of the pages by the ids of their documents. */
    Map<String, WebAddress> pages() {
        return pages;
    }

    /** Why there may be more pages: the first {@value #GAPS_TOLD} reasons, and how many more there are. */
    List<String> gaps() {
        List<String> told = new ArrayList<>(gaps);
        if (moreGaps > 0) {
            told.add("so it is with " + LoadLimits.number(moreGaps) + " more of its addresses");
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
        WebPages.Fetched answer = requests.ask(address, WebPages.Seen.NEVER, file);
        boolean forbidsNothing = answer.status() >= CLIENT_ERROR && answer.status() < SERVER_ERROR;
        if (!forbidsNothing && answer.status() != 200) {
            throw new UnreadableException("has a robots.txt that cannot be fetched (its server answered "
                    + answer.status() + "), and without it the site is left alone");
        }
        if (answer.status() == 200) {
            robots = new SimpleRobotRulesParser()
                    .parseContent(address.uri().toString(), content(), "text/plain", List.of(ROBOT));
            if (robots.getCrawlDelay() > 0) {
                requests.pace(Duration.ofMillis(Math.min(robots.getCrawlDelay(), LONGEST_PACE_MILLIS)));
            }
        }
    }

    private void find() throws UnreadableException {
        WebPages.Fetched first = requests.ask(place, WebPages.Seen.NEVER, file);
        boolean isFolder = place.uri().getPath().endsWith("/");
        if (first.status() == 200) {
            Optional<AbstractSiteMap> list = list(place, content());
            if (list.isPresent()) {
                kind = isFeed(list.get()) ? PlaceScan.Kind.FEED : PlaceScan.Kind.SITEMAP;
                take(list.get(), place.origin());
                return;
            }
        } else if (first.status() >= SERVER_ERROR || !isFolder) {
            throw first.refusal();
        }
        if (!isFolder || !findSitemaps()) {
            if (first.status() != 200) {
                throw first.refusal();
            }
            add(place);
        }
    }

    /** Reads the sitemaps that robots.txt names, or the usual one; false if there is none. */
    private boolean findSitemaps() throws UnreadableException {
        Deque<WebAddress> waiting = new ArrayDeque<>();
        for (String address : robots.getSitemaps().stream().distinct().sorted().toList()) {
            try {
                waiting.add(WebAddress.parse(address));
            } catch (UnreadableException e) {
                gap("the robots.txt names the sitemap " + WebAddress.withoutSecrets(address) + ", which " + e.reason());
            }
        }
        if (waiting.isEmpty()) {
            waiting.add(place.resolve("/sitemap.xml"));
        }
        WebAddress usual = waiting.getFirst();
        WebPages.Fetched answer = requests.ask(usual, WebPages.Seen.NEVER, file);
        boolean missing = answer.status() >= CLIENT_ERROR && answer.status() < SERVER_ERROR;
        boolean another = answer.status() == 200 && list(usual, content()).isEmpty();
        if (robots.getSitemaps().isEmpty() && (missing || another)) {
            return false;
        }
        kind = PlaceScan.Kind.SITEMAP;
        read(waiting, place.usual());
        return true;
    }

    private static boolean isFeed(AbstractSiteMap list) {
        return list.getType() == SitemapType.RSS || list.getType() == SitemapType.ATOM;
    }

    private void take(AbstractSiteMap list, String below) {
        Deque<WebAddress> waiting = new ArrayDeque<>();
        collect(list, waiting, below);
        read(waiting, below);
    }

    /** Reads sitemaps and those that they name, each once. What cannot be read leaves a gap. */
    private void read(Deque<WebAddress> waiting, String below) {
        Set<WebAddress> seen = new HashSet<>(waiting);
        while (!waiting.isEmpty()) {
            WebAddress address = waiting.remove();
            try {
                WebPages.Fetched answer = requests.ask(address, WebPages.Seen.NEVER, file);
                if (answer.status() != 200) {
                    throw answer.refusal();
                }
                AbstractSiteMap list = list(address, content())
                        .orElseThrow(() -> new UnreadableException("is no sitemap that can be read"));
                Deque<WebAddress> more = new ArrayDeque<>();
                collect(list, more, below);
                more.stream().filter(seen::add).forEach(waiting::add);
                if (seen.size() > SITEMAPS) {
                    throw new UnreadableException(
                            "leads to more than " + LoadLimits.number(SITEMAPS) + " sitemaps, which is the limit");
                }
            } catch (UnreadableException e) {
                gap("the sitemap " + address.shown() + " " + e.reason());
                if (seen.size() > SITEMAPS) {
                    return;
                }
            }
        }
    }

    private void collect(AbstractSiteMap list, Deque<WebAddress> sitemaps, String below) {
        if (list instanceof SiteMapIndex index) {
            for (AbstractSiteMap one : index.getSitemaps()) {
                addressOf(String.valueOf(one.getUrl())).ifPresent(sitemaps::add);
            }
        } else if (list instanceof SiteMap map) {
            for (SiteMapURL page : map.getSiteMapUrls()) {
                addressOf(String.valueOf(page.getUrl()))
                        .filter(address -> address.usual().startsWith(below))
                        .ifPresent(this::add);
            }
        }
    }

    /** An address that a sitemap names, if it is one of the same host. */
    private Optional<WebAddress> addressOf(String text) {
        try {
            WebAddress address = WebAddress.parse(text);
            if (address.origin().equals(place.origin())) {
                return Optional.of(address);
            }
            listener.noted(address.shown(), "is left out: it is not of the host " + place.host());
        } catch (UnreadableException e) {
            gap("a sitemap names " + WebAddress.withoutSecrets(text) + ", which " + e.reason());
        }
        return Optional.empty();
    }

    private void add(WebAddress address) {
        if (!robots.isAllowed(address.uri().toString())) {
            listener.noted(address.shown(), "is left out: the site's robots.txt forbids it");
            return;
        }
        pages.putIfAbsent(address.shown(), address);
        long most = limits.of(LoadLimit.SITE_PAGES);
        if (pages.size() > most) {
            throw TernException.user(place.shown() + " lists more than " + LoadLimits.number(most)
                    + " pages, which is the limit (" + LoadLimit.SITE_PAGES.key() + ")");
        }
    }

    /** What was fetched last, unpacked if it is packed. */
    private byte[] content() throws UnreadableException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = bounded(in);
            if (bytes.length > 2 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b) {
                try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                    return bounded(unpacked);
                }
            }
            return bytes;
        } catch (IOException e) {
            throw new UnreadableException("cannot be unpacked: " + e.getMessage());
        }
    }

    private static byte[] bounded(InputStream in) throws IOException, UnreadableException {
        byte[] bytes = in.readNBytes(SITEMAP_BYTES + 1);
        if (bytes.length > SITEMAP_BYTES) {
            throw new UnreadableException("has more than " + LoadLimits.number(SITEMAP_BYTES) + " bytes");
        }
        return bytes;
    }

    /** A sitemap, an index of sitemaps or a feed; empty if the content is none of them. */
    private static Optional<AbstractSiteMap> list(WebAddress address, byte[] content) throws UnreadableException {
        String beginning = new String(content, 0, Math.min(content.length, 4096), StandardCharsets.UTF_8);
        boolean marked = beginning.stripLeading().startsWith("<") || beginning.startsWith("\ufeff<");
        if (!marked || !LIST.matcher(beginning).find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SiteMapParser(false)
                    .parseSiteMap("text/xml", content, address.uri().toURL()));
        } catch (UnknownFormatException | IOException e) {
            throw new UnreadableException("is a sitemap or feed that is broken: " + e.getMessage());
        }
    }
}
