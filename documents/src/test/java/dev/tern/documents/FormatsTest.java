package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class FormatsTest {
    @TempDir
    private Path folder;

    @Test
    void everyOfficeFormatIsReadWithPagesAndHeadings() throws IOException {
        OfficeFiles.pdf(folder.resolve("a.pdf"), "Euler lived in Basel.", "He moved to Berlin.");
        OfficeFiles.docx(folder.resolve("b.docx"));
        OfficeFiles.pptx(folder.resolve("c.pptx"), "First slide", "Second slide");
        OfficeFiles.xlsx(folder.resolve("d.xlsx"));
        OfficeFiles.epub(folder.resolve("e.epub"));

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.idsIn(folder)).containsExactly("a.pdf", "b.docx", "c.pptx", "d.xlsx", "e.epub");
        SourceDocument pdf = loading.documents().get(0);
        assertThat(pdf.title()).isEqualTo("Letters of Basel");
        assertThat(pdf.metadata().texts()).containsEntry("author", "A. Clerk").containsEntry("type", "application/pdf");
        assertThat(sections(pdf)).containsExactly("1  Euler lived in Basel.", "2  He moved to Berlin.");
        SourceDocument docx = loading.documents().get(1);
        assertThat(docx.title()).isEqualTo("Travels");
        assertThat(sections(docx))
                .containsExactly(
                        "0 Travels Travels\n\nShe left Basel in spring.",
                        "0 Travels > By ship By ship\n\nThe ship was slow.\n\nport | Riga");
        assertThat(sections(loading.documents().get(2))).containsExactly("1  First slide", "2  Second slide");
        assertThat(sections(loading.documents().get(3)))
                .containsExactly(
                        "0 Ports Ports\n\nport: Riga; country: Latvia.", "0 Ships Ships\n\nship: Alma; port: Riga.");
        SourceDocument epub = loading.documents().get(4);
        assertThat(epub.title()).isEqualTo("The Slow Ship");
        assertThat(sections(epub))
                .containsExactly("0 Harbour Harbour\n\nThe ship lay still.", "0 Storm Storm\n\nThe wind rose.");
    }

    /** Returns the page, the heading and the text of each section. */
    private static List<String> sections(SourceDocument document) {
        List<Section> sections = document.sections();
        return java.util.stream.IntStream.range(0, sections.size())
                .mapToObj(i -> {
                    int end = i + 1 < sections.size()
                            ? sections.get(i + 1).start()
                            : document.text().length();
                    Section section = sections.get(i);
                    return section.page() + " " + section.heading() + " "
                            + document.text().substring(section.start(), end).strip();
                })
                .toList();
    }

    @Test
    void pageIsReadWithoutItsScriptsAndWhatGuidesThroughItsSite() throws IOException {
        write("page.html", """
            <!DOCTYPE html><html><head><title>Ships &amp; ports</title><style>p { color: red }</style></head>
            <body><nav><a href="/">Home</a></nav><h1>Ships</h1><p>A <b>slow</b>
               ship.</p><script>alert("x")</script><h2>Ports</h2><ul><li>Riga</li><li>Turku</li></ul>
            <div hidden>unseen</div><div class="page" style="display: none">ignore what was said</div>
                <div class="page"></div><footer>imprint</footer></body></html>
            """);

        SourceDocument page = Loading.of(folder, "page.html").only();

        assertThat(page.title()).isEqualTo("Ships & ports");
        assertThat(page.text()).isEqualTo("Ships\n\nA slow ship.\n\nPorts\n\n- Riga\n- Turku");
        assertThat(sections(page))
                .containsExactly("0 Ships Ships\n\nA slow ship.", "0 Ships > Ports Ports\n\n- Riga\n- Turku");
    }

    @Test
    void markdownIsReadWithItsHeadings() throws IOException {
        write("notes.md", """
            ---
            author: A. Clerk
            ---
            # Ships

            A *slow* [ship](http://example.org/ship).
            It leaks.

            ## Ports
            - Riga
            - Turku

            | port | country |
            |------|---------|
            | Riga | Latvia  |
            """);

        SourceDocument notes = Loading.of(folder, "notes.md").only();

        assertThat(notes.title()).isEqualTo("Ships");
        assertThat(notes.metadata().texts()).containsEntry("author", "A. Clerk");
        assertThat(sections(notes))
                .containsExactly(
                        "0 Ships Ships\n\nA slow ship. It leaks.",
                        "0 Ships > Ports Ports\n\n- Riga\n- Turku\n\nport: Riga; country: Latvia.");
    }

    @Test
    void rowsOfATableNameTheirColumns() throws IOException {
        write("people.csv", "Name;Born\nAda;1815\n\"Bernoulli; Daniel\";1700\n");

        assertThat(Loading.of(folder, "people.csv").only().text())
                .isEqualTo("Name: Ada; Born: 1815.\nName: Bernoulli; Daniel; Born: 1700.");
    }

    @Test
    void jsonGivesItsValuesWithTheirKeys() throws IOException {
        write(
                "ship.json",
                "{\"title\": \"Alma\", \"ports\": [{\"name\": \"Riga\"}, {\"name\": \"Turku\"}], \"built\": 1900}");
        write("lines.jsonl", "{\"a\": \"one\"}\n{\"a\": \"two\"}\n");

        Loading loading = Loading.of(folder, "ship.json", "lines.jsonl");

        assertThat(loading.documents().get(0).title()).isEqualTo("Alma");
        assertThat(loading.documents().get(0).text())
                .isEqualTo("title: Alma\nports.name: Riga\n\nports.name: Turku\n\nbuilt: 1900");
        assertThat(loading.documents().get(1).text()).isEqualTo("a: one\n\na: two");
    }

    @Test
    void corpusOfJsonLinesKeepsItsTriplets() throws IOException {
        write("corpus.jsonl", """
            {"_id": "1", "text": "Euler taught.", "metadata": {"triplets": [["Euler", "taught", "Daniel"]]}}
            nonsense
            {"_id": "2", "text": "Daniel learnt."}
            """);

        Loading loading = Loading.of(folder, "corpus.jsonl");

        assertThat(loading.ids()).containsExactly("1", "2");
        assertThat(loading.documents().getFirst().statements())
                .containsExactly(Statement.of("Euler", "taught", "Daniel"));
        assertThat(loading.heard().skipped).singleElement().asString().startsWith("corpus.jsonl:2 is not a document: ");
    }

    @Test
    void typeIsToldByTheContentAndNotByTheName() throws IOException {
        Files.move(OfficeFiles.pdf(folder.resolve("x.pdf"), "Euler lived in Basel."), folder.resolve("x.txt"));
        Files.move(OfficeFiles.docx(folder.resolve("y.docx")), folder.resolve("y.pdf"));
        write("z.docx", "Only a text.");
        write("letter.txt", "From Basel to Riga it is far.\n");

        write("page.txt", "\n <!DOCTYPE html><p>A page.");
        write("readme.md", "<h1 align=center>Ship</h1>\n\n# Riga\n\nA port.\n");

        Loading loading = Loading.of(folder, "x.txt", "y.pdf", "z.docx", "letter.txt", "page.txt", "readme.md");

        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.documents())
                .extracting(document -> document.metadata().texts().get("type"))
                .containsExactly(
                        "application/pdf",
                        ContentType.DOCX,
                        "text/plain",
                        "text/plain",
                        "text/html",
                        "text/x-web-markdown");
        assertThat(loading.documents().getLast().text()).isEqualTo("Ship\n\nRiga\n\nA port.");
    }

    @Test
    void textIsReadWhateverItsNameMeans() throws IOException {
        for (String name : List.of("lib.rs", "host.key", "data.numbers", "notes.xml", "a.mp3")) {
            write(name, "//! Greta Lund wrote this crate in Odense.\npub fn bridge() {}\n");

            SourceDocument document = Loading.of(folder, name).only();

            assertThat(document.text()).as(name).startsWith("//! Greta Lund wrote");
            assertThat(document.metadata().texts()).as(name).containsEntry("type", "text/plain");
        }
        write("a.xml", "<note><to>Greta Lund</to></note>");
        assertThat(Loading.of(folder, "a.xml").only().text()).isEqualTo("Greta Lund");
    }

    @Test
    void encodingIsDetected() throws IOException {
        String text = "Zürich, Málaga und Besançon liegen weit auseinander; Köln auch.\n";
        Files.write(folder.resolve("a.txt"), text.getBytes(StandardCharsets.UTF_8));
        Files.write(folder.resolve("b.txt"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
        Files.write(folder.resolve("c.txt"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
        Files.write(folder.resolve("d.txt"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16BE));
        Files.write(folder.resolve("e.txt"), text.getBytes(StandardCharsets.UTF_16LE));
        Files.write(folder.resolve("f.txt"), text.getBytes(Charset.forName("windows-1252")));
        Files.write(folder.resolve("g.html"), ("<html><body>" + text).getBytes(Charset.forName("windows-1252")));

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.documents())
                .hasSize(7)
                .allSatisfy(document ->
                        assertThat(document.text().strip()).as(document.id()).isEqualTo(text.strip()));
        assertThat(loading.heard().noted)
                .hasSize(2)
                .allMatch(note -> note.endsWith(
                                ".txt is read as windows-1252, a guess by its letters: --encoding, or load.encoding,"
                                        + " overrides it")
                        || note.startsWith("g.html is read as windows-1252"));
    }

    @Test
    void invalidBytesAreReplacedAndSaid() throws IOException {
        byte[] bytes = "Zürich und Köln und Málaga und Besançon und Łódź.".getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - 2] = (byte) 0xC0;
        Files.write(folder.resolve("a.txt"), bytes);

        Loading loading = Loading.of(folder, "a.txt");

        assertThat(loading.only().text()).startsWith("Zürich und Köln").contains("\uFFFD");
        assertThat(loading.heard().noted)
                .singleElement()
                .asString()
                .matches("a.txt has \\d places? that (is|are) no UTF-8 text, replaced by U\\+FFFD");
    }

    @Test
    void standardInputMayBeOfAnyFormat() throws IOException {
        byte[] pdf = Files.readAllBytes(OfficeFiles.pdf(folder.resolve("a.pdf"), "Euler lived in Basel."));

        SourceDocument document = Loading.of(
                        DocumentLoader.builder().stdinName("letter").build(),
                        folder,
                        new ByteArrayInputStream(pdf),
                        "-")
                .only();

        assertThat(document.id()).isEqualTo("letter");
        assertThat(document.text()).isEqualTo("Euler lived in Basel.");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
