package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the themes of a graph on the page. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ThemesTest {
    private static final List<List<String>> COUNTIES =
            List.of(List.of("Ham", "Wick", "Stoke"), List.of("Lund", "Ystad", "Vellinge"));
    private static final List<String> PEOPLE = List.of("Ann", "Bea", "Cid", "Dan");
    private static final String OVERVIEW = ".answer[data-mode=overview] ";

    /** Circles that touch each other, and names that leave their circle. */
    private static final String OVERLAPS = """
        () => {
            const circles = [...document.querySelectorAll(".theme-map button")].map((node) => [node, node.getBoundingClientRect()]);
            const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
            const touching = circles.flatMap(([, one], at) => circles.slice(at + 1).filter(([, other]) =>
                Math.hypot(middle(one)[0] - middle(other)[0], middle(one)[1] - middle(other)[1]) < (one.width + other.width) / 2 - 1));
            const outside = circles.flatMap(([node, box]) => [...node.querySelectorAll(".theme-name")].filter((name) => name.checkVisibility()).filter((name) => {
                const words = name.getBoundingClientRect();
                return words.left < box.left || words.right > box.right || words.top < box.top || words.bottom > box.bottom;
            }));
            return touching.length + outside.length;
        }
        """;

    private final Serving server;
    private final Chromium chromium;

    ThemesTest(Chromium chromium, Demo demo) throws IOException {
        this.chromium = chromium;
        server = demo.server();
        for (String graph : List.of("counties", "growing", "themeless")) {
            server.with(graph, counties());
        }
    }

    /** Villages whose people all have to do with each other; people of one first name meet in their county. */
    private static ObjectNode counties() {
        ObjectNode body = new JsonMapper().createObjectNode();
        ArrayNode documents = body.putArray("documents");
        for (List<String> county : COUNTIES) {
            for (int one = 0; one < county.size(); one++) {
                for (int person = 0; person < PEOPLE.size(); person++) {
                    String name = PEOPLE.get(person) + " of " + county.get(one);
                    for (String other : PEOPLE.subList(person + 1, PEOPLE.size())) {
                        add(documents, name, "quarrelled with", other + " of " + county.get(one));
                    }
                    for (String village : county.subList(one + 1, county.size())) {
                        add(documents, name, "danced with", PEOPLE.get(person) + " of " + village);
                    }
                }
            }
        }
        return body;
    }

    private static void add(ArrayNode documents, String subject, String predicate, String object) {
        String text = subject + " " + predicate + " " + object + ".";
        documents
                .addObject()
                .put("id", text)
                .put("title", "Chronicle")
                .put("text", text)
                .putArray("triplets")
                .addArray()
                .add(subject)
                .add(predicate)
                .add(object);
    }

    private Page browse(String graph) {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=" + graph + "#browse");
        page.locator("#browse > .segments button").last().click();
        return page;
    }

    private static Locator circles(Page page) {
        return page.locator(".theme-map > li > button");
    }

    private static Locator crumbs(Page page) {
        return page.locator(".crumbs li");
    }

    /** Finds the themes of a graph without themes. */
    private Page found(String graph) {
        Page page = browse(graph);
        page.locator(".theme-map, .themes .empty").waitFor();
        if (page.locator(".themes .empty").count() > 0) {
            page.locator(".themes button.main").click();
        }
        assertThat(circles(page)).hasCount(2);
        return page;
    }

    @Test
    void themesAreFoundAndTheMapLeadsToPartsSentencesPassagesAndBack() {
        Page page = browse("counties");
        assertThat(page.locator(".themes h2")).hasText("Themes have not been found yet");
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "themes-none");
        page.locator(".themes button.main").click();

        assertThat(page.locator(".theme-status")).containsText("2 themes with 6 parts, found ");
        assertThat(circles(page)).hasCount(2);
        assertThat(circles(page).first())
                .hasAttribute("aria-label", Pattern.compile(".+ of .+, .+ of .+, .+ of .+; 30 relations, 3 parts"));
        assertThat(page.evaluate(OVERLAPS)).isEqualTo(0);
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "themes");

        circles(page).first().focus();
        page.keyboard().press("Enter");
        assertThat(circles(page)).hasCount(3);
        assertThat(crumbs(page)).hasCount(2);
        assertThat(page.locator(".theme-details h2")).isFocused();
        assertThat(page.locator(".theme-details > .hint")).hasText("12 entities \u00B7 30 relations");
        assertThat(page.evaluate(OVERLAPS)).isEqualTo(0);

        circles(page).last().click();
        assertThat(circles(page)).hasCount(3);
        assertThat(circles(page).last()).hasAttribute("aria-pressed", "true");
        assertThat(crumbs(page)).hasCount(3);
        assertThat(page.locator(".theme-entities li")).hasCount(PEOPLE.size());
        Locator sentence = page.locator(".theme-sentence").first();
        String told = sentence.locator("summary").textContent();
        sentence.locator("summary").click();
        assertThat(sentence.locator("blockquote p")).hasText(told + ".");
        assertThat(sentence.locator("footer")).hasText("Chronicle");
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "themes-part");

        page.reload();
        assertThat(crumbs(page)).hasCount(3);
        page.goBack();
        assertThat(crumbs(page)).hasCount(2);
        crumbs(page).first().locator("button").click();
        assertThat(circles(page)).hasCount(2);
        assertThat(crumbs(page)).hasText(new String[] {"All themes"});
        assertThat(circles(page).first()).isFocused();
    }

    @Test
    void anEntityOfAThemeIsDrawnWithWhatIsAroundIt() {
        Page page = found("counties");
        circles(page).first().click();
        Locator entity = page.locator(".theme-entities button").first();
        String name = entity.textContent();
        entity.click();

        assertThat(page.locator(".browse-told")).hasText("Around " + name);
        assertThat(page.locator("#browse .details h3")).hasText(name);
        assertThat(page.locator(".themes")).isHidden();
    }

    @Test
    void pictureIsColouredByThemesAndNeighboursOfAChosenEntityStayReadable() {
        Page page = found("growing");
        page.navigate(server.address() + "/?graph=growing#browse");
        assertThat(page.locator(".legend .group")).hasCount(2);
        Locator entity = page.locator(".entity-list button").first();
        String name = entity.textContent();
        entity.click();
        assertThat(page.locator(".browse-told")).hasText("Around " + name);
        assertThat(page.locator(".legend .group").first()).isVisible();

        assertThat(page.evaluate("""
            async () => {
                const { GraphCanvas } = await import("/page/canvas.js");
                const { Subgraph } = await import("/page/subgraph.js");
                const { fillOf } = await import("/page/shapes.js");
                const graph = new Subgraph();
                const entity = (id) => ({ id, name: id });
                graph.join({ entities: [entity("a"), entity("b"), entity("c")], relations: [
                    { key: "ab", text: "ab", entityIds: ["a", "b"], passageIds: [] }, { key: "bc", text: "bc", entityIds: ["b", "c"], passageIds: [] }] }, 0);
                const canvas = new GraphCanvas(graph, {});
                canvas.choose("a");
                const lit = [...canvas.lit()].sort().join(" ");
                canvas.close();
                const counts = graph.group([["a"], ["c"]]);
                return [lit, counts.join(" "), graph.nodes.get("ab").group, graph.nodes.get("bc").group].join("|");
            }
            """)).isEqualTo("a ab b|2 1|0|1");
    }

    /** The plug-in of themes brings the mode. */
    @Test
    void serverWithoutThemesShowsNone() {
        Page page = chromium.visit();
        page.route("**/api/v1/server", route -> {
            String body = route.fetch().text().replace(",\"overview\"", "");
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(body));
        });
        page.route("**/themes", route -> route.fulfill(new Route.FulfillOptions().setStatus(404)));
        page.navigate(server.address() + "/?graph=counties&theme=all#browse");

        assertThat(page.locator(".entity-list li").first()).isVisible();
        assertThat(page.locator("#browse > .segments")).isHidden();
        assertThat(page.locator(".themes")).isHidden();
        assertThat(page.locator("#browse .problem")).hasCount(0);
    }

    @Test
    void themesOfBeforeSaySoAndAreLookedForAgain() throws IOException {
        Page page = found("growing");
        assertThat(page.locator(".theme-status .note")).hasCount(0);
        ObjectNode more = new JsonMapper().createObjectNode();
        add(more.putArray("documents"), "Ann of Ham", "wrote to", "Ann of Lund");
        server.with("growing", more);
        page.reload();

        assertThat(page.locator(".theme-status .note")).hasText("1 new relation since");
        Pictures.keep(page, "themes-old");
        page.locator(".theme-status button").click();
        assertThat(page.locator(".theme-status .note")).hasCount(0);
        assertThat(circles(page)).hasCount(2);
    }

    @Test
    void anOverviewSaysThatThemesAreMissingAndAnswersOnceTheyAreFound() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=themeless&beside=no&mode=overview");
        page.locator("#question").fill("What is it all about?");
        page.keyboard().press("Enter");
        assertThat(page.locator(OVERVIEW + ".notice p"))
                .hasText("An overview is answered from the themes of the graph, and they have not been found yet.");
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "overview-none");
        page.locator(OVERVIEW + ".notice button").click();
        page.locator(".themes button.main").click();
        assertThat(circles(page)).hasCount(2);

        page.locator("[data-view=ask]").click();
        page.locator("#question").fill("What is it all about?");
        page.keyboard().press("Enter");
        assertThat(page.locator(OVERVIEW + ".answer-text")).hasAttribute("aria-busy", "false");
        page.locator(".found > summary").click();
        assertThat(page.locator("[data-step=themes] .step-word")).hasText(Pattern.compile("[2-6] themes"));
        assertThat(page.locator("[data-step=spread]")).isEnabled();
        Pictures.keep(page, "overview");
        Locator theme = page.locator(".details ul.led button").first();
        String name = theme.textContent();
        theme.click();
        assertThat(page.locator(".theme-details h2")).hasText(name);
    }

    @Test
    void whoMayOnlyReadIsToldHowThemesAreFound() {
        Page page = chromium.visit();
        page.navigate(server.address() + "/?graph=demo");
        assertThat(page.locator("html")).hasAttribute("data-ready", "yes");
        page.evaluate("""
            async () => {
                const { state } = await import("/page/state.js");
                const { ThemesView } = await import("/page/themes.js");
                state.server = { ...state.server, caller: { ...state.server.caller, role: "read" } };
                const view = new ThemesView("demo", () => {});
                view.take({ themes: [] });
                document.querySelector("main").append(view.node);
            }
            """);

        assertThat(page.locator("main > .themes .empty p").last())
                .hasText("Users who may write to the whole graph can find them here, or by tern themes --graph demo");
        assertThat(page.locator("main > .themes button")).hasCount(0);
    }

    @Test
    void aNarrowScreenHasTheThemesAsAList() {
        found("counties");
        Page page = chromium.visitor(new Browser.NewContextOptions()
                        .setViewportSize(320, 640)
                        .setLocale("de-DE")
                        .setReducedMotion(ReducedMotion.REDUCE))
                .newPage();
        page.navigate(server.address() + "/?graph=counties&theme=all#browse");
        assertThat(circles(page)).hasCount(2);
        circles(page).first().click();
        assertThat(circles(page)).hasCount(3);

        assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
                .isLessThanOrEqualTo(320);
        assertThat(Axe.violations(page)).isEmpty();
        Pictures.keep(page, "themes-narrow");
    }
}
