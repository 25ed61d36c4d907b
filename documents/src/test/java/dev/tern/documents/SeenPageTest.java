package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Web pages yield their visible text, of the main part. */
@Tag("slow")
final class SeenPageTest {
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
    }
}
