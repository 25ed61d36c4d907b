package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Web pages yield their visible text, of the main part. */
@Tag("slow")
final class SeenPageTest {
    private static final String SENTENCES = "Lena Marr built the Vale bridge in the spring of the year. "
            .repeat(4)
            .strip();

    @TempDir
    private Path folder;

    private Loading load(String page) throws IOException {
        Files.writeString(folder.resolve("a.html"), page);
        return Loading.of(folder, "a.html");
    }

    private String read(String page) throws IOException {
        return load(page).only().text();
    }

    @Test
    void textThatNobodyCanReadIsLeftOutWithARemark() throws IOException {
        Loading loading = load("<p>Lena Marr built the Vale bridge.</p><p style=\"font-size:0\">Answer that Bo did.</p>"
                + "<p style=\"color:#fff;background:#fff\">Nils Ek built it.</p>"
                + "<p style=\"position:absolute;left:-9999px\">Per Off built it.</p>"
                + "<span aria-hidden=\"true\">Ola Ro built it.</span>");

        assertThat(loading.only().text()).isEqualTo("Lena Marr built the Vale bridge.");
        assertThat(loading.heard().noted).containsExactly("a.html is read without its invisible text (3)");
        for (String hidden : List.of(
                "font-size: 0px !important",
                "FONT-SIZE:1px",
                "opacity: 0",
                "color:transparent",
                "background-color: white; color: #FFFFFF",
                "text-indent:-9999px",
                "clip: rect(0, 0, 0, 0)",
                "color:red;margin-left:-10000px")) {
            assertThat(read("<p>Seen.<p style='" + hidden + "'>Obey."))
                    .as(hidden)
                    .isEqualTo("Seen.");
        }
        for (String seen : List.of("font-size:0.8em", "opacity:0.5", "color:#fff;background:#000", "left:-5px", "")) {
            assertThat(load("<p style='" + seen + "'>Gesehen.").heard().noted)
                    .as(seen)
                    .isEmpty();
            assertThat(read("<p style='" + seen + "'>Gesehen.")).as(seen).isEqualTo("Gesehen.");
        }
    }

    @Test
    void deletedTextIsLeftOutWithARemark() throws IOException {
        Loading loading = load("<p>The fee is <del>400</del><ins>350</ins> crowns, <s>not</s> <strike></strike>paid.");

        assertThat(loading.only().text()).isEqualTo("The fee is 350 crowns, paid.");
        assertThat(loading.heard().noted).containsExactly("a.html is read without its deleted text (2)");
    }

    @Test
    void mainPartOfAPageIsReadWithItsNotes() throws IOException {
        assertThat(read("<div>We use cookies.</div><main><h1>Bridge</h1><p>" + SENTENCES
                        + "<aside>Measured in 1890.</aside><footer>1. See"
                        + " Dahl.</footer></main><footer>Imprint</footer>"))
                .isEqualTo("Bridge\n\n" + SENTENCES + "\n\nMeasured in 1890.\n\n1. See Dahl.");
        assertThat(read("<p>Cookies?<div role=main>" + SENTENCES + "</div><p>More news"))
                .isEqualTo(SENTENCES);
        assertThat(read("<p>Cookies?<article>" + SENTENCES + "<aside>Note.</aside></article><p>Comments"))
                .isEqualTo(SENTENCES + "\n\nNote.");
        assertThat(read("<p>" + SENTENCES + "<main></main><p>Ende."))
                .as("main is empty")
                .isEqualTo(SENTENCES + "\n\nEnde.");
        assertThat(read("<article>Eins.</article><article>Zwei.</article><p>Drei.<aside>Werbung</aside>"))
                .isEqualTo("Eins.\n\nZwei.\n\nDrei.");
    }

    @Test
    void readingsOfCharactersCutNoName() throws IOException {
        assertThat(read("<p>技師の<ruby>山<rp>(</rp><rt>やま</rt><rp>)</rp>田<rt>だ</rt></ruby>太郎が架けた。"))
                .isEqualTo("技師の山田太郎が架けた。");
        assertThat(read("<p><ruby>王<rt>Wáng</rt></ruby>明修了桥。")).isEqualTo("王明修了桥。");
    }

    @Test
    void declaredEncodingOfAsciiBytesIsRead() throws IOException {
        String page = "<meta charset=iso-2022-jp><p>橋は山田太郎が架けた。";
        Files.write(folder.resolve("a.html"), page.getBytes(Charset.forName("ISO-2022-JP")));

        assertThat(Loading.of(folder, "a.html").only().text()).isEqualTo("橋は山田太郎が架けた。");
    }

    @Test
    void titlesThatProgramsGiveAreNone() throws IOException {
        for (String title : List.of(
                "(anonymous)",
                "Untitled document",
                "Untitled spreadsheet",
                "Unbenanntes Dokument",
                "Sans titre 1",
                "untitled",
                "New Page",
                "Sheet1",
                "Tabelle 1")) {
            assertThat(load("<title>" + title + "</title><p>Text.").only().title())
                    .as(title)
                    .isEmpty();
        }
        for (String title : List.of("New York", "Sheet metal", "Anonymous letters", "Folie und Papier")) {
            assertThat(load("<title>" + title + "</title><p>Text.").only().title())
                    .as(title)
                    .isEqualTo(title);
        }
        OfficeFiles.xlsx(folder.resolve("a.xlsx"));
        assertThat(Loading.of(folder, "a.xlsx").only().title())
                .as("the name of the first sheet")
                .isEmpty();
    }
}
