package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the page in light and dark, narrow and wide windows, and for screen readers. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MannersTest {
    private static final int NARROW = 320;

    private final Chromium chromium;
    private final Demo demo;
    private final Serving server;

    MannersTest(Chromium chromium, Demo demo) {
        this.chromium = chromium;
        this.demo = demo;
        server = demo.server();
    }

    private Page visit(int width, int height, ColorScheme scheme) {
        return chromium.visitor(new Browser.NewContextOptions()
                        .setViewportSize(width, height)
                        .setReducedMotion(ReducedMotion.REDUCE)
                        .setColorScheme(scheme))
                .newPage();
    }

    private void asked(Page page) {
        demo.ask(page);
        page.getByText("Add a condition").click();
        page.locator("button.cite").first().click();
    }

    @Test
    void everyViewKeepsTheRulesOfAccessibilityInTheLightAndInTheDark() {
        Page page = visit(1440, 1100, ColorScheme.LIGHT);
        asked(page);
        keepsTheRules(page, "ask");
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        keepsTheRules(page, "table");
        for (String view : new String[] {"browse", "fill", "manage"}) {
            opened(page, view);
            keepsTheRules(page, view);
        }
    }

    private static void keepsTheRules(Page page, String name) {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            String shade = scheme.name().toLowerCase(Locale.ROOT);
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            assertThat(Axe.violations(page)).as(name + ", " + shade).isEmpty();
            Pictures.keep(page, name + "-" + shade);
        }
    }

    private static void opened(Page page, String view) {
        page.locator("[data-view=" + view + "]").click();
        page.locator("#" + view + (view.equals("browse") ? " .entity-list li" : " .job"))
                .first()
                .waitFor();
    }

    @Test
    void narrowScreenIsReadWithoutScrollingSideways() {
        Page page = visit(NARROW, 640, ColorScheme.LIGHT);
        asked(page);
        assertThat(width(page)).isLessThanOrEqualTo(NARROW);
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "ask-narrow");
        for (String view : new String[] {"browse", "fill", "manage"}) {
            opened(page, view);
            assertThat(width(page)).isLessThanOrEqualTo(NARROW);
            Pictures.keep(page, view + "-narrow");
        }
    }

    /**
     * The header and the place for the next question leave a phone to the answer; the folded parts are one tap away.
     */
    @Test
    void phoneIsLeftToTheAnswer() {
        Page page = visit(390, 844, ColorScheme.LIGHT);
        page.navigate(server.address() + "/?mode=local&beside=no");
        page.locator("#question").fill(Serving.QUESTION);
        page.keyboard().press("Enter");
        assertThat(page.locator(".answer .answer-text")).hasAttribute("aria-busy", "false");

        assertThat(page.locator(".top").boundingBox().height).isLessThan(100);
        assertThat(page.locator(".ask-form").boundingBox().height).isLessThan(125);
        assertThat(page.locator("#language")).not().isVisible();
        page.locator("#menu").click();
        assertThat(page.locator("#language")).isVisible();
        assertThat(page.locator("#theme")).isVisible();
        assertThat(page.locator(".modes")).not().isVisible();
        page.locator(".knobs summary").click();
        assertThat(page.locator(".modes")).isVisible();
        assertThat(Axe.violations(page)).isEmpty();
    }

    @Test
    void largestScreenIsFilledWithLettersThatCanBeRead() {
        Page page = visit(3840, 2160, ColorScheme.LIGHT);
        asked(page);

        assertThat(((Number) page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")).doubleValue())
                .isGreaterThan(24);
        Pictures.keep(page, "ask-4k");
    }

    private static int width(Page page) {
        return ((Number) page.evaluate("document.documentElement.scrollWidth")).intValue();
    }

    @Test
    void lightOrDarkIsChosenAndKept() {
        Page page = visit(1440, 1100, ColorScheme.LIGHT);
        page.navigate(server.address());
        page.locator("#theme").click();
        page.locator("#theme").click();
        assertThat(page.locator("#theme")).hasText("Colours: dark");
        page.reload();

        assertThat(page.locator("#theme")).hasText("Colours: dark");
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(13, 19, 23)");
    }
}
