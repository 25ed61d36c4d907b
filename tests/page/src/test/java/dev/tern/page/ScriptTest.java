package dev.tern.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Single scripts of the page, in the browser that runs them. */
@Tag("browser")
@ExtendWith(Browsing.class)
final class ScriptTest {
    private final Serving server;
    private final Page page;

    ScriptTest(Chromium chromium, Demo demo) {
        server = demo.server();
        page = chromium.visit();
        page.navigate(server.address());
    }

    private Object run(String script) {
        return page.evaluate(script);
    }

    /** A model's words come one by one, with comments between them that keep a connection awake, cut anywhere. */
    @Test
    void eventsAreReadWhereverTheyAreCut() {
        Object heard = run("""
            async () => {
                const text = 'event: begin\\ndata: {"name":"answer"}\\n\\n: awake\\n\\n'
                    + ["He ", "said \\u00E4", " [1", "]"].map((word) => `event: words\\r\\ndata: ${JSON.stringify({ text: word })}\\r\\n\\r\\n`).join("")
                    + 'event: answer\\ndata: {"done":\\ndata: true}\\n\\n';
                const bytes = new TextEncoder().encode(text);
                const outside = window.fetch;
                window.fetch = async () => new Response(new ReadableStream({
                    start(to) {
                        for (let at = 0; at < bytes.length; at += 3) to.enqueue(bytes.slice(at, at + 3));
                        to.close();
                    },
                }));
                const heard = [];
                const { stream } = await import("/page/api.js");
                try {
                    await stream("g", {}, (event, data) => heard.push(event + " " + JSON.stringify(data)));
                } finally {
                    window.fetch = outside;
                }
                return heard.join("; ");
            }
            """);

        assertThat(heard)
                .isEqualTo("begin {\"name\":\"answer\"}; words {\"text\":\"He \"}; words {\"text\":\"said \u00E4\"};"
                        + " words {\"text\":\" [1\"}; words {\"text\":\"]\"}; answer {\"done\":true}");
    }

    @Test
    void answerGrowsWordByWordAndItsNumbersAreSeenAsSuch() {
        run("""
            async () => {
                const { AnswerCard } = await import("/page/answer.js");
                window.card = new AnswerCard("graph", {});
                document.querySelector("main").append(window.card.node);
                for (const word of ["He ", "explained", " it [1", "] and <b>more"]) window.card.words(word);
            }
            """);

        page.waitForFunction(
                "() => document.querySelector('.writing').textContent === 'He explained it 1 and <b>more'");
        assertThat(page.locator(".writing .cite").allTextContents()).containsExactly("1");
        assertThat(page.locator(".writing b").count()).isZero();
    }

    @Test
    void sentenceThatAnAnswerStandsOnIsFoundByItsWords() {
        Object found = run("""
            async () => {
                const { claims, quoteRanges } = await import("/page/sentences.js");
                const passage = "Emil lived in Port Sereno. His daughter Lena built the Vale bridge. It fell in 1911.";
                return claims("Lena built the bridge of the Vale [2]. Nobody knows why [2, 3].")
                    .map(({ cites, said }) => cites + ": " + passage.slice(...(quoteRanges(passage, said)[0] ?? [0, 0]))).join("|");
            }
            """);

        assertThat(found).isEqualTo("2: His daughter Lena built the Vale bridge.|2: |3: ");
    }

    @Test
    void sourcesAreGroupedByDocumentWithQuotesMarkedAndALinkToThePageOfTheOriginal() {
        run("""
            async () => {
                const { AnswerCard } = await import("/page/answer.js");
                const card = new AnswerCard("local", {});
                document.querySelector("main").replaceChildren(card.node);
                const web = { documentId: "bridges", source: "https://example.org/bridges.pdf", title: "Bridges" };
                card.show({ question: "Who built it?", answer: { text: "Found: Lena. Not found: telephone.\\n\u201CLena built it.\u201D [2]", kind: "extractive", path: ["Vale", "Emil", "Lena"], marks: ["lena"], claims: [] }, passages: [
                    { ...web, id: "1", heading: "Bridges > Vale", page: 3, text: "Vale\\n\\nIt fell." },
                    { id: "2", documentId: "notes", source: "notes", title: "", heading: "", text: `${"Emil waited. ".repeat(40)}Lena built it.` },
                    { ...web, id: "3", heading: "Bridges", page: 4, text: "It was rebuilt." }], relations: [], leads: [] });
                card.compare({ passages: [] });
                navigator.clipboard.writeText = async (text) => { window.copied = text; };
            }
            """);

        assertThat(page.locator(".answer-text .path").textContent()).isEqualTo("Vale \u2192 Emil \u2192 Lena");
        assertThat(page.locator(".answer-text .unsaid").textContent()).isEqualTo("Found: Lena. Not found: telephone.");
        assertThat(page.locator(".answer-text p").last().textContent()).isEqualTo("\u201CLena built it.\u201D 2");
        assertThat(page.locator(".passage-place").allTextContents()).containsExactly("Vale \u00B7 page 3", "page 4");
        assertThat(page.locator(".answer-text strong").allTextContents()).containsExactly("Lena");
        assertThat(page.locator(".source strong").allTextContents()).containsExactly("Bridges", "notes");
        assertThat(page.locator(".passage-number").allTextContents()).containsExactly("1", "3", "2");
        assertThat(page.locator(".source strong a").getAttribute("href")).isEqualTo("https://example.org/bridges.pdf");
        assertThat(page.locator(".passage-lines").allTextContents())
                .containsExactly("\n\nIt fell.", "It was rebuilt.", "\u2026 Lena built it.");
        assertThat(page.locator(".passage-lines mark").textContent()).isEqualTo("Lena built it.");
        assertThat(page.locator(".source:has(.badge) strong").allTextContents()).containsExactly("notes");
        page.locator(".passage summary").first().click();
        assertThat(page.locator(".passage-origin a").first().getAttribute("href"))
                .isEqualTo("https://example.org/bridges.pdf#page=3");
        page.getByText("Copy with sources").click();
        assertThat((String) run("() => window.copied"))
                .contains("## Who built it?", "Lena built it.\u201D [2]", "1. **Bridges**", "page 3")
                .contains("\nVale \u2192 Emil \u2192 Lena\n", "Found: Lena. Not found: telephone.")
                .containsPattern("\n<http://\\S+q=Who\\+built\\+it\\S+>\n$");
    }

