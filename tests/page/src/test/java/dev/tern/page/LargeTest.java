package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A picture of two thousand elements. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class LargeTest {
    private static final int HUBS = 2;
    private static final int ROADS = 1_000;
    private static final int DOCUMENTS = 25;

    private static final int FRAMES = 45;

    /** Two frames of sixty a second; a picture that stutters takes ten times it. */
    private static final double SMOOTH_MILLIS = 33;

    private static final String LET_PASS = """
        (many) => new Promise((done) => {
            const frame = () => many-- > 0 ? requestAnimationFrame(frame) : done(0);
            frame();
        })
        """;
    private static final String ZOOM = """
        () => {
            const canvas = document.querySelector(".picture canvas");
            let turn = 0;
            window.zooming = setInterval(() => {
                turn += 1;
                canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 40 * Math.sin(turn / 9), ctrlKey: true, cancelable: true }));
            }, 8);
        }
        """;

    @Test
    void twoThousandElementsMoveSmoothly(Chromium chromium, Demo demo) throws IOException {
        demo.server().with("roads", roads());
        Page page = chromium.visitAndWatch();
        page.navigate(demo.server().address() + "/?graph=roads&mode=local&beside=no");
        page.locator("#question").fill("Where does the road from Hub 0 lead?");
        page.keyboard().press("Enter");
        assertThat(page.locator(".answer .answer-text")).hasAttribute("aria-busy", "false");
        page.locator(".found > summary").click();
        for (int hub = 0; hub < HUBS; hub++) {
            around(page, "Hub " + hub);
        }
        assertThat(elements(page)).isGreaterThanOrEqualTo(2_000);

        frames(page, "finding their places");
        Pictures.still(page);
        page.evaluate(ZOOM);
        frames(page, "zoomed");
        page.evaluate("() => clearInterval(window.zooming)");
        page.getByText("Fit", new Page.GetByTextOptions().setExact(true)).click();
        Pictures.keep(page, "large");
        page.getByText("Hide hubs").click();
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator(".table-place tbody tr")).hasCount(elements(page));
    }

    /** Shows a few of its neighbours first, then all. */
    private static void around(Page page, String hub) {
        page.locator(".see input[type=search]").fill(hub);
        page.keyboard().press("Enter");
        assertThat(page.locator(".details h3")).hasText(hub);
        int before = elements(page);
        page.getByText("Show its neighbours").click();
        assertThat(page.locator(".legend")).containsText("Looked up");
        assertThat(page.locator(".see")).not().hasAttribute("data-nodes", String.valueOf(before));
        assertThat(elements(page)).isGreaterThan(before);
        page.getByText("Show more around it").click();
        assertThat(page.getByText("All its neighbours are in the picture.")).isVisible();
    }

    private static int elements(Page page) {
        return Integer.parseInt(page.locator(".see").getAttribute("data-nodes"));
    }

    /** Measures the processor time of the page's thread, which other load on the machine does not change. */
    private static void frames(Page page, String when) {
        CDPSession browser = page.context().newCDPSession(page);
        JsonObject clock = new JsonObject();
        clock.addProperty("timeDomain", "threadTicks");
        browser.send("Performance.enable", clock);
        double before = processorSeconds(browser);
        page.evaluate(LET_PASS, FRAMES);
        double millis = (processorSeconds(browser) - before) * 1_000 / FRAMES;
        browser.detach();
        System.out.printf("%d elements %s: a frame takes %.1f ms of a processor%n", elements(page), when, millis);
        assertThat(millis).as("milliseconds of a frame, " + when).isPositive().isLessThan(SMOOTH_MILLIS);
    }

    private static double processorSeconds(CDPSession browser) {
        for (JsonElement metric : browser.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            JsonObject named = metric.getAsJsonObject();
            if (named.get("name").getAsString().equals("TaskDuration")) {
                return named.get("value").getAsDouble();
            }
        }
        throw new AssertionError("the browser does not say how long its tasks take");
    }

    private static ObjectNode roads() {
        ObjectNode body = new JsonMapper().createObjectNode();
        ArrayNode documents = body.putArray("documents");
        for (int document = 0; document < DOCUMENTS; document++) {
            ArrayNode triplets = documents
                    .addObject()
                    .put("id", "roads-" + document)
                    .put("title", "Roads " + document)
                    .put("text", "Where the roads of sheet " + document + " lead.")
                    .putArray("triplets");
            for (int road = document; road < ROADS; road += DOCUMENTS) {
                triplets.addArray()
                        .add("Hub " + road % HUBS)
                        .add("has a road to")
                        .add("Village " + road);
            }
        }
        return body;
    }
}
