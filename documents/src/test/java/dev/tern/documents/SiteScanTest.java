package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tern.documents.PlaceScan.Kind;
import dev.tern.error.TernException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real site on a loopback address, with the usual mistakes of sites. */
@Tag("slow")
final class SiteScanTest {
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> versions = new TreeMap<>();
    private HttpServer server;
    private String root;

    SiteScanTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        root = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        never.countDown();
        server.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String tag = exchange.getRequestHeaders().getFirst("If-None-Match");
        asked.add(path + (tag == null ? "" : " if not " + tag));
        String page = pages.get(path);
        int status = statuses.getOrDefault(path, page == null ? 404 : 200);
        if (status == 0) {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (status == 429) {
            statuses.remove(path);
            exchange.getResponseHeaders().add("Retry-After", "1");
        }
        if (status == 301) {
            exchange.getResponseHeaders().add("Location", "/moved-here");
        }
        String own = page == null ? "" : "\"" + Integer.toHexString(page.hashCode()) + "\"";
        if (status == 200 && own.equals(tag)) {
            status = 304;
        }
        if (status != 200 || page == null) {
            exchange.sendResponseHeaders(status == 0 ? 500 : status, -1);
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().add("ETag", own);
        exchange.getResponseHeaders().add("Content-Type", path.endsWith(".gz") ? "application/gzip" : "text/html");
        byte[] bytes = path.endsWith(".gz") ? zipped(page) : page.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(out)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    private void sitemap(String path, String... addresses) {
        StringBuilder xml = new StringBuilder(
                "<?xml version=\"1.0\"?><urlset" + " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
        List.of(addresses)
                .forEach(address -> xml.append("<url><loc>")
                        .append(address.startsWith("http") ? address : root + address)
                        .append("</loc></url>"));
        pages.put(path, xml.append("</urlset>").toString());
    }

    private void index(String path, String... addresses) {
        StringBuilder xml = new StringBuilder(
                "<?xml version=\"1.0\"?><sitemapindex" + " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
        List.of(addresses)
                .forEach(address -> xml.append("<sitemap><loc>")
                        .append(root)
                        .append(address)
                        .append("</loc></sitemap>"));
        pages.put(path, xml.append("</sitemapindex>").toString());
    }

    private void page(String path, String text) {
        pages.put(path, "<title>A page</title><p>" + text);
    }

    /** The result of a scan, and the gaps of its listing. */
    private record Seen(Kind kind, List<String> found, List<String> gaps) {}

    private Seen scan(String path) {
        return scan(path, Optional.empty(), LoadLimits.DEFAULTS);
    }

    private Seen scan(String path, Optional<Kind> expected, LoadLimits limits) {
        List<String> found = new ArrayList<>();
        SourceLoader loader =
                SourceLoader.builder().allowPrivate(true).limits(limits).build();
        try (PlaceScan scan = loader.scanSite(root + path, expected, LoadListener.NONE)) {
            scan.compare(id -> versions.getOrDefault(id, "")).forEachRemaining(one -> {
                String id = one.id().substring(root.length());
                String said = one.getClass().getSimpleName() + " " + id;
                if (one instanceof PlaceScan.Failed failed) {
                    said += " " + failed.reason();
                }
                if (one instanceof PlaceScan.Changed changed) {
                    PlaceScan.Loaded loaded = scan.load(changed);
                    said += loaded.failure().map(reason -> " " + reason).orElse("");
                    loaded.documents().forEachRemaining(document -> versions.put(document.id(), loaded.version()));
                }
                found.add(said);
            });
            return new Seen(scan.kind(), found, scan.gaps());
        }
    }

    @Test
    void sitemapsAreFoundUnpackedAndFollowedAndAnUnchangedPageCostsOneAnswerWithoutContent() {
        page("/", "The beginning.");
        pages.put("/robots.txt", "User-agent: *\nDisallow: /private/\nSitemap: " + root + "maps/index.xml\n");
        index("/maps/index.xml", "maps/one.xml.gz", "maps/two.xml");
        sitemap("/maps/one.xml.gz", "a", "b");
        sitemap("/maps/two.xml", "private/c", "d", "https://elsewhere.example/e");
        page("/a", "The text of a.");
        page("/b", "The text of b.");
        page("/d", "The text of d.");
        page("/private/c", "Not for robots.");

        Seen first = scan("");
        assertThat(first).isEqualTo(new Seen(Kind.SITEMAP, List.of("Changed a", "Changed b", "Changed d"), List.of()));
        asked.clear();
        page("/b", "Another text of b.");
        assertThat(scan("").found()).containsExactly("Unchanged a", "Changed b", "Unchanged d");
        assertThat(asked)
                .filteredOn(path -> path.startsWith("/a"))
                .singleElement()
                .asString()
                .startsWith("/a if not");
    }

    @Test
    void addressesThatAreRefusedLeaveGapsOfWhichTheFirstAreTold() {
        String withUser = root.replace("http://", "http://ada@");
        page("/", "The beginning.");
        pages.put("/robots.txt", "User-agent: *\nSitemap: " + withUser + "x.xml\nSitemap: " + root + "good.xml\n");
        page("/a", "The text of a.");
        sitemap(
                "/good.xml",
                IntStream.range(0, 41)
                        .mapToObj(i -> i == 7 ? "a" : withUser + i)
                        .toArray(String[]::new));

        Seen seen = scan("");

        assertThat(seen.found()).containsExactly("Changed a");
        assertThat(seen.gaps())
                .hasSize(21)
                .startsWith("the robots.txt names the sitemap " + root
                        + "x.xml, which is an address with a user or password, which is not sent: leave it out")
                .endsWith("the same for 21 more of its addresses");
    }

    @Test
    void onlyPagesBelowTheAddressBelongToIt() {
        page("/docs/", "The beginning of the docs.");
        sitemap("/sitemap.xml", "docs/a", "blog/b");
        page("/docs/a", "The text of a.");

        assertThat(scan("docs/").found()).containsExactly("Changed docs/a");
    }

    @Test
    void addressesBelongToItHoweverTheyAreEncodedAndEachPageOnce() {
        sitemap("/sitemap.xml", "caf%C3%A9/a", "caf%c3%a9/a", "caf\u00e9/a", "caf\u00e9/b", "other/c");
        page("/caf\u00e9/", "Coffee.");
        page("/caf\u00e9/a", "A");
        page("/caf\u00e9/b", "B");

        Seen seen = scan("caf\u00e9/");

        assertThat(seen.found()).containsExactly("Changed caf%C3%A9/a", "Changed caf%C3%A9/b");
        assertThat(seen.gaps()).isEmpty();
        assertThat(asked).contains("/caf\u00e9/b");
    }

    @Test
    void feedsAreReadAndListOnlyWhatIsNew() {
        pages.put(
                "/feed",
                "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>News</title><link>" + root
                        + "</link><item><title>One</title><link>" + root + "one</link></item></channel></rss>");
        page("/one", "The first news.");
        pages.put(
                "/atom.xml",
                "<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><title>News</title><entry>"
                        + "<title>Two</title><link href=\"" + root + "two\"/><id>2</id></entry></feed>");
        page("/two", "The second news.");

        assertThat(scan("feed")).isEqualTo(new Seen(Kind.FEED, List.of("Changed one"), List.of()));
        assertThat(scan("atom.xml")).isEqualTo(new Seen(Kind.FEED, List.of("Changed two"), List.of()));
        assertThat(Kind.FEED.listsAll()).isFalse();
    }

    @Test
    void anAddressWithoutSitemapOrFeedIsOnePageAndIsAskedForOnceWhenThatIsKnown() {
        page("/story", "A story.");
        assertThat(scan("story")).isEqualTo(new Seen(Kind.PAGE, List.of("Changed story"), List.of()));
        asked.clear();
        assertThat(scan("story", Optional.of(Kind.PAGE), LoadLimits.DEFAULTS).found())
                .containsExactly("Unchanged story");
        assertThat(asked).hasSize(2).first().isEqualTo("/robots.txt");
        pages.remove("/story");
        assertThat(scan("story", Optional.of(Kind.PAGE), LoadLimits.DEFAULTS).found())
                .containsExactly("Gone story");
    }

    @Test
    void aSitemapThatIsBrokenOrAwayLeavesAGap() {
        page("/", "The beginning.");
        index("/sitemap.xml", "one.xml", "two.xml", "three.xml");
        sitemap("/one.xml", "a");
        page("/a", "The text of a.");
        statuses.put("/two.xml", 503);
        pages.put("/three.xml", "<?xml version=\"1.0\"?><urlset><url><loc>" + root + "c</loc>");

        Seen seen = scan("");
        assertThat(seen.found()).containsExactly("Changed a");
        assertThat(seen.gaps()).hasSize(2);
        assertThat(seen.gaps().get(0))
                .isEqualTo("the sitemap " + root + "two.xml cannot be fetched: its server answered 503");
        assertThat(seen.gaps().get(1)).contains("three.xml is a sitemap or feed that is broken");
    }

    @Test
    void aSiteThatAnswers500ForAllPagesIsAskedForTwentyOfThem() {
        page("/", "The beginning.");
        sitemap("/sitemap.xml", IntStream.range(0, 100).mapToObj(i -> "p" + i).toArray(String[]::new));
        IntStream.range(0, 100).forEach(i -> statuses.put("/p" + i, 500));

        Seen seen = scan("");
        assertThat(seen.found()).hasSize(100).allMatch(one -> one.startsWith("Failed p"));
        assertThat(seen.found().getFirst()).isEqualTo("Failed p0 cannot be fetched: its server answered 500");
        assertThat(seen.found().getLast())
                .isEqualTo("Failed p99 was not requested: 20 pages before it could not be fetched");
        assertThat(asked.stream().filter(path -> path.startsWith("/p")).count()).isBetween(20L, 24L);
        assertThat(seen.gaps()).containsExactly("100 of its 100 pages could not be fetched");
    }

    @Test
    void pagesThatHangRedirectOrAreGoneAreToldApartAndLaterIsLater() {
        page("/", "The beginning.");
        sitemap("/sitemap.xml", "hangs", "moved", "gone", "busy", "fine", "f2", "f3", "f4", "f5", "f6", "f7");
        statuses.put("/hangs", 0);
        statuses.put("/moved", 301);
        page("/moved-here", "The text that moved.");
        statuses.put("/gone", 410);
        statuses.put("/busy", 429);
        page("/busy", "The text of the busy page.");
        List.of("fine", "f2", "f3", "f4", "f5", "f6", "f7").forEach(name -> page("/" + name, "The text of " + name));

        Seen seen = scan("", Optional.empty(), LoadLimits.DEFAULTS.with(LoadLimit.SECONDS, 8));
        assertThat(seen.found().subList(0, 5))
                .containsExactly(
                        "Failed hangs takes longer to fetch than 8 s (load.maxSeconds)",
                        "Changed moved",
                        "Gone gone",
                        "Changed busy",
                        "Changed fine");
        assertThat(seen.gaps()).as("one page of eleven").isEmpty();
        assertThat(asked.stream().filter(path -> path.equals("/busy"))).hasSize(2);
    }

    @Test
    void withoutItsRobotsTextASiteIsLeftAlone() {
        page("/", "The beginning.");
        statuses.put("/robots.txt", 500);

        assertThatThrownBy(() -> scan(""))
                .isInstanceOf(TernException.class)
                .hasMessage(root
                        + " has a robots.txt that cannot be fetched (its server answered 500), so the site is"
                        + " not read");
        assertThat(asked).containsExactly("/robots.txt");
    }

    @Test
    void whatWasASiteAndIsAPageNowIsRefusedAndSoAreTooManyPages() {
        page("/", "The beginning.");
        assertThatThrownBy(() -> scan("", Optional.of(Kind.SITEMAP), LoadLimits.DEFAULTS))
                .hasMessageContaining("was read as a site with a sitemap and is now a page");
        sitemap("/sitemap.xml", "a", "b", "c");
        assertThatThrownBy(() -> scan("", Optional.empty(), LoadLimits.DEFAULTS.with(LoadLimit.SITE_PAGES, 2)))
                .hasMessage(root + " lists more than 2 pages, which is the limit");
    }

    @Test
    void addressesOutsideTheOpenInternetAreRefusedUnlessTheyAreAllowed() {
        assertThatThrownBy(() -> SourceLoader.builder().build().scanSite(root, Optional.empty(), LoadListener.NONE))
                .hasMessageContaining("a loopback address; read only if private addresses are allowed");
        assertThat(asked).isEmpty();
    }

    @Test
    void aSitemapThatUnpacksToTooMuchIsRefused() {
        pages.put("/sitemap.xml.gz", "<urlset>" + " ".repeat(11 << 20) + "</urlset>");

        assertThatThrownBy(() -> scan("sitemap.xml.gz"))
                .hasMessage(root + "sitemap.xml.gz has more than 10,485,760 bytes");
    }

    @Test
    void entitiesOfSitemapsFetchNothingAndDoNotGrow() {
        index("/index.xml", "outside.xml", "bomb.xml", "good.xml");
        page("/a", "A page.");
        page("/outside.dtd", "");
        page("/secret", "");
        sitemap("/good.xml", "a");
        String begin = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>" + root;
        String end = "</loc></url></urlset>";
        pages.put(
                "/outside.xml",
                "<?xml version=\"1.0\"?><!DOCTYPE urlset SYSTEM \"" + root + "outside.dtd\" [<!ENTITY file SYSTEM \""
                        + root + "secret\">]>" + begin + "b?&file;" + end);
        StringBuilder bomb = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE urlset [<!ENTITY e0 \"laugh\">");
        for (int i = 1; i < 10; i++) {
            bomb.append("<!ENTITY e")
                    .append(i)
                    .append(" \"")
                    .append(("&e" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        pages.put("/bomb.xml", bomb + "]>" + begin + "&e9;" + end);

        Seen seen = scan("index.xml");

        assertThat(asked).contains("/outside.xml", "/bomb.xml").doesNotContain("/outside.dtd", "/secret");
        assertThat(seen.found()).contains("Changed a").allMatch(found -> found.length() < 100);
        assertThat(seen.gaps())
                .as("a list that is not whole removes nothing")
                .anyMatch(gap -> gap.contains("outside.xml"))
                .anyMatch(gap -> gap.contains("bomb.xml"));
    }

    @Test
    void aListStopsAtTheLimitOfPagesAndIsBoundedInBytesAndDepth() {
        String begin = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
        // Broken behind the third page, as a reader finds at the end.
        pages.put(
                "/many.xml",
                begin + "<url><loc>" + root + "a</loc></url><url><loc>" + root + "b</loc></url><url><loc>" + root
                        + "c</loc></url></broken>");
        assertThatThrownBy(() -> scan("many.xml", Optional.empty(), LoadLimits.DEFAULTS.with(LoadLimit.SITE_PAGES, 2)))
                .hasMessage(root + "many.xml lists more than 2 pages, which is the limit");
        pages.put("/deep.xml", begin + "<a>".repeat(64));
        assertThatThrownBy(() -> scan("deep.xml")).hasMessage(root + "deep.xml has more than 64 nested elements");
        index("/index.xml", "large.xml", "good.xml");
        pages.put("/large.xml", begin + "<url><loc>" + root + "b</loc></url>" + " ".repeat(11 << 20) + "</urlset>");
        sitemap("/good.xml", "a");
        page("/a", "The text of a.");

        Seen seen = scan("index.xml");
        assertThat(seen.found()).as("of a list all or nothing").containsExactly("Changed a");
        assertThat(seen.gaps()).containsExactly("the sitemap " + root + "large.xml has more than 10,485,760 bytes");
    }

    @Test
    void ofARobotsTextHalfAMegabyteIsReadAndALongLineOfItIsShownCutOff() {
        page("/", "The beginning.");
        sitemap("/sitemap.xml", "a", "b");
        page("/a", "The text of a.");
        page("/b", "The text of b.");
        String longLine = "Sitemap: http://h/" + "://a:b".repeat(60_000) + "\n";
        pages.put(
                "/robots.txt", "User-agent: *\nDisallow: /a\n" + longLine + "#".repeat(600 << 10) + "\nDisallow: /b\n");

        Seen seen = scan("");
        assertThat(seen.found()).containsExactly("Changed b");
        assertThat(seen.gaps())
                .containsExactly(
                        "the robots.txt names the sitemap http://..., which is an address of 360009 characters;"
                                + " the limit is 4096");
    }

    @Test
    void addressesOfAnyLengthAreRefusedInShortWordsAndSoon() {
        sitemap("/sitemap.xml", "http://ada:secret@h/" + "://a:b".repeat(60_000), "a");
        page("/", "The beginning.");
        page("/a", "The text of a.");

        Seen seen = scan("");
        assertThat(seen.found()).containsExactly("Changed a");
        assertThat(seen.gaps())
                .containsExactly(
                        "a sitemap names http://..., which is an address of 4097 characters; the limit is 4096");
    }

    @Test
    void addressesOfASiteAreBoundedInCharactersTogether() {
        sitemap("/long.xml", "a".repeat(1_990), "b".repeat(1_990));
        assertThatThrownBy(() -> scan("long.xml", Optional.empty(), LoadLimits.DEFAULTS.with(LoadLimit.SITE_PAGES, 2)))
                .hasMessage(
                        root + "long.xml lists addresses of more than 2,000 characters, which is 1,000 for each page"
                                + " of the limit");
    }

    @Test
    void aListingThatIsInterruptedAmidAListEnds() {
        sitemap("/list.xml", "https://elsewhere.example/e", "a", "b");
        LoadListener interrupting = new LoadListener() {
            @Override
            public void documentChanged(String source, String note) {
                Thread.currentThread().interrupt();
            }
        };
        SourceLoader loader = SourceLoader.builder().allowPrivate(true).build();
        try {
            assertThatThrownBy(() -> loader.scanSite(root + "list.xml", Optional.empty(), interrupting))
                    .isInstanceOf(TernException.class)
                    .hasMessage("loading was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("it stays marked").isTrue();
        }
    }

    @Test
    void aSiteThatAnswersTooSlowlyIsNotListed() {
        page("/", "The beginning.");
        statuses.put("/robots.txt", 429);
        assertThatThrownBy(() -> scan("", Optional.empty(), LoadLimits.DEFAULTS.with(LoadLimit.LISTING_SECONDS, 1)))
                .hasMessage("listing " + root + " takes longer than 1 s, which is the limit");
    }
}
