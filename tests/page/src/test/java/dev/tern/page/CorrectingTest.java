package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.tern.graph.Statement;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests corrections of a graph on the page. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class CorrectingTest {
    private final Serving server;
    private final Chromium chromium;

    CorrectingTest(Chromium chromium, Demo demo) {
        this.chromium = chromium;
        server = demo.server();
    }

    /** Opens the page with a graph of its own that contains a false statement. */
    private Page browsing(String graph) throws IOException {
        ObjectNode body = new JsonMapper().createObjectNode();
        ArrayNode documents = body.putArray("documents");
        add(documents, "pen", "Mark Twain", "wrote about", "Hannibal");
        add(documents, "boat", "Mark Twain", "steered", "the Paul Jones");
        add(documents, "lie", "Mark Twain", "sank", "the Titanic");
        server.with(graph, body);
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=" + graph + "#browse");
        return page;
    }

    private static void add(ArrayNode documents, String id, String subject, String predicate, String object) {
        documents
                .addObject()
                .put("id", id)
                .put("text", subject + " " + predicate + " " + object + ".")
                .putArray("triplets")
                .addArray()
                .add(subject)
                .add(predicate)
                .add(object);
    }

    /** Shows an entity, and opens its correction form. */
    private static void open(Page page, String entity) {
        row(page, ".entity-list", entity).click();
        assertThat(page.locator(".details h3")).hasText(entity);
        page.locator(".correct > summary").click();
        assertThat(page.locator(".correct select").first()).isVisible();
    }

    private static Locator row(Page page, String list, String text) {
        return page.locator(list + " button", new Page.LocatorOptions().setHasText(text));
    }

    private static Locator field(Page page, String label) {
        return page.locator(".correct").getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
    }

    private static void note(Page page) {
        page.locator(".correct button[type=submit]").click();
    }

    private void remove(Page page, String graph, String document) {
        page.request().delete(server.address() + "/api/v1/graphs/" + graph + "/documents?id=" + document);
        page.waitForCondition(() -> !documents(graph).toString().contains("\"id\":\"" + document + "\""));
    }

    private JsonNode documents(String graph) {
        return server.get("/api/v1/graphs/" + graph + "/documents");
    }

    @Test
    void anEntityIsRenamedSeenUnderItsNameAndHasItsOwnAgainWhenThatIsTakenBack() throws IOException {
        Page page = browsing("renamed");
        open(page, "Mark Twain");
        assertThat(page.locator(".correct .edits")).hasText("None yet");
        field(page, "Kind of correction").selectOption("rename");
        field(page, "Name").fill("Samuel Clemens");
        field(page, "Why").fill("his own");
        page.keyboard().press("Enter");
        assertThat(page.locator(".correct .done")).hasText("Saved: it applies from the next question on");
        assertThat(page.locator(".details h3")).hasText("Samuel Clemens");
        assertThat(page.locator(".entity-list")).containsText("Samuel Clemens");
        assertThat(page.locator(".correct [data-edit]")).containsText("Mark Twain is called Samuel Clemens");
        assertThat(page.locator(".correct [data-edit] .hint")).containsText(" \u00b7 his own");
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "correcting");

        Page asking = chromium.visit();
        asking.navigate(server.address() + "/?graph=renamed&mode=local&beside=no&q=What did Mark Twain steer?");
        asking.locator("#question").press("Enter");
        assertThat(asking.locator(".answer .answer-text")).hasAttribute("aria-busy", "false");
        asking.locator(".found > summary").click();
        asking.getByText("Table", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(asking.locator(".table-place tbody")).containsText("Samuel Clemens");

        field(page, "Kind of correction").selectOption("rename");
        field(page, "Name").fill("Sam");
        note(page);
        assertThat(page.locator(".details h3")).hasText("Sam");
        assertThat(page.locator(".correct [data-edit]")).hasCount(2);
        assertThat(page.locator(".correct [data-edit] .note")).containsText("the later edit ");
        for (String name : new String[] {"Samuel Clemens", "Mark Twain"}) {
            page.locator(".correct [data-edit] button").first().click();
            assertThat(page.locator(".details h3")).hasText(name);
        }
        assertThat(page.locator(".correct [data-edit] button")).hasCount(0);
        assertThat(page.locator(".correct [data-edit]").first()).containsText("Undone: ");
        assertThat(row(page, ".entity-list", "Mark Twain")).isVisible();
    }

    @Test
    void everythingElseIsSaidOfARelationAndItsPassage() throws IOException {
        Page page = browsing("said");
        open(page, "Mark Twain");
        page.locator(".correct select").first().selectOption("merge");
        field(page, "The other name, which is shown").fill("Sam Clemens");
        note(page);
        assertThat(page.locator(".correct [data-edit]")).containsText("The same: Sam Clemens = Mark Twain");

        page.locator(".correct select").first().selectOption("split");
        field(page, "Name").fill("a liar");
        field(page, "In these documents").selectOption("lie");
        note(page);
        assertThat(page.locator(".correct [data-edit]").first()).containsText("Sam Clemens is a liar in lie");
        assertThat(row(page, ".entity-list", "a liar")).isVisible();

        row(page, ".led", "Mark Twain sank the Titanic").click();
        page.locator(".correct > summary").click();
        assertThat(page.locator(".correct .edits")).hasText("None yet");
        note(page);
        assertThat(page.locator(".correct [data-edit]").first()).containsText("Wrong: Mark Twain sank the Titanic");
        note(page);
        assertThat(page.locator(".correct .done")).hasText("This edit exists already");

        page.locator(".correct select").first().selectOption("missing");
        field(page, "Subject").fill("Mark Twain");
        note(page);
        assertThat(page.locator(".correct [data-edit]")).hasCount(1);
        field(page, "Predicate").fill("met");
        field(page, "Object").fill("Nikola Tesla");
        note(page);
        assertThat(page.locator(".correct [data-edit]").first())
                .containsText("was missing: Mark Twain met Nikola Tesla.");
        assertThat(page.locator(".correct [data-edit]")).hasCount(2);

        page.locator("[data-view=manage]").click();
        assertThat(page.locator("#manage [data-edit]")).hasCount(4);
        assertThat(page.locator("#manage [data-alias]")).hasCount(1);
        page.locator("#manage [data-edit] button").last().click();
        assertThat(page.locator("#manage [data-alias]")).hasCount(0);
        assertThat(page.locator("#manage [data-edit]")).hasCount(3);
        page.getByLabel("Show undone").check();
        assertThat(page.locator("#manage [data-edit]")).hasCount(4);
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "corrections");
    }

    @Test
    void correctionGoesWithTheOnlyDocumentThatSupportedIt() throws IOException {
        Page page = browsing("conflicts");
        open(page, "the Titanic");
        page.locator(".correct select").first().selectOption("wrong");
        note(page);
        assertThat(page.locator(".correct [data-edit]")).containsText("the Titanic is not a name");
        remove(page, "conflicts", "lie");
        page.locator("[data-view=manage]").click();
        assertThat(page.locator("#manage")).isVisible();
        assertThat(page.locator("#manage [data-edit]")).hasCount(0);
    }

    @Test
    void whoComesTooLateIsToldAndNothingIsChanged() throws IOException {
        Page page = browsing("late");
        open(page, "the Titanic");
        row(page, ".led", "Mark Twain sank the Titanic").click();
        page.locator(".correct > summary").click();
        assertThat(page.locator(".correct form")).isVisible();
        remove(page, "late", "lie");
        note(page);
        assertThat(page.locator(".correct [role=alert]"))
                .hasText("the graph has no relation "
                        + Statement.of("Mark Twain", "sank", "the Titanic").relationKey()
                        + ": it was removed, or its document has changed");
        assertThat(page.locator(".correct [data-edit]")).hasCount(0);

        open(page, "Hannibal");
        field(page, "Kind of correction").selectOption("rename");
        field(page, "Name").fill("Hannibal, Missouri");
        note(page);
        Locator mine = page.locator(".correct [data-edit] button");
        assertThat(mine).hasCount(1);
        Page other = chromium.visit();
        other.navigate(server.address() + "/?graph=late#manage");
        other.locator("#manage [data-edit] button").click();
        assertThat(other.locator("#manage [data-edit]")).hasCount(0);
        mine.click();
        assertThat(page.locator(".correct .edits [role=alert]")).containsText("was taken back by ");
        assertThat(mine).hasCount(0);
    }

    /** Keys are tested with the server; here only the page's reaction to the rights of a key. */
    @Test
    void keysThatMayNotChangeTheWholeGraphAreNotOfferedCorrections() throws IOException {
        browsing("kept").close();
        for (String right : new String[] {"\"role\":\"read\"", "\"role\":\"write\",\"filter\":\"tenant = 1\""}) {
            Page page = chromium.visit();
            page.route("**/api/v1/server", route -> lessened(route, right));
            page.navigate(server.address() + "/?graph=kept#browse");
            row(page, ".entity-list", "Hannibal").click();
            assertThat(page.locator(".details h3")).hasText("Hannibal");
            assertThat(page.locator(".correct")).hasCount(0);
            page.locator("[data-view=manage]").click();
            assertThat(page.locator(".documents tbody tr").first()).isVisible();
            assertThat(page.locator("#manage .edits")).hasCount(0);
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
