package dev.tern.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.WaitUntilState;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A Chromium of this machine without a window; nothing is downloaded. For one thread. */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
    /**
     * The disabled features of Chromium. The invisible address bar of each window loads pages of its own, which cost more
     * than the tested page. Only the last list of features applies, so this one includes Playwright's.
     */
    private static final String LEFT_OUT = "WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,"
        + "AvoidUnnecessaryBeforeUnloadCheckSync,BoundaryEventDispatchTracksNodeRemoval,DestroyProfileOnBrowserClose,"
        + "DialMediaRouteProvider,GlobalMediaControls,HttpsUpgrades,LensOverlay,MediaRouter,PaintHolding,"
        + "ThirdPartyStoragePartitioning,BlockOriginHeaderModificationOnRedirect,Translate,OptimizationHints";
    /** A machine that builds other things at the same time is slow, and no test is about speed. */
    private static final double PATIENCE_MILLIS = 60_000;

    private static final int WIDTH = 1440;
    private static final int HEIGHT = 1100;

    private final Playwright playwright;
    private final Browser browser;
    private @Nullable Page first;
    private @Nullable Page left;

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
                        .setArgs(List.of("--no-sandbox", "--disable-features=" + LEFT_OUT)));
    }

    private static Path program() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return NAMES.stream()
                .flatMap(name ->
                        Arrays.stream(path.split(File.pathSeparator, -1)).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The tests of the page need Chromium and found none of "
                        + NAMES
                        + " on PATH; install it (Debian: \"sudo apt install chromium-headless-shell\"), or run"
                        + " ./verify without --all."));
    }

    /** Opens a browser context of a new visitor, with a window of this size. */
    BrowserContext visitor(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options.setAcceptDownloads(true));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        return context;
    }

    /**
     * Returns a new visitor with a window of usual size and without animations. The first page of a test is the tab of
     * the test before, whose storage and routes are cleared and whose cache is kept: loading the page's files anew
     * takes as long again as showing it.
     */
    Page visit() {
        Page page = left;
        left = null;
        if (page == null) {
            page = visitor(new Browser.NewContextOptions()
                            .setViewportSize(WIDTH, HEIGHT)
                            .setReducedMotion(ReducedMotion.REDUCE))
                    .newPage();
        }
        if (first == null) {
            first = page;
        }
        return page;
    }

    /** Returns a new visitor with animations. */
    Page visitAndWatch() {
        return visitor(new Browser.NewContextOptions().setViewportSize(WIDTH, HEIGHT))
                .newPage();
    }

    /** Closes the pages of all visitors, since an open page continues to work. */
    void sendAway() {
        left = first != null && !first.isClosed() && isForgotten(first) ? first : null;
        first = null;
        for (BrowserContext context : List.copyOf(browser.contexts())) {
            if (left == null || !context.equals(left.context())) {
                context.close();
            }
        }
    }

    /** Leaves a page for an inert file of its server, and clears its storage; does nothing if the server is gone. */
    private static boolean isForgotten(Page page) {
        page.unrouteAll();
        page.mouse().move(0, 0);
        page.setViewportSize(WIDTH, HEIGHT);
        page.emulateMedia(new Page.EmulateMediaOptions()
                .setColorScheme(ColorScheme.LIGHT)
                .setReducedMotion(ReducedMotion.REDUCE));
        try {
            page.navigate(
                    page.evaluate("() => location.origin") + "/page/storage.js",
                    new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }");
            return true;
        } catch (PlaywrightException gone) {
            return false;
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
