package dev.tern.page;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.nio.file.Path;

/** Pictures of the page's states, kept beside what the build has made. */
final class Pictures {
    private Pictures() {}

    /** Keeps one, once what moves has come to rest. */
    static void keep(Page page, String name) {
        still(page);
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setAnimations(ScreenshotAnimations.DISABLED)
                .setPath(Path.of("target", "pictures", name + ".png")));
    }

    /** Waits until every graph on the page has found its place. */
    static void still(Page page) {
        page.waitForFunction("() => [...document.querySelectorAll('.picture:not([hidden]) canvas')]"
                + ".every((canvas) => canvas.dataset.still === 'yes')");
    }
}
