package dev.tern.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A Chromium of this machine without a window; nothing is downloaded. For one thread. */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    /** A machine that builds other things at the same time is slow, and no test is about speed. */
    private static final double PATIENCE_MILLIS = 60_000;

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        Path program = program();
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setTimeout(PATIENCE_MILLIS)
                        .setArgs(List.of("--no-sandbox", "--force-color-profile=srgb")));
    }

    private static Path program() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return NAMES.stream()
                .flatMap(name ->
                        Arrays.stream(path.split(File.pathSeparator, -1)).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The tests of the page need Chromium and found none of "
                        + NAMES + " on PATH; install it (Debian: \"sudo apt install chromium\") or leave these tests"
                        + " out with -DskipBrowser."));
    }

    /** A fresh visitor with a window of this size. */
    BrowserContext visitor(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options.setAcceptDownloads(true));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        return context;
    }

    /** A fresh visitor at an ordinary window who wants nothing to move. */
    Page visit() {
        return visitor(new Browser.NewContextOptions()
                        .setViewportSize(1440, 1100)
                        .setReducedMotion(ReducedMotion.REDUCE))
                .newPage();
    }

    /** A fresh visitor who sees everything move. */
    Page visitAndWatch() {
        return visitor(new Browser.NewContextOptions().setViewportSize(1440, 1100))
                .newPage();
    }

    /** Sends all visitors away: a page that stays open goes on working. */
    void sendAway() {
        List.copyOf(browser.contexts()).forEach(BrowserContext::close);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
