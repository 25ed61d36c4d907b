package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server with nothing in its store, and the same when it has ended. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class EmptyTest {
    @TempDir
    private Path folder;

    @Test
    void everyViewOfAnEmptyStoreSaysWhatToDoTheDemoIsOneClickAwayAndAServerThatHasGoneIsTold(Chromium chromium)
            throws IOException {
        Page page = chromium.visit();
        try (ModelWire model = new ModelWire();
                Serving server = new Serving(folder, model)) {
            page.navigate(server.address());
            assertThat(page.locator("#ask .empty")).containsText("Ask your own documents");
            Pictures.keep(page, "empty");
            assertThat(Axe.violations(page)).isEmpty();
            page.locator("[data-view=manage]").click();
            assertThat(page.locator("#manage .empty")).containsText("The first document makes one.");
            page.locator("#manage .empty button").click();
            assertThat(page.locator("#fill .drop")).isVisible();
            assertThat(page.locator("#fill .jobs")).hasText("No jobs yet.");
            page.locator("[data-view=ask]").click();
            page.getByText("Try it with the demo").click();
            assertThat(page.locator("#question")).hasValue(Serving.QUESTION);
            assertThat(page.locator("#graph")).hasValue("demo");
            assertThat(page.locator("#question")).isFocused();
            page.keyboard().press("Enter");

            assertThat(page.locator(".answer[data-mode=graph] .answer-text")).containsText("Bernoulli's principle");
        }

        page.locator("#question").fill("Who?");
        page.keyboard().press("Enter");
        assertThat(page.locator(".turn:last-child .answer .problem").first())
                .containsText("The server does not answer. Is tern serve still running?");
        Pictures.keep(page, "gone");
    }
}
