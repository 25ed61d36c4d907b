package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.LoadState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests questions on the page, and the display of how the answer was found. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class AskTest {
    private final ModelWire model;
    private final Chromium chromium;
    private final Serving server;
    private final List<String> complaints = new ArrayList<>();
    private Page page;

    AskTest(Chromium chromium, Demo demo) {
        this.chromium = chromium;
        server = demo.server();
        model = demo.model();
        page = chromium.visit();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.navigate(server.address() + "/?beside=yes");
        assertThat(page.locator("#question")).isFocused();
    }

    /** No test may leave an error in the browser's console: a script that broke, or something that the policy refused. */
    @AfterEach
    void leave() {
        page.evaluate("() => new Promise(requestAnimationFrame)");
        assertThat(complaints).isEmpty();
    }

    private void ask() {
        page.locator("#question").fill(Serving.QUESTION);
        page.keyboard().press("Enter");
        page.locator(".turn:last-child .found > summary").click();
    }

    private void answered() {
        assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .answer-text"))
                .hasAttribute("aria-busy", "false");
        assertThat(page.locator(".turn:last-child .found > summary")).containsText("steps");
        assertThat(page.locator(".see")).hasAttribute("aria-busy", "false");
    }

    @Test
    void demoQuestionIsAnsweredWithItsStepsItsPassagesAndNaiveBesideIt() {
        ask();
        answered();

        assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .answer-text"))
                .containsText("Bernoulli's principle 1");
        Locator unsupported = page.locator(".turn:last-child .answer[data-mode=graph] .unsupported");
        assertThat(unsupported).hasText(ModelWire.UNSUPPORTED.replaceAll("[\\[\\]]", ""));
        assertThat(unsupported.locator("+ .badge")).hasText("not in the passages");
        assertThat(page.locator(".turn:last-child .answer[data-mode=naive] .passage")
                        .first())
                .isVisible();
        assertThat(page.locator(".step")).hasCount(7);
        assertThat(page.locator(".step[data-step=choose] .step-word")).hasText(Pattern.compile("\\d relations"));
        assertThat(page.locator(".step[data-step=choose] .step-cost")).containsText("tokens");
        assertThat(page.locator(".badge").getByText("only here").first()).isVisible();
        assertThat(page.locator(".thought")).hasText(ModelWire.THOUGHT);
        Pictures.keep(page, "ask");
    }

    /** A second answer that a model writes costs as much as the first. */
    @Test
    void plainSearchAnswersBesideOnlyWhereThatIsChosenOrCostsNothing() {
        page.navigate(server.address());
        assertThat(page.locator("#beside")).not().isChecked();
        ask();
        answered();
        assertThat(page.locator(".answer[data-mode=naive]")).hasCount(0);
    }

    @Test
    void citationLeadsToTheSentenceThatTheAnswerStandsOn() {
        ask();
        answered();
        page.locator(".turn:last-child .answer[data-mode=graph] button.cite")
                .first()
                .click();

        Locator passage = page.locator(".turn:last-child .answer[data-mode=graph] .passage")
                .first();
        assertThat(passage).isFocused();
        assertThat(passage.locator(".passage-text mark"))
                .containsText("the pressure of a moving fluid falls as its speed rises");
        Pictures.keep(page, "citation");
    }

    /** Turns animations on, which other tests turn off. */
    @Test
    void pictureGrowsAndComesToRest() {
        page = chromium.visitAndWatch();
        page.navigate(server.address());
        ask();
        assertThat(page.locator(".picture canvas")).hasAttribute("data-still", "no");
        answered();
        Pictures.keep(page, "grown");
    }

    @Test
    void stepsAndPictureFillWhileTheModelIsStillThinking() {
        CountDownLatch held = model.hold();
        try {
            ask();
            assertThat(page.locator(".step[data-step=choose]")).hasAttribute("data-state", "runs");
            assertThat(page.locator(".step[data-step=choose] .step-word")).hasText("choosing relations \u2026");
            assertThat(page.locator(".step[data-step=seed]")).hasAttribute("data-state", "done");
            assertThat(page.locator(".legend")).containsText("Seed entity");
            assertThat(page.locator(".legend")).containsText("Relation reached");
            assertThat(page.locator(".legend")).not().containsText("Chosen relation");
            assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .waiting"))
                    .hasText("choosing relations \u2026");
            Pictures.keep(page, "running");
        } finally {
            held.countDown();
        }
        answered();
        assertThat(page.locator(".legend")).containsText("Chosen relation");
        assertThat(page.locator(".legend")).containsText("Passage of the answer");
    }

    @Test
    void wordsOfTheModelAreShownWhileItWrites() {
        CountDownLatch held = model.holdWords();
        Locator text = page.locator(".turn:last-child .answer[data-mode=graph] .answer-text");
        try {
            ask();
            assertThat(text.locator(".writing")).containsText("He showed that the pressure");
            assertThat(text).hasAttribute("aria-busy", "true");
            assertThat(text).not().containsText("father of Daniel");
            assertThat(page.locator(".step[data-step=answer]")).hasAttribute("data-state", "runs");
            Pictures.keep(page, "streaming");
        } finally {
            held.countDown();
        }
        answered();
        assertThat(text).containsText("father of Daniel Bernoulli");
    }

    @Test
    void conditionHidesDocumentsFromTheAnswerAndStaysInTheAddress() {
        page.locator(".knobs summary").click();
        page.getByText("Add a condition").click();
        page.getByLabel("Name of the metadata").fill("lang");
        page.getByLabel("Value", new Page.GetByLabelOptions().setExact(true)).fill("de");
        ask();
        assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .answer-text"))
                .hasAttribute("aria-busy", "false");
        assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .passages"))
                .containsText("No passage was found");
        assertThat(page.locator(".turn:last-child .answer[data-mode=naive] .passages"))
                .containsText("No passage was found");
        assertThat(page.locator(".picture-empty")).hasText("Nothing was found.");
        Pictures.keep(page, "condition");
        page.reload();

        assertThat(page.getByLabel("Name of the metadata")).hasValue("lang");
        page.getByLabel("Comparison").selectOption("!=");
        ask();
        answered();
        assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .passage")
                        .first())
                .isVisible();
        page.getByLabel("Remove this condition").click();
        assertThat(page.getByLabel("Name of the metadata")).hasCount(0);
    }

    @Test
    void stepShowsThePictureAsItStoodThen() {
        ask();
        answered();
        assertThat(page.locator(".legend")).containsText("Passage of the answer");
        String whole = page.locator(".legend").textContent();
        page.locator(".step[data-step=seed]").click();

        assertThat(page.locator(".legend")).containsText("Seed entity");
        assertThat(page.locator(".legend")).not().containsText("Relation reached");
        assertThat(page.locator(".details h3")).hasText("Seed");
        Pictures.keep(page, "moment");
        page.getByText("Show all of it").click();
        assertThat(page.locator(".legend")).hasText(whole);
    }

    @Test
    void relationThatLedToTheAnswerShowsTheSentenceThatStatesItWithItsNamesMarked() {
        ask();
        answered();
        assertThat(page.locator(".details .led mark"))
                .hasText(new String[] {"Daniel Bernoulli", "Johann Bernoulli", "Bernoulli's principle"});
    }

    @Test
    void replayGoesThroughTheStepsAndEndsWithAllOfIt() {
        ask();
        answered();
        // The page goes on at its own pace, also while the test waits for a processor.
        page.evaluate("""
            () => {
                window.pressed = [];
                new MutationObserver((changes) => changes.forEach(({ target }) => {
                    if (target.ariaPressed === "true") window.pressed.push(target.dataset.step);
                })).observe(document.querySelector(".steps"), { subtree: true, attributeFilter: ["aria-pressed"] });
            }
            """);
        page.getByText("Replay").click();

        page.waitForFunction("() => window.pressed.at(-1) === 'answer'");
        assertThat(page.evaluate("() => window.pressed.join(' ')"))
                .asString()
                .endsWith("seed expand rank choose collect answer");
        assertThat(page.locator(".step[aria-pressed=true]")).hasCount(0);
        assertThat(page.getByText("Replay")).isVisible();
        assertThat(page.locator(".details h3")).hasText("The way to the answer");
    }

    @Test
    void pointerIsToldWhatItIsOver() {
        ask();
        answered();
        Pictures.still(page);
        page.locator(".picture canvas").scrollIntoViewIfNeeded();
        BoundingBox picture = page.locator(".picture canvas").boundingBox();
        for (int place = 0; place < 600 && page.locator(".tip").isHidden(); place++) {
            int row = place / 30;
            page.mouse().move(picture.x + picture.width * (place % 30) / 30, picture.y + picture.height * row / 20);
        }

        assertThat(page.locator(".tip strong"))
                .hasText(Pattern.compile("Seed|Entity reached|Relation reached|Chosen|Passage"));
        assertThat(page.locator(".tip span")).not().isEmpty();
    }

    @Test
    void runIsStopped() {
        CountDownLatch held = model.hold();
        try {
            ask();
            page.getByText("Stop", new Page.GetByTextOptions().setExact(true)).click();
            assertThat(page.locator(".turn:last-child .answer[data-mode=graph]"))
                    .containsText("Stopped.");
            assertThat(page.locator("button[type=submit]")).isVisible();
        } finally {
            held.countDown();
        }
    }

    @Test
    void tableHasWhatThePictureHas() {
        ask();
        answered();
        page.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();

        page.waitForCondition(() -> page.locator(".table-place tbody tr").count()
                == Integer.parseInt(page.locator(".see").getAttribute("data-nodes")));
        assertThat(page.locator(".table-place tbody")).containsText("Chosen relation");
        Pictures.keep(page, "table");
    }

    @Test
    void whatIsInThePictureIsFoundByItsNameWithItsNeighbours() {
        ask();
        answered();
        page.locator(".see input[type=search]").fill("Jakob Bernoulli");
        page.keyboard().press("Enter");

        assertThat(page.locator(".details h3")).hasText("Jakob Bernoulli");
        assertThat(page.locator(".details .led li").first()).isVisible();
    }

    @Test
    void arrowsWalkInThePictureAndTellWhereTheyAre() {
        ask();
        answered();
        Pictures.still(page);
        page.locator(".picture canvas").focus();
        page.keyboard().press("ArrowRight");

        assertThat(page.locator(".details .role")).isVisible();
        Set<String> chosen = new HashSet<>();
        // Where nothing lies further on in a direction, the arrow stays: in one of the four there is something.
        for (String arrow : List.of("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")) {
            chosen.add(page.locator(".details h3").textContent());
            page.keyboard().press(arrow);
        }
        chosen.add(page.locator(".details h3").textContent());
        assertThat(chosen.size()).isGreaterThan(1);
        page.keyboard().press("Escape");
        assertThat(page.locator(".details h3")).hasText("The way to the answer");
    }

    @Test
    void pictureIsTakenAlongAsPngSvgAndJson() throws IOException {
        ask();
        answered();

        assertThat(Files.readAllBytes(saved("Save as PNG"))).startsWith(0x89, 'P', 'N', 'G');
        assertThat(Files.readString(saved("Save as SVG"))).startsWith("<svg").contains("Leonhard Euler</text>");
        assertThat(Files.readString(saved("Save as JSON"))).contains("\"role\": \"chosen\"");
    }

    private Path saved(String label) {
        Download download = page.waitForDownload(() -> page.getByLabel(label).click());
        return download.path();
    }

    @Test
    void questionIsInTheAddressAndALinkToItAsksNothingByItself() {
        page.locator("#question").fill(Serving.QUESTION);
        page.locator(".knobs summary").click();
        page.getByLabel("Degree").fill("2");
        page.locator("label[for=mode-local]").click();
        page.locator("button[type=submit]").click();
        assertThat(page.locator(".turn:last-child .answer[data-mode=local] .answer-text"))
                .hasAttribute("aria-busy", "false");
        Page elsewhere = chromium.visit();
        elsewhere.navigate(page.url());

        assertThat(elsewhere.locator("#question")).hasValue(Serving.QUESTION);
        assertThat(elsewhere.getByLabel("Degree")).hasValue("2");
        assertThat(elsewhere.locator(".knobs summary")).hasText("Settings \u00B7 Degree 2");
        assertThat(elsewhere.locator("#mode-local")).isChecked();
        elsewhere.waitForLoadState(LoadState.NETWORKIDLE);
        assertThat(elsewhere.locator(".answer")).hasCount(0);
        elsewhere.context().close();
    }

    @Test
    void everythingIsDoneByTheKeyboard() {
        page.keyboard().type(Serving.QUESTION);
        page.keyboard().press("Enter");
        answered();
        page.locator(".turn .asked").focus();
        for (int tab = 0; tab < 40 && !isAt("button.cite"); tab++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");

        assertThat(page.locator(".turn:last-child .answer[data-mode=graph] .passage")
                        .first())
                .isFocused();
    }

    private boolean isAt(String selector) {
        return (Boolean) page.evaluate("selector => document.activeElement.matches(selector)", selector);
    }
}
