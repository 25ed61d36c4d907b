package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every view in every language within a phone, a tablet and a small screen, with the content that is hardest to fit. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WidthTest {
    private static final List<Integer> WIDTHS = List.of(390, 768, 1_280);
    private static final int HEIGHT = 900;
    private static final int ROWS = 1_000;
    private static final String GRAPH = "g".repeat(64);
    private static final String NAME = "Rechtsschutzversicherungsgesellschaft".repeat(5);
    private static final String REASON =
            "is broken, or not a PDF: /srv/" + "archive/".repeat(30) + " has no root object";
    private static final JsonMapper JSON = new JsonMapper();

    /** Elements that reach out of the window, and headings and buttons that are broken into letters. */
    private static final String OUTSIDE = """
        () => {
            const root = document.documentElement;
            const outside = root.scrollWidth <= root.clientWidth ? [] : [...document.querySelectorAll("main *, header *")]
                .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > root.clientWidth + 1)
                .map((node) => node.tagName + "." + node.className + " " + Math.round(node.getBoundingClientRect().right)).slice(0, 3).concat(root.scrollWidth);
            const letters = [...document.querySelectorAll("th, h1, button, .entity-list .hint")].filter((node) => node.checkVisibility() && node.textContent.length < 30
                && node.clientHeight > 3.5 * parseFloat(getComputedStyle(node).fontSize) * 1.5 && node.clientWidth < 60).map((node) => "tall " + node.textContent);
            return [...outside, ...letters];
        }
        """;

    private final Chromium chromium;
    private final Serving server;

    WidthTest(Chromium chromium, Demo demo) throws IOException {
        this.chromium = chromium;
        server = demo.server();
        ObjectNode body = JSON.createObjectNode();
        ArrayNode documents = body.putArray("documents");
        for (String one : List.of("Alpha", "Beta", "Gamma")) {
            documents
                    .addObject()
                    .put("id", one + NAME)
                    .put("title", one + NAME)
                    .put("text", one + NAME + " insures " + NAME + ".")
                    .putArray("triplets")
                    .addArray()
                    .add(one + NAME)
                    .add("insures")
                    .add(NAME);
        }
        server.with(GRAPH, body).withTheDemo(GRAPH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-GB", "de-DE", "es-ES", "id-ID", "ja-JP"})
    void noViewIsWiderThanItsWindow(String locale) {
        Page page = page(locale);
        page.request()
                .post(
                        server.address() + "/api/v1/graphs/" + GRAPH + "/themes",
                        RequestOptions.create().setData(Map.of()));
        answer(page, "/documents?*", documents());
        answer(page, "/sources", sources());
        answer(page, "/failed*", failed());
        answer(page, "/themes", themes());
        answer(page, "/edits*", edits());
        answer(page, "/alias-suggestions", suggestions());
        page.route("**/api/v1/jobs", route -> fulfil(route, jobs()));

        page.navigate(server.address() + "/?beside=yes&graph=" + GRAPH);
        page.locator(".sample").last().waitFor();
        fits(page, locale, "ask-new");
        for (String mode : List.of("overview", "local")) {
            ask(page, mode);
            fits(page, locale, "ask-" + mode);
        }
        page.locator(".threads > summary").click();
        page.locator(".thread-list .row").first().waitFor();
        fits(page, locale, "threads");

        page.locator("[data-view=browse]").click();
        page.locator(".entity-list button", new Page.LocatorOptions().setHasText(NAME))
                .first()
                .click();
        page.locator("#browse .correct > summary").click();
        page.locator("#browse .correct [data-edit]").first().waitFor();
        fits(page, locale, "browse");
        page.locator("#browse > .segments button").last().click();
        page.locator(".theme-map button").first().click();
        fits(page, locale, "themes");
        page.locator("[data-view=fill]").click();
        page.locator("#fill .failed li").first().waitFor();
        fits(page, locale, "fill");
        page.locator("[data-view=manage]").click();
        assertThat(page.locator(".documents tbody tr")).hasCount(ROWS);
        page.locator("#manage .sources td").first().waitFor();
        assertThat(page.locator("#manage .edits [data-edit]")).hasCount(ROWS);
        page.locator("#manage .aliases .tools button").click();
        page.locator("#manage [data-suggested]").first().waitFor();
        for (Locator folded : page.locator("#manage .sources summary, #manage .job > details > summary")
                .all()) {
            folded.click();
        }
        fits(page, locale, "manage");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-GB", "de-DE", "es-ES", "id-ID", "ja-JP"})
    void noStartIsWiderThanItsWindow(String locale) {
        Page page = page(locale);
        page.route("**/api/v1/server", route -> route.fulfill(new Route.FulfillOptions().setStatus(401)));
        page.navigate(server.address());
        page.locator("#key").waitFor();
        fits(page, locale, "key");
        page.unroute("**/api/v1/server");
        page.route("**/api/v1/graphs", route -> fulfil(route, graphs()));
        page.navigate(server.address());
        page.locator("#ask .empty").waitFor();
        fits(page, locale, "empty");
    }

    private Page page(String locale) {
        return chromium.visitor(new Browser.NewContextOptions()
                        .setViewportSize(1_280, HEIGHT)
                        .setLocale(locale)
                        .setReducedMotion(ReducedMotion.REDUCE))
                .newPage();
    }

    private static void ask(Page page, String mode) {
        page.locator("label[for=mode-" + mode + "]").click();
        page.locator("#question").fill("Who insures " + NAME + "?");
        page.keyboard().press("Enter");
        for (String shown : List.of(mode, "naive")) {
            assertThat(page.locator(".turn:last-child .answer[data-mode=" + shown + "] .answer-text"))
                    .hasAttribute("aria-busy", "false");
        }
        page.locator(".turn:last-child .answer[data-mode=" + mode + "] .passage summary")
                .first()
                .click();
        page.locator(".turn:last-child .found, .knobs")
                .evaluateAll("folded => folded.forEach((one) => { one.open = true; })");
    }

    private static void fits(Page page, String locale, String view) {
        for (int width : WIDTHS) {
            page.setViewportSize(width, HEIGHT);
            assertThat((List<?>) page.evaluate(OUTSIDE))
                    .as(view + ", " + locale + ", " + width)
                    .isEmpty();
        }
        page.evaluate("() => document.querySelectorAll('main li:nth-child(n+9), main tr:nth-child(n+9)')"
                + ".forEach((row) => row.remove())");
        for (int width : WIDTHS) {
            page.setViewportSize(width, HEIGHT);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                Pictures.keep(page, "width-" + view + "-" + locale + "-" + width + "-" + scheme);
            }
        }
    }

    private static void answer(Page page, String path, JsonNode with) {
        page.route("**/api/v1/graphs/*" + path, route -> fulfil(route, with));
    }

    private static void fulfil(Route route, JsonNode with) {
        if (route.request().method().equals("GET")) {
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(with.toString()));
        } else {
            route.resume();
        }
    }

    private static ObjectNode documents() {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode documents = body.putArray("documents");
        for (int row = 0; row < ROWS; row++) {
            documents
                    .addObject()
                    .put("id", row + "/" + NAME)
                    .put("title", row + " " + NAME)
                    .put("source", "https://example.org/" + NAME)
                    .put("type", "application/pdf")
                    .put("date", "2026-11-28T00:00:00Z")
                    .put("characters", 123_456_789)
                    .put("passages", 123_456)
                    .put("waiting", 12_345)
                    .put("failed", 12_345);
        }
        return body;
    }

    private static ObjectNode sources() {
        ObjectNode body = JSON.createObjectNode().put("runs", true);
        ObjectNode source = body.putArray("sources")
                .addObject()
                .put("name", NAME)
                .put("address", "/srv/" + NAME)
                .put("state", "stopped")
                .put("started", "2026-11-28T22:00:00Z")
                .put("remark", REASON);
        ObjectNode counts = source.putObject("counts");
        for (String count : List.of("documents", "added", "replaced", "removed", "unchanged", "failed")) {
            counts.put(count, 123_456);
        }
        source.putArray("failures").add(NAME + ".pdf " + REASON).add(NAME + ".docx " + REASON);
        return body;
    }

    private static ObjectNode jobs() {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode jobs = body.putArray("jobs");
        for (String state : List.of("done", "failed", "cancelled")) {
            ObjectNode job = jobs.addObject()
                    .put("id", state)
                    .put("graph", GRAPH)
                    .put("kind", "upload")
                    .put("subject", NAME)
                    .put("files", 1)
                    .put("state", state)
                    .put("retriable", true)
                    .put("problem", REASON);
            ObjectNode report = job.putObject("report");
            for (String count : List.of("documents", "unchanged", "passages", "statements", "failed", "waiting")) {
                report.put(count, 123_456);
            }
            job.putArray("skipped").addObject().put("source", NAME + ".pdf").put("reason", REASON);
            job.putArray("remarks").addObject().put("source", NAME + ".csv").put("remark", REASON);
        }
        return body;
    }

    private static ObjectNode failed() {
        ObjectNode body = JSON.createObjectNode();
        body.putArray("passages")
                .addObject()
                .put("title", NAME)
                .put("documentId", NAME)
                .put("reason", REASON)
                .put("text", NAME);
        return body;
    }

    private static ObjectNode graphs() {
        ObjectNode body = JSON.createObjectNode();
        body.putArray("graphs");
        body.putArray("damaged");
        return body;
    }

    private static ObjectNode edits() {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode edits = body.putArray("edits");
        for (int row = 0; row < ROWS; row++) {
            ObjectNode edit = edits.addObject().put("id", String.valueOf(row)).put("conflict", REASON);
            ObjectNode content = edit.putObject("content").put("entity", NAME).put("name", row + NAME);
            content.put("act", row % 2 == 0 ? "rename" : "merge")
                    .putArray("names")
                    .add(NAME)
                    .add(row + NAME);
            edit.putObject("created")
                    .put("by", NAME)
                    .put("at", "2026-11-28T00:00:00Z")
                    .put("why", REASON);
        }
        return body;
    }

    private static ObjectNode suggestions() {
        ObjectNode body = JSON.createObjectNode();
        ObjectNode likely = body.putArray("likely").addObject();
        likely.putArray("names").add(NAME).add("Alpha" + NAME);
        likely.putArray("evidence")
                .addObject()
                .put("name", NAME)
                .put("rule", "title")
                .put("similarity", 0.9)
                .put("together", 12_345)
                .putArray("passages");
        body.putArray("possible")
                .addObject()
                .put("name", NAME)
                .putArray("longerNames")
                .add("Alpha" + NAME)
                .add("Beta" + NAME);
        return body;
    }

    private static ObjectNode themes() {
        ObjectNode body =
                JSON.createObjectNode().put("found", "2026-11-28T00:00:00Z").put("added", 12_345);
        ObjectNode theme = body.putArray("themes")
                .addObject()
                .put("id", "one")
                .put("entities", 12_345)
                .put("statements", 12_345);
        theme.putArray("names").add(NAME).add("Alpha" + NAME);
        theme.putArray("entityIds").add("0".repeat(32)).add("1".repeat(32));
        theme.putArray("relations").addObject().put("text", NAME + " " + NAME).putArray("passageIds");
        return body;
    }
}
