package dev.tern.page;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.nio.file.Path;

/** Pictures of the page's states, where they are asked for by {@code -Dpictures}: in {@code target/pictures}. */
final class Pictures {
    private Pictures() {}

    /** Waits until animations have ended, and saves a picture. */
    static void keep(Page page, String name) {
        still(page);
        if (System.getProperty("pictures") == null) {
            return;
        }
        // In a picture that is longer than the window, a fixed footer would stand in the middle.
        page.evaluate("() => document.querySelector('.ask-form')?.style.setProperty('position', 'static')");
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setAnimations(ScreenshotAnimations.DISABLED)
                .setPath(Path.of("target", "pictures", name + ".png")));
        page.evaluate("() => document.querySelector('.ask-form')?.style.removeProperty('position')");
    }

    /** Waits until every graph has found its place, and keeps a picture of the window. */
    static void window(Page page, String name) {
        still(page);
        if (System.getProperty("pictures") != null) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setAnimations(ScreenshotAnimations.DISABLED)
                    .setPath(Path.of("target", "pictures", name + ".png")));
        }
    }

    /** Waits until every graph on the page has found its place. */
    static void still(Page page) {
        page.waitForFunction("() => [...document.querySelectorAll('.picture:not([hidden]) canvas')]"
                + ".every((canvas) => canvas.dataset.still === 'yes')");
    }
}
