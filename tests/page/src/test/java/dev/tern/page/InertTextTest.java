package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that markup in documents is shown as text. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class InertTextTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> HOSTILE = List.of(
            "<img src=x onerror=\"window.pwned=1\">",
            "</script><script>window.pwned=1</script>",
            "<svg onload=window.pwned=1>",
            "javascript:window.pwned=1//a",
            "{{constructor.constructor('window.pwned=1')()}}",
            "user\u202Egnp.exe \u2066x\u2069",
            "]]><script>window.pwned=1</script>",
            "name " + "very long ".repeat(1_000));

    /** Records the tooltips under the pointer. */
    private static final String HEAR = """
        () => {
            const tip = document.querySelector(".tip");
            window.told = new Set();
            new MutationObserver(() => { if (tip.checkVisibility()) window.told.add(tip.querySelector("span").textContent); })
                .observe(tip, { attributes: true, childList: true, subtree: true });
        }
        """;

    @Test
    void hostileTextIsShownInertEverywhere(Chromium chromium, Demo demo) throws IOException {
        List<String> dialogs = new ArrayList<>();
        demo.server().with("hostile", documents());
        Page page = chromium.visit();
        page.onDialog(dialog -> {
            dialogs.add(dialog.message());
            dialog.dismiss();
        });
        page.navigate(demo.server().address()
                + "/?graph=hostile&mode=local&q=%3Cimg%20src=x%20onerror=window.pwned=1%3E%20img");
        page.locator("button[type=submit]").click();
        assertThat(page.locator(".answer[data-mode=local] .answer-text")).hasAttribute("aria-busy", "false");
        assertThat(page.locator(".answer[data-mode=local] .passages")).containsText("window.pwned=1");
        page.locator(".found > summary").click();
        everyNodeIsPointedAt(page);
        String svg = Files.readString(
                page.waitForDownload(() -> page.getByLabel("Save as SVG").click())
                        .path());
        assertThat(svg).doesNotContain("<img").doesNotContain("<script").doesNotContain("\u202E");
        String json = Files.readString(
                page.waitForDownload(() -> page.getByLabel("Save as JSON").click())
                        .path());
        assertThat(json).contains("\\u202e").doesNotContain("\u202E").doesNotContain("\u2066");
        page.locator(".passage summary").first().click();
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        inert(page);
        Pictures.keep(page, "hostile");
        String name = HOSTILE.get(0) + ".txt";
        page.locator("[data-view=fill]").click();
        page.locator("#files")
                .setInputFiles(
                        new FilePayload(name, "text/plain", HOSTILE.get(1).getBytes(StandardCharsets.UTF_8)));
        inert(page);
        page.locator(".staged button.main").click();
        assertThat(page.locator(".job strong").first()).hasText("Add " + name);
        for (String view : List.of("manage", "fill")) {
            page.locator("[data-view=" + view + "]").click();
            page.locator("#" + view + " .job").first().waitFor();
            inert(page);
        }
        assertThat(dialogs).isEmpty();
    }

    /** Moves the pointer over the whole picture, and the focus from node to node by keys. */
    private static void everyNodeIsPointedAt(Page page) {
        Pictures.still(page);
        page.locator(".picture canvas").scrollIntoViewIfNeeded();
        BoundingBox picture = page.locator(".picture canvas").boundingBox();
        page.evaluate(HEAR);
        for (int row = 1; row < 16; row++) {
            double height = picture.y + picture.height * row / 16;
            page.mouse().move(picture.x + picture.width / 24, height);
            page.mouse().move(picture.x + picture.width * 23 / 24, height, new Mouse.MoveOptions().setSteps(22));
        }
        assertThat(told(page))
                .isNotEmpty()
                .allSatisfy(
                        text -> assertThat(text).hasSizeLessThanOrEqualTo(300).doesNotContain("\u202E"));
        page.locator(".picture canvas").focus();
        for (String key : List.of("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter")) {
            page.keyboard().press(key);
            inert(page);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<String> told(Page page) {
        return (List<String>) page.evaluate("() => [...window.told]");
    }

    private static void inert(Page page) {
        assertThat(page.evaluate("window.pwned")).isNull();
        assertThat(page.locator("main img, main script, main iframe, main svg, main a")
                        .count())
                .isZero();
        assertThat(page.locator("main").textContent()).doesNotContain("\u202E").doesNotContain("\u2066");
        assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
                .isLessThanOrEqualTo(1440);
    }

    private static ObjectNode documents() {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode documents = body.putArray("documents");
        for (int i = 0; i < HOSTILE.size(); i++) {
            String text = HOSTILE.get(i);
            ArrayNode triplets = documents
                    .addObject()
                    .put("id", "document " + i + " " + text.substring(0, Math.min(200, text.length())))
                    .put("title", text)
                    .put("text", text + " says that img is a name. " + "x".repeat(500))
                    .putArray("triplets");
            triplets.addArray().add(text).add("is near").add(HOSTILE.get((i + 1) % HOSTILE.size()));
            triplets.addArray().add(text).add("is called").add("img");
        }
        return body;
    }
}
