package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The folders that a graph is kept in step with, on the page, and running one of them now. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SourcesTest {
    private final ModelWire model = new ModelWire();
    private final Path folder;
    private final Serving server;
    private final Chromium chromium;

    SourcesTest(@TempDir Path folder, Chromium chromium) throws IOException, InterruptedException {
        this.chromium = chromium;
        this.folder = folder;
        for (String name : new String[] {"notes", "elsewhere"}) {
            Files.createDirectory(folder.resolve(name));
            Files.writeString(
                    folder.resolve(name).resolve("lena.md"), "Lena Marr built the Vale bridge. (" + name + ")");
        }
        sync("notes", "elsewhere");
        server = new Serving(
                folder,
                model,
                Map.of(
                        "TERN_SERVER_SYNC_MINUTES",
                        "60",
                        "TERN_SERVER_SYNC_ROOTS",
                        folder.toRealPath().resolve("notes").toString()));
    }

    /** Brings the graph into step as a person does, before there is a server. */
    private void sync(String... names) throws IOException, InterruptedException {
        ProcessBuilder builder = Serving.tern(folder, "sync");
        builder.command().addAll(List.of(names));
        Path log = folder.resolve("sync.log");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    @AfterAll
    void end() {
        server.close();
        model.close();
    }

    private Page manage() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=default#manage");
        assertThat(page.locator(".sources tbody tr")).hasCount(2);
        return page;
    }

    @Test
    void originalOfASourceOpensBesideTheAnswer() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=default");
        page.locator("#question").fill("Who built the Vale bridge?");
        page.locator("#question").press("Enter");
        Locator passage = page.locator(".passage", new Page.LocatorOptions().setHasText("(notes)"));
        passage.first().locator("summary").click();
        Page original = page.context()
                .waitForPage(() -> passage.first()
                        .getByText("Open the original", new Locator.GetByTextOptions().setExact(true))
                        .click());
        assertThat(original.locator("pre")).hasText("Lena Marr built the Vale bridge. (notes)");
    }

    private static Locator source(Page page, String name) {
        return page.locator(".sources tbody tr", new Page.LocatorOptions().setHasText("/" + name));
    }

    private static void runNow(Page page, String name) {
        source(page, name).locator("button").click();
    }

    @Test
    void sourceIsRunNowAndSaysWhatCameOfIt() throws IOException {
        Page page = manage();
        assertThat(source(page, "notes")).containsText("1 added, 0 replaced, 0 removed, 0 unchanged, 0 failed");
        assertThat(Axe.violations(page)).isEmpty();

        Files.writeString(folder.resolve("notes").resolve("piet.md"), "Piet Moll repaired the Vale bridge in 1912.");
        CountDownLatch gate = model.hold();
        runNow(page, "notes");
        Locator newest = page.locator(".job-list > li").first();
        assertThat(newest).containsText("notes");
        assertThat(newest.locator(".badge").first()).hasText("running …");
        Pictures.keep(page, "sources-running");
        // Another press while it runs is the same run.
        runNow(page, "notes");
        assertThat(page.locator(".job-list > li")).hasCount(1);
        gate.countDown();
        assertThat(newest.locator(".badge").first()).hasText("done");
        assertThat(source(page, "notes")).containsText("1 added, 0 replaced, 0 removed, 1 unchanged, 0 failed");

        Files.move(folder.resolve("notes"), folder.resolve("away"));
        runNow(page, "notes");
        assertThat(page.locator(".job-list > li")).hasCount(2);
        assertThat(page.locator(".job-list > li").first().locator(".badge").first())
                .hasText("failed");
        assertThat(source(page, "notes")).containsText("broke off");
        assertThat(server.get("/api/v1/graphs/default").path("documents").asInt())
                .isEqualTo(3);
        Files.move(folder.resolve("away"), folder.resolve("notes"));
    }

    @Test
    void sourceThatTheOperatorDidNotNameIsRefusedWithTheLineToWrite() {
        Page page = manage();
        runNow(page, "elsewhere");
        assertThat(page.locator("#manage .problem").first())
                .containsText("which is not in a folder or site that this server may read (server.syncRoots)");
        assertThat(Axe.violations(page)).isEmpty();
    }
}
