package dev.tern.page;

import com.microsoft.playwright.Page;
import java.nio.file.Path;

/** Pictures of the page's states, kept beside what the build has made. */
final class Pictures {
    private static final double STILL_MILLIS = 2_500;

    private Pictures() {}

    /** Keeps one, once what moves has come to rest. */
    static void keep(Page page, String name) {
        page.waitForTimeout(STILL_MILLIS);
        page.screenshot(
                new Page.ScreenshotOptions().setFullPage(true).setPath(Path.of("target", "pictures", name + ".png")));
    }
}
