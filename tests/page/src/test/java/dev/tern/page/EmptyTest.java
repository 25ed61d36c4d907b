package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a server with an empty store, and of one that has stopped. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class EmptyTest {
    @TempDir
    private Path folder;

    /** The documents of the first session on the command line, which build/tools/demo-picture.sh draws. */
    private static final Map<String, String> DOCUMENTS = Map.of(
            "lease.md",
            """
            # Lease of the harbour office

            ## 1 Parties

            Marisol Quayside lets the house at Pier Road 4 in Leith to Polarvind.

            ## 2 Rent

            2.1 The monthly rent is 4,200 euros, payable on the third working day of each month.
            2.2 Either party may end the lease with six months' notice in writing.
            """,
            "vessels.csv",
            "vessel,built,captain\nLomvi,1998,Kari Brekke\nJan Mayen,2006,Anders Solli\n",
            "people.txt",
            "Anders Solli was born in Vardø and has been at sea since 1994. His daughter Randi lives in Leith.\n",
            "notizen.md",
            "# Notizen zum Projekt Eiskante\n\n"
                + "Das Projekt Eiskante wird von Jutta Brandmeier geleitet. Die Kosten trägt die Stiftung Wattenmeer"
                + " in Husum.\n",
            "repair.txt",
            "Polarvind owns the ship Jan Mayen. Its bow thruster failed on 3 April off Bear Island, and Hydro Marine in"
                    + " Harstad repaired it.\n");

    private static void ask(Page page, String question, String answer) {
        page.locator("#question").fill(question);
        page.keyboard().press("Enter");
        assertThat(page.locator(".turn:last-child .answer[data-mode=local]")).containsText(answer);
        page.locator(".turn:last-child").scrollIntoViewIfNeeded();
    }

    @Test
    void fiveDocumentsAreAddedAndAskedWithoutAModel(Chromium chromium) throws IOException {
        Page page = chromium.visit();
        page.setViewportSize(1180, 760);
        try (ModelWire model = new ModelWire();
                Serving server = new Serving(folder, model, Map.of("TERN_CHAT_PROVIDER", "none"))) {
            page.navigate(server.address());
            assertThat(page.locator("#ask .empty")).containsText("Ask your own documents");
            Pictures.window(page, "walk-1");
            page.locator("[data-view=fill]").click();
            page.locator("#files")
                    .setInputFiles(DOCUMENTS.entrySet().stream()
                            .map(file -> new FilePayload(
                                    file.getKey(), "text/plain", file.getValue().getBytes(StandardCharsets.UTF_8)))
                            .toArray(FilePayload[]::new));
            page.locator(".staged button.main").click();
            assertThat(page.locator("#fill .job[data-state=done]").first()).containsText("5 documents");
            Pictures.window(page, "walk-2");
            page.locator("[data-view=ask]").click();
            ask(page, "How much is the monthly rent?", "4,200 euros");
            Pictures.window(page, "walk-3");
            ask(page, "Where was the captain of the ship of Polarvind born?", "Vardø");
            Pictures.window(page, "walk-4");
            ask(page, "What is the IBAN of Marisol Quayside?", "Not found: IBAN");
            Pictures.window(page, "walk-5");
        }
    }

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
