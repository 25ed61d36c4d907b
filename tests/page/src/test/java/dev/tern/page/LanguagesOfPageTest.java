package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in the language that its reader's browser asks for. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LanguagesOfPageTest {
    private static final Path TEXTS =
            Path.of("../..", "server", "page", "src", "main", "resources", "dev", "tern", "web", "texts");
    private static final int NARROW = 360;
    private static final int WIDE = 1440;
    private static final int HEIGHT = 1100;

    /** Every text that is seen, heard or shown as a hint. */
    private static final String WORDS = """
        () => {
            const words = new Set();
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) words.add(walk.currentNode.textContent.trim());
            for (const node of document.body.querySelectorAll("*")) {
                for (const name of ["aria-label", "placeholder", "title"]) words.add((node.getAttribute(name) ?? "").trim());
            }
            return [...words].filter((word) => word !== "");
        }
        """;

    /** Labels with less room than they need, and buttons that break their words. */
    private static final String CUT = """
        () => {
            const labels = [...document.querySelectorAll("button, summary, label, legend, th, dt, h1, h2, h3, nav a, .step-name, .step-word, .badge")]
                .filter((node) => !node.matches(".row, .unseen, .unseen *") && node.checkVisibility());
            const lines = (node) => {
                const range = document.createRange();
                range.selectNodeContents(node);
                return range.getClientRects().length;
            };
            return labels.filter((node) => (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline")
                || (node.matches("button") && node.childElementCount === 0 && lines(node) > 1)).map((node) => node.className + ": " + node.textContent);
        }
        """;

    private final Chromium chromium;
    private final Demo demo;
    private final Serving server;

    LanguagesOfPageTest(Chromium chromium, Demo demo) {
        this.chromium = chromium;
        this.demo = demo;
        server = demo.server();
    }

    private Page visit(String locale) {
        return chromium.visitor(new Browser.NewContextOptions()
                        .setViewportSize(WIDE, HEIGHT)
                        .setLocale(locale)
                        .setReducedMotion(ReducedMotion.REDUCE))
                .newPage();
    }

    private static Map<String, Object> texts(String language) throws IOException {
        return new JsonMapper().readValue(TEXTS.resolve(language + ".json").toFile(), new TypeReference<>() {});
    }

    private void opened(Page page, String view) {
        page.locator("[data-view=" + view + "]").click();
        page.locator("#" + view + (view.equals("browse") ? " .entity-list li" : " .job"))
                .first()
                .waitFor();
        if (view.equals("manage")) {
            page.locator("#manage .graphs").waitFor();
        }
    }

    private void asked(Page page) {
        demo.ask(page);
        page.locator(".only > button").click();
    }

    @ParameterizedTest
    @CsvSource({"en-GB, en", "de-AT, de", "es-MX, es", "id-ID, id", "ja-JP, ja", "fr-FR, en"})
    void pageSpeaksWhatTheBrowserAsksForAndNothingElseAndFitsANarrowScreen(String locale, String language)
            throws IOException {
        Page page = visit(locale);
        asked(page);
        assertThat(page.locator("html")).hasAttribute("lang", language);
        Map<String, Object> own = texts(language);
        TreeSet<String> seen = new TreeSet<>(words(page));
        for (String view : new String[] {"ask", "browse", "fill", "manage"}) {
            if (!view.equals("ask")) {
                opened(page, view);
            }
            seen.addAll(words(page));
            assertThat((List<?>) page.evaluate(CUT)).as(language + " " + view).isEmpty();
            Pictures.keep(page, view + "-" + locale);
            fitsANarrowScreen(page, view, locale);
        }
        assertThat(seen).contains((String) own.get("ask.beside"), (String) own.get("manage.take"));
        for (Map.Entry<String, Object> english : texts("en").entrySet()) {
            if (!own.containsValue(english.getValue())) {
                assertThat(seen).as(english.getKey()).doesNotContain(String.valueOf(english.getValue()));
            }
        }
    }

    /** Asserts that a narrow screen shows the view without horizontal scrolling. */
    private static void fitsANarrowScreen(Page page, String view, String locale) {
        page.setViewportSize(NARROW, HEIGHT);
        assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
                .as(view)
                .isLessThanOrEqualTo(NARROW);
        Pictures.keep(page, view + "-narrow-" + locale);
        page.setViewportSize(WIDE, HEIGHT);
    }

    @SuppressWarnings("unchecked")
    private static List<String> words(Page page) {
        return (List<String>) page.evaluate(WORDS);
    }

    @Test
    void languageIsChosenAndKept() {
        Page page = visit("en-GB");
        page.navigate(server.address());
        assertThat(page.locator("[data-view=ask]")).hasText("Ask");
        page.locator("#language").selectOption("ja");
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        assertThat(page.locator("[data-view=ask]")).hasText("\u8CEA\u554F");
        page.reload();

        assertThat(page.locator("#language")).hasValue("ja");
        assertThat(page.locator("[data-view=ask]")).hasText("\u8CEA\u554F");
        page.locator("#question").fill("Who taught Euler?");
        page.locator("#language").selectOption("auto");

        assertThat(page.locator("html")).hasAttribute("lang", "en");
        assertThat(page.locator("#language")).hasValue("auto");
        assertThat(page.locator("#question")).hasValue("Who taught Euler?");
    }

    @Test
    void textsThatAreMissingAreTheEnglishOnesAndWithoutThoseThePageSaysSo() {
        Page page = visit("de-DE");
        page.route("**/page/texts/de.json", Route::abort);
        page.navigate(server.address());
        assertThat(page.locator("html")).hasAttribute("lang", "en");
        assertThat(page.locator("[data-view=ask]")).hasText("Ask");

        page.route("**/page/texts/*", Route::abort);
        page.reload();
        assertThat(page.locator("#notice"))
                .hasText("The words of this page could not be loaded. Is tern serve still running?"
                        + " Then load the page again.");
    }

    @Test
    void browserThatKeepsNothingShowsThePageAllTheSame() {
        Page page = visit("de-DE");
        page.addInitScript("""
            for (const name of ["localStorage", "sessionStorage"]) {
                Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
            }
            """);
        page.navigate(server.address());
        assertThat(page.locator("html")).hasAttribute("data-ready", "yes");
        page.locator("#theme").click();

        assertThat(page.locator("html")).hasAttribute("data-theme", "light");
    }

    @Test
    void numbersAreWrittenAsTheLanguageWritesThemAndOneIsNotMany() {
        Page page = visit("de-DE");
        page.navigate(server.address());

        assertThat(page.evaluate("""
            async () => {
                const { phrase } = await import("/page/texts.js");
                const { time, bytes } = await import("/page/dom.js");
                return [phrase("n.passages", { n: 1 }), phrase("n.passages", { n: 12345 }), time(1250), bytes(1500000)].join("; ");
            }
            """)).isEqualTo("1 Passage; 12.345 Passagen; 1,3 s; 1,4 MB");
    }
}
