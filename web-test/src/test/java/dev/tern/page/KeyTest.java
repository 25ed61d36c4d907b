package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants a key. */
@Tag("browser")
final class KeyTest {
    private static final String SECRET = "a-key-for-this-test-0123456789";

    @TempDir
    private Path folder;

    @Test
    void keyIsAskedForAndAWrongOneIsToldApart() throws IOException {
        try (ModelWire model = new ModelWire();
                Serving server = new Serving(folder, model, Map.of("TERN_SERVER_API_KEY", SECRET));
                Chromium chromium = new Chromium()) {
            Page page = chromium.visit();
            page.navigate(server.address());
            assertThat(page.getByLabel("This server asks for an API key.")).isFocused();
            assertThat(Axe.violations(page)).isEmpty();
            page.keyboard().type("wrong");
            page.keyboard().press("Enter");
            assertThat(page.getByLabel("That key was not accepted. Another API key:"))
                    .isFocused();
            page.keyboard().type(SECRET);
            page.keyboard().press("Enter");

            assertThat(page.locator("#ask .empty")).isVisible();
            assertThat(page.url()).doesNotContain(SECRET);
        }
    }
}
