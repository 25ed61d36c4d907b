package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Names that are one thing, on the page. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AliasesTest {
    private final Serving server;
    private final Chromium chromium;

    AliasesTest(Chromium chromium, Demo demo) throws IOException {
        this.chromium = chromium;
        server = demo.server();
        ObjectNode body = new JsonMapper().createObjectNode();
        ArrayNode documents = body.putArray("documents");
        add(documents, "pen", "Mark Twain", "is the pen name of", "a pilot");
        add(documents, "boat", "Samuel Clemens", "steered", "the Paul Jones");
        add(documents, "index", "Twain, Mark", "is how the index spells", "Mark Twain");
        add(documents, "company", "TWC", "is short for", "Twain Writing Company");
        add(documents, "lane", "Bixby", "taught", "Horace Bixby");
        server.with("people", body);
    }

    private static void add(ArrayNode documents, String id, String subject, String predicate, String object) {
        documents
                .addObject()
                .put("id", id)
                .put("title", id)
                .put("text", subject + " " + predicate + " " + object + ".")
                .putArray("triplets")
                .addArray()
                .add(subject)
                .add(predicate)
                .add(object);
    }

    private static void merge(Page page, String names) {
        page.locator("#alias-names").fill(names);
        page.locator(".alias-form button").click();
    }

    @Test
    void namesAreSuggestedWithTheirPassagesMergedTypedAndSplit() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=people#manage");
        page.getByText("Suggest names").click();
        Locator twain = page.locator("[data-suggested='Mark Twain']");
        assertThat(twain).containsText("Mark Twain = Twain, Mark");
        assertThat(twain.locator("summary"))
                .hasText("Twain, Mark: the same words, swapped at a comma; similarity "
                        + twain.locator("summary").textContent().replaceAll(".*similarity ([0-9.]+);.*", "$1")
                        + "; 1 passage names both");
        twain.locator("summary").click();
        assertThat(twain.locator("ol")).containsText("Twain, Mark is how the index spells Mark Twain.");
        assertThat(page.locator(".aliases ul.hint")).hasText("Bixby: Horace Bixby");
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "aliases");

        twain.locator("button").click();
        assertThat(page.locator("[data-suggested='Mark Twain']")).hasCount(0);
        assertThat(page.locator(".aliases h3").first()).hasText("1 suggestion");
        assertThat(page.locator("[data-alias]")).containsText("Mark Twain = Twain, Mark");
        assertThat(page.locator("[data-alias]")).containsText("the same words, swapped at a comma");

        merge(page, "Mark Twain\nSamuel Clemens\nQuintus Snodgrass");
        assertThat(page.locator("[data-alias]")).hasCount(2);
        assertThat(page.locator(".aliases .note"))
                .hasText("the graph has neither an entity nor a title \"Quintus Snodgrass\": the edit applies to "
                        + "questions and later additions");
        Pictures.keep(page, "aliases-merged");

        page.locator("[data-alias] button").first().click();
        assertThat(page.locator("[data-alias]")).hasCount(1);
        assertThat(page.locator("[data-alias]")).containsText("Samuel Clemens");
        page.locator("[data-alias] button").click();
        assertThat(page.locator("[data-alias]")).hasCount(0);
    }

    @Test
    void whatTheServerRefusesIsTold() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=people#manage");
        merge(page, "Mark Twain\nmark twain");
        assertThat(page.locator(".aliases [role=alert]"))
                .hasText("there are 1 different names: [Mark Twain]; a merge joins 2 to 32");
        assertThat(page.locator("#alias-names")).hasValue("Mark Twain\nmark twain");
    }

    @Test
    void remarksStayWithTheirAliasWhateverIsDoneNext() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=people#manage");
        merge(page, "Horace Bixby\nQuintus Snodgrass");
        Locator remark = page.locator("[data-alias] .note");
        assertThat(remark)
                .hasText("the graph has neither an entity nor a title \"Quintus Snodgrass\": the edit applies to "
                        + "questions and later additions");
        merge(page, "only one");
        assertThat(page.locator(".aliases [role=alert]")).isVisible();
        assertThat(remark).hasCount(1);
        page.getByText("Suggest names").click();
        assertThat(page.locator(".aliases h3").first()).isVisible();
        assertThat(remark).hasCount(1);
        page.locator("[data-alias] button").click();
        assertThat(page.locator("[data-alias]")).hasCount(0);
        assertThat(page.locator(".aliases .note")).hasCount(0);
    }

    @Test
    void aButtonWaitsWhileItsWorkIsDone() {
        Page page = chromium.visit();
        List<Route> held = new ArrayList<>();
        page.route("**/edits*", route -> {
            if (route.request().method().equals("POST")) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        page.navigate(server.address() + "/?graph=people#manage");
        Locator button = page.locator(".alias-form button");
        merge(page, "Bixby\nbixby");
        assertThat(button).isDisabled();
        page.waitForCondition(() -> held.size() == 1);
        held.getFirst().resume();
        assertThat(page.locator(".aliases [role=alert]")).isVisible();
        assertThat(button).isEnabled();
        assertThat(held).hasSize(1);
    }

    @Test
    void aCardThatTheKeyMayNotUseAnyMoreGoes() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=people#manage");
        assertThat(page.locator("section.aliases")).isVisible();
        page.route("**/api/v1/server", route -> lessened(route, "\"role\":\"read\""));
        page.route("**/edits*", AliasesTest::refuse);
        merge(page, "Bixby\nHorace Bixby");
        assertThat(page.locator("section.aliases")).hasCount(0);
        assertThat(page.getByText("this needs a key of the role write; yours has read"))
                .isVisible();
    }

    @Test
    void aRefusalThatLeavesTheCardAllowedLeavesWhatIsThere() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=people#manage");
        merge(page, "Bixby\nHorace Bixby");
        assertThat(page.locator("[data-alias]")).hasCount(1);
        page.route("**/edits*", AliasesTest::refuse);
        merge(page, "Mark Twain\nSamuel Clemens");
        assertThat(page.locator(".aliases [role=alert]")).hasText("this needs a key of the role write; yours has read");
        assertThat(page.locator("[data-alias]")).hasCount(1);
        assertThat(page.locator("#alias-names")).hasValue("Mark Twain\nSamuel Clemens");
        page.unroute("**/edits*");
        page.locator("[data-alias] button").click();
        assertThat(page.locator("[data-alias]")).hasCount(0);
    }

    /** Refuses changes of aliases; the list may still be loading. */
    private static void refuse(Route route) {
        if (!route.request().method().equals("POST")) {
            route.resume();
            return;
        }
        route.fulfill(new Route.FulfillOptions()
                .setStatus(403)
                .setContentType("application/problem+json")
                .setBody("{\"detail\":\"this needs a key of the role write; yours has read\"}"));
    }

    /** Keys are tested with the server; here only the page's reaction to the rights of a key. */
    @Test
    void keysThatMayNotChangeTheWholeGraphAreNotOfferedAliases() {
        for (String right : new String[] {"\"role\":\"read\"", "\"role\":\"write\",\"filter\":\"tenant = 1\""}) {
            Page page = chromium.visit();
            page.route("**/api/v1/server", route -> lessened(route, right));
            page.navigate(server.address() + "/?graph=people#manage");
            assertThat(page.locator(".documents tbody tr").first()).isVisible();
            assertThat(page.locator(".aliases")).hasCount(0);
        }
    }

    private static void lessened(Route route, String right) {
        String told = route.fetch().text();
        String changed = told.replaceFirst("\"role\":\"[a-z]+\"", right);
        assertThat(changed).isNotEqualTo(told);
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(changed));
    }
}