    @Test
    void forecastsOfSeveralFilesAreOne() {
        Object sum = run("""
            async () => {
                const { sumEstimates } = await import("/page/costestimate.js");
                const one = (cost) => ({ documents: 1, passages: 2, knownPassages: 0, extraction: { model: "m", calls: 2, inputTokens: 30, outputTokens: 4 },
                    embedding: { model: "e", calls: 1, inputTokens: 9, outputTokens: 0 }, cost });
                return [sumEstimates([one("0.1"), one("0.2")]), sumEstimates([one("0.1"), one(undefined)])].map((told) => told.passages + " " + told.extraction.inputTokens + " " + told.cost).join("; ");
            }
            """);

        assertThat(sum).isEqualTo("4 60 0.3; 4 60 null");
    }

    /** A novel is one document: its name beside each of twenty passages would tell nothing. */
    @Test
    void passagesOfOneDocumentAreNamedByHowTheyBeginAndTheOnlyOneByItsDocument() {
        Object names = run("""
            async () => {
                const { Subgraph } = await import("/page/subgraph.js");
                const { label } = await import("/page/shapes.js");
                const graph = new Subgraph();
                graph.put("passage", "1", "novel.txt: The ship lay off the bar.", "ranked", 1);
                graph.put("passage", "2", "novel.txt: Night came with drums.", "ranked", 1);
                graph.put("passage", "3", "index.txt: Drums, 2.", "ranked", 1);
                graph.name();
                return [...graph.nodes.values()].map(label).join("|");
            }
            """);

        assertThat(names).isEqualTo("The ship lay off the bar.|Night came with drums.|index.txt");
    }

    @Test
    void passagesThatHangOnNothingAreInTheTableAndDrawnOnlyWhenTheyAreChosen() {
        Object drawn = run("""
            async () => {
                const { GraphView } = await import("/page/graphview.js");
                const see = new GraphView("bernoulli");
                document.querySelector("main").append(see.node);
                see.subgraph.put("passage", "loose", "index.txt: Drums, 2.", "ranked", 1);
                see.subgraph.put("passage", "tied", "novel.txt: Night came.", "ranked", 1);
                see.subgraph.put("relation", "said", "Night came", "candidate", 1, { passageIds: ["tied"] });
                see.subgraph.bind();
                see.refresh();
                const ids = () => see.canvas.nodes.map((node) => node.id).join(" ");
                const before = ids();
                see.choose("loose");
                return [before, ids(), see.node.dataset.nodes].join("|");
            }
            """);

        assertThat(drawn).isEqualTo("tied said|loose tied said|3");
    }

    /** A placeholder in a name would be another name. */
    @Test
    void valueOfAFieldOrAChoiceIsWhatItIsAndOnlyItsTextIsShown() {
        Object same = run("""
            async () => {
                const { el } = await import("/page/dom.js");
                const name = "\u05D0\u200F\u200E\u061Cb\uFEFFc";
                return [el("input", { value: name }), el("option", { value: name, text: name })].map((node) => (node.value === name) + " " + node.textContent.length).join("|");
            }
            """);

        assertThat(same).isEqualTo("true 0|true 7");
        assertThat(run("""
            async () => (await import("/page/dom.js")).el("option", { text: "a\u200Fb" }).text
            """)).isEqualTo("a\u25E6b");
    }

    @Test
    void charactersThatObeyNobodyAreWrittenAsNumbersInJson() {
        Object json = run("""
            async () => {
                const { escaped } = await import("/page/dom.js");
                const text = "a\\u202Eb\\u2066c\\uFEFFd\\u00E4";
                const file = escaped(JSON.stringify({ text }));
                return file + " " + (JSON.parse(file).text === text);
            }
            """);

        assertThat(json).isEqualTo("{\"text\":\"a\\u202eb\\u2066c\\ufeffd\u00E4\"} true");
    }
}
