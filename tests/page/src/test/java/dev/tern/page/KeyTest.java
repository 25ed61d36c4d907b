package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a server that requires a key. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KeyTest {
    private static final String SECRET = "a-key-for-this-test-0123456789";

    private static final String READING = "a-key-for-reading-0123456789";

    private final ModelWire model = new ModelWire();
    private final Serving server;

    KeyTest(@TempDir Path folder) throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), "reader read * " + READING + "\n");
        server = new Serving(
                folder, model, Map.of("TERN_SERVER_API_KEY", SECRET, "TERN_SERVER_KEYS_FILE", keys.toString()));
    }

    @AfterAll
    void end() {
        server.close();
        model.close();
    }

    @Test
    void keyIsAskedForAndAWrongOneIsToldApart(Chromium chromium) {
        Page page = chromium.visit();
        page.navigate(server.address());
        assertThat(page.getByLabel("This server asks for an API key.")).isFocused();
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "key");
        page.keyboard().type("wrong");
        page.keyboard().press("Enter");
        assertThat(page.getByLabel("That key was not accepted. Another API key:"))
                .isFocused();
        page.keyboard().type(SECRET);
        page.keyboard().press("Enter");

        assertThat(page.locator("#ask .empty")).isVisible();
        assertThat(page.url()).doesNotContain(SECRET);
    }

    @Test
    void oneKeyIsAskedForAndServesAllThatLackIt(Chromium chromium) {
        Page page = chromium.visit();
        page.navigate(server.address());
        page.locator("#key").fill(SECRET);
        page.keyboard().press("Enter");
        assertThat(page.locator("#ask .empty")).isVisible();
        page.evaluate("""
            () => {
                sessionStorage.clear();
                window.both = import("/page/api.js").then((api) => Promise.all([api.server(), api.graphs()])).then(() => "both");
            }
            """);
        page.locator("#key").fill(SECRET);
        page.keyboard().press("Enter");

        assertThat(page.evaluate("() => Promise.race([window.both, new Promise((end) => setTimeout(end, 60000, \"not"
                        + " both\"))])"))
                .isEqualTo("both");
        assertThat(page.locator("#key")).hasCount(0);
    }

    @Test
    void keyForReadingIsNotOfferedWhatItMayNotDo(Chromium chromium) {
        Page page = chromium.visit();
        page.navigate(server.address());
        assertThat(page.getByLabel("This server asks for an API key.")).isFocused();
        page.keyboard().type(READING);
        page.keyboard().press("Enter");
        assertThat(page.locator("#ask .empty")).isVisible();
        assertThat(page.getByText("Try it with the demo")).hasCount(0);
        page.locator("[data-view=fill]").click();

        assertThat(page.locator("#fill .notice"))
                .hasText("Your key is for reading. Ask the server's operator for one that may write.");
        assertThat(Axe.violations(page)).isEmpty();
    }
}
