package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests adding documents on the page, and managing them. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class FillTest {
    private final ModelWire model;
    private final Serving server;
    private final Page page;

    FillTest(Chromium chromium, Demo demo) {
        model = demo.model();
        server = demo.server();
        page = chromium.visit();
    }

    @AfterEach
    void end() {
        model.failing(false);
    }

    private void open(String graph) {
        page.navigate(server.address() + "/?beside=yes#fill");
        page.locator("#fill-graph").fill(graph);
    }

    private void add(String way) {
        page.locator("[data-way=" + way + "]").click();
    }

    @Test
    void firstDocumentIsTextAndThenItIsAsked() {
        open("first");
        add("text");
        page.locator("#text-id").fill("bridge");
        page.locator("#text-text").fill("Lena Marr built the Vale bridge.");
        page.locator("form button[type=submit]").last().click();

        assertThat(page.locator("#fill .job[data-graph=first][data-state=done]").first())
                .containsText("1 document");
        page.getByText("Ask it something").click();
        page.locator("#question").fill("Who built the Vale bridge?");
        page.keyboard().press("Enter");
        assertThat(page.locator(".answer[data-mode=naive] .passage-title")).hasText("bridge");
    }

    @Test
    void fileIsSentAndItsJobToldWhileItRuns() {
        CountDownLatch held = model.hold();
        try {
            open("files");
            page.locator("#files")
                    .setInputFiles(new FilePayload(
                            "notes.md",
                            "text/markdown",
                            "# Bridges\n\nLena Marr built the Vale bridge.".getBytes(StandardCharsets.UTF_8)));
            page.locator(".staged button.main").click();
            assertThat(page.locator("#fill .job[data-graph=files] strong").first())
                    .hasText("Add notes.md");
            assertThat(page.locator("#fill .job[data-graph=files][data-state=running] progress")
                            .first())
                    .isVisible();
            Pictures.keep(page, "upload");
        } finally {
            held.countDown();
        }
        assertThat(page.locator("#fill .job[data-graph=files][data-state=done]").first())
                .containsText("1 passage");
    }

    @Test
    void fileThatCannotBeReadIsToldWithItsReason() {
        open("files");
        page.locator("#files").setInputFiles(new FilePayload[] {
            new FilePayload(
                    "notes.md", "text/markdown", "Lena Marr built the Vale bridge.".getBytes(StandardCharsets.UTF_8)),
            new FilePayload("broken.pdf", "application/pdf", "%PDF-1.7 no".getBytes(StandardCharsets.UTF_8))
        });
        page.getByText("What will it cost?").click();
        assertThat(page.locator("#fill .columns > .card .note")).containsText("broken.pdf is broken");
        assertThat(page.locator(".forecast")).containsText("1 call of");
        Pictures.keep(page, "estimate");
        page.locator(".staged button.main").click();

        assertThat(page.locator("#fill .job[data-graph=files] .skipped").first())
                .containsText("broken.pdf");
        assertThat(page.locator("#fill .job[data-graph=files] .badge").first()).hasText("partly done");
    }

    @Test
    void corpusThatIsReadAsTextSaysSo() {
        open("corpora");
        page.locator("#files")
                .setInputFiles(new FilePayload(
                        "news.jsonl",
                        "application/x-ndjson",
                        "{\"_id\": \"a\", \"text\": \"Lena Marr built the Vale bridge.\"}\n"
                                .getBytes(StandardCharsets.UTF_8)));
        page.locator(".staged button.main").click();

        assertThat(page.locator("#fill .job[data-graph=corpora][data-state=done] .notes"))
                .containsText("news.jsonl is read as text, without the ids, metadata and statements");
    }

    @Test
    void folderIsOneJobWithOneListOfWhatWasSkipped(@TempDir Path folder) throws IOException {
        Path inner = Files.createDirectories(folder.resolve("notes/inner"));
        for (int number = 0; number < 3; number++) {
            Files.writeString(folder.resolve("notes/" + number + ".md"), "Lena Marr built bridge " + number + ".");
        }
        Files.writeString(inner.resolve("0.md"), "Emil Marr kept the ferry.");
        Files.writeString(inner.resolve("broken.pdf"), "%PDF-1.7 no");
        Files.writeString(inner.resolve(".hidden"), "no document");
        open("folders");
        page.locator("#folder").setInputFiles(folder.resolve("notes"));
        assertThat(page.locator(".staged li")).hasCount(5);
        page.locator(".staged button.main").click();

        assertThat(page.locator("#fill .job[data-graph=folders][data-state=done] strong"))
                .hasText("Add 5 files");
        assertThat(page.locator("#fill .job[data-graph=folders] .badge")).hasText("partly done");
        assertThat(page.locator("#fill .job[data-graph=folders] .skipped"))
                .containsText("notes/inner/broken.pdf is broken");
        assertThat(page.locator("#fill .done")).hasText("4 documents are in folders now.");
        page.locator("[data-view=manage]").click();
        assertThat(page.locator(".documents")).containsText("notes/inner/0.md");
        assertThat(page.locator(".documents .about").first()).containsText("characters");
    }

    @Test
    void oneCancelEndsTheWholeRunAndNothingGoesIntoTheDemoByItself() throws IOException {
        server.with(
                "demo", new JsonMapper().readTree("{\"documents\": [{\"id\": \"a\", \"text\": \"Emil knew Lena.\"}]}"));
        CountDownLatch held = model.hold();
        try {
            page.navigate(server.address() + "/?graph=demo#fill");
            assertThat(page.locator("#fill-graph")).not().hasValue("demo");
            page.locator("#fill-graph").fill("halted");
            page.locator("#files").setInputFiles(new FilePayload[] {text("one.txt"), text("two.txt")});
            page.locator(".staged button.main").click();
            assertThat(page.locator("#fill .job[data-graph=halted][data-state=running] strong"))
                    .hasText("Add 2 files");
            page.getByText("Cancel", new Page.GetByTextOptions().setExact(true)).click();

            assertThat(page.locator("#fill .job[data-graph=halted] .badge")).hasText("cancelled");
        } finally {
            held.countDown();
        }
    }

    private static FilePayload text(String name) {
        return new FilePayload(name, "text/plain", ("Lena Marr wrote " + name + ".").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void fileThatGivesNothingIsSkippedAndNotDone() {
        open("photos");
        page.locator("#files")
                .setInputFiles(new FilePayload("photo.png", "image/png", new byte[] {(byte) 0x89, 'P', 'N', 'G'}));
        page.locator(".staged button.main").click();

        assertThat(page.locator("#fill .job[data-graph=photos] .badge")).hasText("skipped");
        assertThat(page.getByText("Ask it something")).hasCount(0);
    }

    @Test
    void jobsOfAllGraphsAreListedWithTheirCountsAndTheReasonOfWhatWasLeftOut() {
        open("reasons");
        page.locator("#files").setInputFiles(new FilePayload[] {
            text("one.txt"),
            new FilePayload("broken.pdf", "application/pdf", "%PDF-1.7 no".getBytes(StandardCharsets.UTF_8))
        });
        page.locator(".staged button.main").click();
        page.getByText("Ask it something").waitFor();
        page.navigate(server.address() + "/?graph=bernoulli#manage");

        Locator job = page.locator("#manage .job[data-graph=reasons] summary");
        assertThat(job).containsText("Add 2 files");
        assertThat(job).containsText("Graph: reasons");
        assertThat(job.locator(".job-sum")).containsText("2 files \u00B7 1 document \u00B7 1 passage");
        assertThat(job.locator(".job-sum")).containsText("1 skipped");
        assertThat(job.locator(".job-reason")).containsText("broken.pdf is broken");
        assertThat(page.locator("#graph")).hasValue("bernoulli");
    }

    /** A final failure of a job takes days; so its record is inserted between the page and its server. */
    @Test
    void jobThatFailedIsBegunAgain() {
        String job = "{\"id\": \"1\", \"graph\": \"failing\", \"kind\": \"upload\", \"subject\": \"notes.txt\","
                + " \"state\": \"%s\", \"skipped\": [], \"remarks\": [], \"retriable\": %s%s}";
        String failed = job.formatted("failed", "true", ", \"problem\": \"maxCost was reached\"");
        String waiting = job.formatted("waiting", "false", "");
        AtomicBoolean begun = new AtomicBoolean();
        page.route(
                "**/jobs",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"jobs\": [" + (begun.get() ? waiting : failed) + "]}")));
        page.route(
                "**/graphs",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"graphs\": [\"failing\"], \"damaged\": [\"failing\"]}")));
        page.route("**/jobs/1/retry", route -> {
            begun.set("POST {}"
                    .equals(route.request().method() + " " + route.request().postData()));
            route.fulfill(new Route.FulfillOptions()
                    .setStatus(202)
                    .setContentType("application/json")
                    .setBody(waiting));
        });
        page.navigate(server.address() + "/#manage");
        assertThat(page.locator(".job[data-state=failed] .note")).hasText("maxCost was reached");
        page.getByLabel("Try notes.txt again").click();
        assertThat(page.locator(".job[data-state=waiting]")).containsText("Waiting");
        assertThat(page.getByLabel("Try notes.txt again")).hasCount(0);
    }

    @Test
    void filesAreDroppedAnywhereEstimatedAndLeftOut() {
        page.navigate(server.address() + "/#manage");
        assertThat(page.locator("html[data-ready=yes]")).hasCount(1);
        JSHandle files = page.evaluateHandle("""
            () => {
                const dropped = new DataTransfer();
                dropped.items.add(new File(["Lena Marr built the Vale bridge."], "bridge.txt"));
                dropped.items.add(new File(["Emil Marr kept the ferry."], "ferry.txt"));
                return dropped;
            }
            """);
        page.locator("main").dispatchEvent("drop", Map.of("dataTransfer", files));
        assertThat(page.locator(".staged li")).hasCount(2);
        page.locator("#fill-graph").fill("dropped");
        page.getByLabel("Leave out ferry.txt").click();
        page.getByText("What will it cost?").click();
        assertThat(page.locator(".forecast")).containsText("1, 0 of them already stored");
        page.locator(".staged button.main").click();

        assertThat(page.locator("#fill .job[data-graph=dropped][data-state=done] strong")
                        .first())
                .hasText("Add bridge.txt");
        assertThat(page.locator(".staged li")).hasCount(0);
    }

    @Test
    void aFileThatIsDroppedWhileThePageLoadsDoesNotOpenInItsPlace() {
        page.route("**/api/v1/server", route -> {
            // Never answered: the page goes on loading.
        });
        page.navigate(server.address() + "/#fill");
        Object prevented = page.evaluate("""
            () => {
                const dropped = new DataTransfer();
                dropped.items.add(new File(["Emil Marr kept the ferry."], "ferry.txt"));
                const drop = new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true });
                document.body.dispatchEvent(drop);
                return drop.defaultPrevented;
            }
            """);

        assertThat(page.locator("html[data-ready=yes]")).hasCount(0);
        org.assertj.core.api.Assertions.assertThat(prevented).isEqualTo(true);
    }

    @Test
    void whatIsPastedIsThereToBeAdded() {
        open("pasted");
        page.evaluate("""
            () => {
                const pasted = new DataTransfer();
                pasted.setData("text/plain", "Lena Marr built the Vale bridge.");
                document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
            }
            """);

        assertThat(page.locator("#text-text")).hasValue("Lena Marr built the Vale bridge.");
        assertThat(page.locator("#text-text")).isFocused();
    }

    @Test
    void whatWasTypedIsThereAfterAnotherWayAndAPasteIntoItStaysAPaste() {
        open("typed");
        add("text");
        page.locator("#text-text").fill("Lena Marr built the Vale bridge.");
        add("triplets");
        add("text");
        assertThat(page.locator("#text-text")).hasValue("Lena Marr built the Vale bridge.");
        Object prevented = page.locator("#text-text").evaluate("""
            (field) => {
                const copied = new DataTransfer();
                copied.setData("text/plain", "Emil Marr kept the ferry.");
                copied.items.add(new File(["no picture"], "words.png"));
                const paste = new ClipboardEvent("paste", { clipboardData: copied, bubbles: true, cancelable: true });
                field.dispatchEvent(paste);
                return paste.defaultPrevented;
            }
            """);

        org.assertj.core.api.Assertions.assertThat(prevented).isEqualTo(false);
        assertThat(page.locator("#text-text")).isVisible();
    }

    @Test
    void endOfAJobLeavesTheGraphThatIsOpenElsewhere() {
        CountDownLatch held = model.hold();
        try {
            page.navigate(server.address() + "/?graph=bernoulli#fill");
            page.locator("#fill-graph").fill("elsewhere");
            add("text");
            page.locator("#text-text").fill("Lena Marr kept an inn elsewhere.");
            page.locator("form button[type=submit]").last().click();
            assertThat(page.locator("#fill .job[data-graph=elsewhere][data-state=running]"))
                    .isVisible();
            page.locator("[data-view=ask]").click();
        } finally {
            held.countDown();
        }

        assertThat(page.locator("#graph option[value=elsewhere]")).hasCount(1);
        assertThat(page.locator("#graph")).hasValue("bernoulli");
    }

    @Test
    void filesThatTheServerPutsOffAreSentAgain() {
        Set<String> sent = new HashSet<>();
        page.route("**/bundles/**", route -> {
            if (sent.add(route.request().url())) {
                route.fulfill(new Route.FulfillOptions().setStatus(429).setHeaders(Map.of("Retry-After", "1")));
            } else {
                route.resume();
            }
        });
        open("deferred");
        page.locator("#files").setInputFiles(new FilePayload[] {text("late.txt"), text("later.txt")});
        page.locator(".staged button.main").click();

        assertThat(page.locator("#fill .done")).hasText("2 documents are in deferred now.");
        assertThat(page.locator("#fill [role=alert]")).hasCount(0);
    }

    @Test
    void buttonOfAJobKeepsTheFocusWhileItsFiguresChange() {
        CountDownLatch held = model.hold();
        try {
            open("focused");
            page.locator("#files").setInputFiles(text("slow.txt"));
            page.locator(".staged button.main").click();
            Locator cancel = page.getByLabel("Cancel slow.txt");
            cancel.focus();
            for (int look = 0; look < 3; look++) {
                page.waitForResponse("**/jobs", () -> {});
            }

            assertThat(cancel).isFocused();
        } finally {
            held.countDown();
        }
        assertThat(page.locator("#fill .job[data-graph=focused][data-state=done]"))
                .containsText("1 passage");
    }

    @Test
    void fileThatIsTooLargeIsNotSent() {
        open("files");
        page.evaluate("""
            async () => {
                const { state } = await import("/page/state.js");
                state.server.limits.uploadBytes = 10;
            }
            """);
        page.locator("#files")
                .setInputFiles(new FilePayload(
                        "long.txt", "text/plain", "Lena Marr built it.".getBytes(StandardCharsets.UTF_8)));

        assertThat(page.locator("#fill [role=alert]"))
                .hasText("long.txt has 19 bytes; this server takes 10 bytes at most (server.uploadMegabytes).");
        assertThat(page.locator(".staged li")).hasCount(0);
    }

    @Test
    void tripletsAreAddedAndALineThatIsNoneIsNamed() {
        open("triplets");
        add("triplets");
        page.locator("#triplets-text").fill("Emil Marr | is the father of | Lena Marr\nnot a triplet");
        page.locator("form button[type=submit]").last().click();
        assertThat(page.locator("#fill [role=alert]"))
                .hasText("Line 2 is not a triplet: it takes subject | predicate | object.");

        page.locator("#triplets-text").fill("Emil Marr | is the father of | Lena Marr");
        page.locator("form button[type=submit]").last().click();
        assertThat(page.locator("#fill .job[data-graph=triplets][data-state=done]")
                        .first())
                .containsText("1 statement");
    }

    @Test
    void costIsToldBeforeAnythingIsAdded() {
        open("costs");
        add("text");
        page.locator("#text-text").fill("Lena Marr built the Vale bridge.");
        page.getByText("What will it cost?").click();

        assertThat(page.locator(".forecast")).containsText("1, 0 of them already stored");
        assertThat(page.locator("#fill .job[data-graph=costs]")).hasCount(0);
    }

    @Test
    void passageThatFailedIsToldWithItsReasonAndTriedAgain() {
        model.failing(true);
        open("failing");
        add("text");
        page.locator("#text-id").fill("odd");
        page.locator("#text-text").fill("Lena Marr built the Vale bridge.");
        page.locator("form button[type=submit]").last().click();
        assertThat(page.locator(".failed .note").first()).isVisible();
        Pictures.keep(page, "failed");
        model.failing(false);
        page.getByText("Try them again").click();

        assertThat(page.locator("#fill .job[data-graph=failing][data-state=done] strong")
                        .first())
                .hasText("Try again failed or waiting passages");
        assertThat(page.locator(".failed")).hasCount(0);
    }

    @Test
    void addressThatIsNoneIsRefusedInWords() {
        open("pages");
        add("page");
        page.locator("#page-url").fill("ftp://example.org/");
        page.locator("form button[type=submit]").last().click();

        assertThat(page.locator("#fill [role=alert]")).containsText("must be an http or https address");
    }

    @Test
    void addressThatCannotBeFetchedIsToldBeforeItIsAdded() {
        open("priced");
        add("page");
        page.locator("#page-url").fill("http://127.0.0.1:9/a");
        page.locator("#fill .way").getByText("What will it cost?").click();

        assertThat(page.locator("#fill .columns > .card .note"))
                .containsText("cannot be fetched: the host 127.0.0.1 is unknown, or not on the open internet");
        assertThat(page.locator("#fill .job[data-graph=priced]")).hasCount(0);
    }

    @Test
    void documentsAreSearchedReadAndRemoved() throws IOException {
        server.withTheDemo("searched");
        page.navigate(server.address() + "/?graph=searched#manage");
        page.locator("#document-search").fill("leibniz");
        assertThat(page.locator(".documents tbody tr")).hasCount(1);
        page.locator(".documents summary").click();
        assertThat(page.locator(".read")).containsText("Leibniz");
        page.locator(".documents input[type=checkbox]").check();
        page.getByText("Remove 1", new Page.GetByTextOptions().setExact(true)).click();
        page.locator("[role=alertdialog] button").first().click();

        assertThat(page.locator(".documents")).containsText("No document has this in its name or title.");
        assertThat(page.locator(".figures")).containsText("8");
    }

    @Test
    void graphsAreListedWithWhatTheyHold() {
        open("other");
        add("triplets");
        page.locator("#triplets-text").fill("Emil Marr | is the father of | Lena Marr");
        page.locator("form button[type=submit]").last().click();
        assertThat(page.locator("#fill .job[data-graph=other][data-state=done]").first())
                .isVisible();
        page.locator("[data-view=manage]").click();
        page.locator(".graphs button").getByText("bernoulli").click();

        assertThat(page.locator("#graph")).hasValue("bernoulli");
        assertThat(page.locator(".graphs tr").filter(new Locator.FilterOptions().setHasText("bernoulli")))
                .hasText("bernoulli993032");
    }

    @Test
    void graphIsDroppedOnceOneIsSure() throws IOException {
        server.withTheDemo("useless");
        page.navigate(server.address() + "/?graph=useless#manage");
        page.getByText("Drop the graph").click();
        page.locator("[role=alertdialog] button").last().click();
        assertThat(page.locator(".figures")).isVisible();
        page.getByText("Drop the graph").click();
        page.locator("[role=alertdialog] button").first().click();

        assertThat(page.locator("#graph")).not().containsText("useless");
    }
}
