package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Questions that follow from each other, the stored part of them, and browsing without one. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class ThreadTest {
    private static final String FOLLOW_UP = "And who was his father?";

    private final Chromium chromium;
    private final Serving server;
    private final Page page;

    ThreadTest(Chromium chromium, Demo demo) {
        this.chromium = chromium;
        server = demo.server();
        page = chromium.visit();
        page.navigate(server.address() + "/?mode=local&beside=no");
    }

    private void ask(String question) {
        int before = page.locator(".turn").count();
        page.locator("#question").fill(question);
        page.keyboard().press("Enter");
        assertThat(page.locator(".turn")).hasCount(before + 1);
        assertThat(page.locator(".turn:last-child .answer-text")).hasAttribute("aria-busy", "false");
    }

    private Locator asked() {
        return page.locator(".asked");
    }

    @Test
    void questionFollowsFromTheOneBeforeAndBothStayThroughBackForwardAndAReload() {
        ask(Serving.QUESTION);
        ask(FOLLOW_UP);

        assertThat(page.locator(".turn:last-child .understood")).hasText("Understood as: " + ModelWire.STANDALONE);
        assertThat(asked()).hasText(new String[] {Serving.QUESTION, FOLLOW_UP});
        Pictures.keep(page, "thread");
        page.goBack();
        assertThat(page).hasURL(Pattern.compile("turn=1"));
        assertThat(asked()).hasCount(2);
        page.goBack();
        assertThat(asked()).hasCount(0);
        assertThat(page.locator("#question")).isVisible();
        page.goForward();
        page.goForward();
        page.reload();

        assertThat(asked()).hasText(new String[] {Serving.QUESTION, FOLLOW_UP});
        assertThat(page.locator(".turn:last-child .understood")).hasText("Understood as: " + ModelWire.STANDALONE);
        assertThat(page.locator("#question")).hasValue("");
        page.locator(".turn").first().locator("button.cite").first().click();
        assertThat(page.locator(".turn").first().locator(".passage-text mark").first())
                .isVisible();
    }

    @Test
    void answerIsKeptAndFollowedWhilePlainSearchBesideItIsStillUnderWay() {
        page.route("**/ask", route -> {
            // Never answered: plain search goes on.
        });
        page.navigate(server.address() + "/?mode=local");
        page.locator("#question").fill(Serving.QUESTION);
        page.keyboard().press("Enter");
        Locator answer = page.locator(".turn:last-child .answer[data-mode=local] .answer-text");
        assertThat(answer).hasAttribute("aria-busy", "false");
        page.locator("#question").fill(FOLLOW_UP);
        page.keyboard().press("Enter");
        assertThat(page.locator(".turn:last-child .understood")).hasText("Understood as: " + ModelWire.STANDALONE);
        page.getByText("New thread").click();
        assertThat(asked()).hasCount(0);
        page.goBack();

        assertThat(asked()).hasText(new String[] {Serving.QUESTION, FOLLOW_UP});
        assertThat(answer).containsText("Daniel Bernoulli was a son of Johann Bernoulli");
    }

    @Test
    void threadsAreBegunNamedOpenedAndDeleted() {
        ask("Who taught Leonhard Euler?");
        page.getByText("Rename", new Page.GetByTextOptions().setExact(true)).click();
        page.getByLabel("Name of the thread").fill("Teachers");
        page.keyboard().press("Enter");
        assertThat(page.locator(".thread-title")).hasText("Teachers");
        page.getByText("New thread").click();
        assertThat(asked()).hasCount(0);
        ask("Who wrote Hydrodynamica?");
        page.locator(".threads > summary").click();
        assertThat(page.locator(".thread-list .row")).hasText(new String[] {"Who wrote Hydrodynamica?", "Teachers"});
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "threads");
        page.locator(".thread-list .row").getByText("Teachers").click();
        assertThat(asked()).hasText("Who taught Leonhard Euler?");
        page.locator(".threads > summary").click();
        page.getByLabel("Delete Teachers").click();

        assertThat(asked()).hasCount(0);
        assertThat(page.locator(".thread-list .row")).hasText("Who wrote Hydrodynamica?");
    }

    @Test
    void threadIsSavedAsMarkdownAndAsJsonThatIsOpenedAgainElsewhere() throws IOException {
        ask("Who wrote Hydrodynamica?");
        String markdown = Files.readString(saved("Markdown"));
        assertThat(markdown)
                .startsWith("# Who wrote Hydrodynamica?\n")
                .contains("## Who wrote Hydrodynamica?", "1. **", "\n   > ");
        Path json = saved("JSON");
        Page other = chromium.visit();
        other.navigate(server.address());
        assertThat(other.locator("#question")).isFocused();
        other.locator(".threads > summary").click();
        assertThat(other.locator(".thread-list")).hasText("Threads are kept in this browser.");
        other.locator("#thread-file")
                .setInputFiles(new FilePayload(
                        "no.json",
                        "application/json",
                        "{\"format\": \"tern-thread\", \"version\": 1, \"turns\": 7}"
                                .getBytes(StandardCharsets.UTF_8)));
        assertThat(other.locator(".thread-menu [role=alert]")).hasText("no.json is not a thread that Tern has saved.");
        other.locator("#thread-file").setInputFiles(json);

        assertThat(other.locator(".asked")).hasText("Who wrote Hydrodynamica?");
        assertThat(other.locator(".answer-text").textContent())
                .isEqualTo(page.locator(".answer-text").textContent());
        other.context().close();
    }

    private Path saved(String format) {
        return page.waitForDownload(
                        () -> page.getByLabel("Save the thread as " + format).click())
                .path();
    }

    /** The storage may have been changed by a page of the same address, or by a person. */
    @Test
    void keptThreadThatIsNoneIsPassedOver() {
        ask("Who wrote Hydrodynamica?");
        page.evaluate("""
            () => {
                localStorage.setItem("tern-thread-x", "{");
                localStorage.setItem("tern-thread-y", JSON.stringify({ id: "y", title: 7, graph: "bernoulli", changed: "", turns: [] }));
            }
            """);
        page.reload();
        page.locator(".threads > summary").click();

        assertThat(page.locator(".thread-list .row")).hasText("Who wrote Hydrodynamica?");
    }

    @Test
    void oldestThreadsGoWhereThereAreTooMany() {
        Object left = page.evaluate("""
            async () => {
                const { keep, newThread, threads } = await import("/page/threads.js");
                for (let number = 0; number < 53; number += 1) {
                    const thread = newThread("bernoulli");
                    thread.title = `thread ${number}`;
                    keep(thread);
                    // In this order, whatever the clock's grain.
                    const kept = JSON.parse(localStorage.getItem(`tern-thread-${thread.id}`));
                    kept.changed = new Date(Date.UTC(2020, 0, 1, 0, number)).toISOString();
                    localStorage.setItem(`tern-thread-${thread.id}`, JSON.stringify(kept));
                }
                const all = threads();
                return `${all.length} ${all.at(0).title} ${all.at(-1).title}`;
            }
            """);

        assertThat(left).isEqualTo("50 thread 52 thread 3");
    }

    @Test
    void threadThatDoesNotFitLeavesTheOthersAndOneThatFitsTakesNoMoreThanItNeeds() {
        Object said = page.evaluate("""
            async () => {
                const { keep, newThread, threads } = await import("/page/threads.js");
                const named = (title) => Object.assign(newThread("bernoulli"), { title });
                const said = [];
                const tried = (thread) => {
                    try {
                        keep(thread);
                    } catch (problem) {
                        said.push(problem.message.replace(/2,000,\\d\\d\\d/, "more"));
                    }
                    said.push(threads().length);
                };
                for (let number = 0; number < 4; number += 1) keep(named("kept"));
                tried(named("x".repeat(2_000_000)));
                const outside = Storage.prototype.setItem;
                const never = named("never");
                Storage.prototype.setItem = function (name, value) {
                    if (name.endsWith(never.id) || Object.keys(this).filter((key) => /thread/.test(key)).length > 3) throw new DOMException("full", "QuotaExceededError");
                    outside.call(this, name, value);
                };
                tried(named("fits"));
                tried(never);
                Storage.prototype.setItem = outside;
                return said.join("|").replace(/the \\d+ char/, "the few char");
            }
            """);

        assertThat(said)
                .isEqualTo("Not kept: the thread has more characters, and this browser keeps 2,000,000 of a thread at"
                        + " most.|4|4|Not kept: the storage of this browser has no room for the few characters of"
                        + " the thread.|4");
    }

    @Test
    void whatTwoTabsAddToAThreadIsKeptOfBoth() {
        Object questions = page.evaluate("""
            async () => {
                const { keep, newThread, threadOf, turnOf } = await import("/page/threads.js");
                const turn = (question) => turnOf(question, { question, mode: "graph", answer: { text: "Yes.", kind: "generated" }, passages: [] });
                const one = newThread("bernoulli");
                one.turns.push(turn("first"));
                keep(one);
                const other = threadOf(one.id);
                one.turns.push(turn("here"));
                keep(one);
                other.turns.push(turn("there"));
                keep(other);
                one.turns.push(turn("last"));
                keep(one);
                return threadOf(one.id).turns.map(({ question }) => question).join(" ");
            }
            """);

        assertThat(questions).isEqualTo("first here there last");
    }

    @Test
    void draftStaysWhenOneGoesForwardToAThreadAndWhenAQuestionIsAskedAgain() {
        ask("Who wrote Hydrodynamica?");
        page.goBack();
        assertThat(asked()).hasCount(0);
        page.locator("#question").fill("A draft");
        page.goForward();
        assertThat(asked()).hasCount(1);
        assertThat(page.locator("#question")).hasValue("A draft");
        page.route("**/ask/stream", Route::abort);
        page.locator("#question").fill(FOLLOW_UP);
        page.keyboard().press("Enter");
        assertThat(page.locator("#question")).hasValue("");
        Locator again = page.getByText("Ask again");
        assertThat(again).isVisible();
        page.unroute("**/ask/stream");
        page.locator("#question").fill("A draft");
        again.click();

        assertThat(page.locator(".turn:last-child .understood")).hasText("Understood as: " + ModelWire.STANDALONE);
        assertThat(page.locator("#question")).hasValue("A draft");
    }

    @Test
    void answerIsInViewOnATelephone() {
        Page phone = chromium.visitor(new Browser.NewContextOptions()
                        .setViewportSize(390, 844)
                        .setReducedMotion(ReducedMotion.REDUCE))
                .newPage();
        phone.navigate(server.address() + "/?mode=local&beside=no");
        for (String question : new String[] {"Who wrote Hydrodynamica?", "Who taught Leonhard Euler?"}) {
            phone.locator("#question").fill(question);
            phone.keyboard().press("Enter");
            assertThat(phone.locator(".turn:last-child .asked")).hasText(question);
            Locator answer = phone.locator(".turn:last-child .answer-text");
            assertThat(answer).hasAttribute("aria-busy", "false");
            assertThat(answer).isInViewport();
            assertThat(answer.boundingBox().y + 60)
                    .isLessThan(phone.locator(".ask-form").boundingBox().y);
        }
        Pictures.keep(phone, "thread-narrow");
        phone.context().close();
    }

    @Test
    void graphIsBrowsedWithoutAQuestion() {
        page.locator("[data-view=browse]").click();
        assertThat(page.locator("#browse .see")).hasAttribute("data-nodes", "62");
        assertThat(page.locator(".entity-list li").first()).hasText("Johann Bernoulli9");
        page.locator("#entity-search").fill("hydro");
        assertThat(page.locator(".entity-list li")).hasCount(1);
        assertThat(page.locator(".entity-list li")).hasText("Hydrodynamica2");
        page.locator(".entity-list button").click();
        assertThat(page.locator("#browse .details h3")).hasText("Hydrodynamica");
        assertThat(page.locator(".browse-told")).hasText("Around Hydrodynamica");
        page.getByText("Draw the graph").click();

        assertThat(page.locator(".browse-told")).hasText("All of the graph: 30 entities, 32 relations.");
        assertThat(page.locator("#browse .see")).hasAttribute("data-nodes", "62");
        Pictures.keep(page, "browse");
    }

    @Test
    void nameThatIsSearchedForComesBeforeLongerOnesWithMoreStatements() throws IOException {
        server.with("minutes", new JsonMapper().readTree("""
            {"documents": [{"id": "a", "text": "Minutes.", "triplets": [["Board of Polarvind", "met in", "Oslo"],
            ["Board of Polarvind", "met", "Ada"], ["Polarvind Bank", "is in", "Oslo"], ["Polarvind Bank", "knows", "Ada"],
            ["Polarvind", "is in", "Bergen"]]}]}
            """));
        page.navigate(server.address() + "/?graph=minutes#browse");
        page.locator("#entity-search").fill("polarvind");

        assertThat(page.locator(".entity-list button"))
                .hasText(new String[] {"Polarvind", "Polarvind Bank", "Board of Polarvind"});
    }

    @Test
    void graphThatIsNotThereIsTold() {
        page.navigate(server.address() + "/?graph=nothing_here");

        assertThat(page.locator("#notice .notice")).containsText("There is no graph nothing_here; this is bernoulli.");
        page.getByText("Close", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("#notice .notice")).hasCount(0);
    }
}
