package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RTF yields its visible text, with headings, tables and notes. */
@Tag("slow")
final class RtfTextTest {
    @TempDir
    private Path folder;

    private Loading loading(String body) throws IOException {
        String head = "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Arial;}}"
                + "{\\stylesheet{\\ql Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 heading 2;}{\\*\\cs10 Default;}}"
                + "{\\info{\\title H\\'e4fen}{\\author Eva Dahl}}";
        Files.write(folder.resolve("a.rtf"), (head + body + "}").getBytes(StandardCharsets.ISO_8859_1));
        return Loading.of(folder, "a.rtf");
    }

    @Test
    void headingsListsAndTablesAreRead() throws IOException {
        SourceDocument document = loading("""
            \\pard\\plain\\s1 H\\'e4fen\\par
            {\\listtext\\pard\\plain 1.\\tab}\\pard\\ls1 Erster Punkt.\\par
            \\pard\\plain\\s2 Tabelle\\par
            \\trowd\\trhdr\\cellx2000\\cellx4000\\cellx6000\\pard\\intbl Hafen\\cell Land\\cell Tiefe\\cell\\row
            \\trowd\\cellx2000\\clvmgf\\cellx4000\\cellx6000\\pard\\intbl Riga\\par alt\\cell Lettland\\cell 8\\cell\\row
            \\trowd\\cellx2000\\clvmrg\\cellx4000\\cellx6000\\pard\\intbl Liepaja\\cell\\cell 9\\cell\\row
            \\pard\\plain {\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2} \\u1055?\\u1088? x\\emdash y.\\par\
            """).only();

        assertThat(document.title()).isEqualTo("H\u00e4fen");
        assertThat(document.metadata().texts()).containsEntry("author", "Eva Dahl");
        assertThat(document.sections())
                .extracting(Section::heading)
                .containsExactly("H\u00e4fen", "H\u00e4fen > Tabelle");
        assertThat(document.text()).isEqualTo("""
            H\u00e4fen

            1. Erster Punkt.

            Tabelle

            Hafen: Riga alt; Land: Lettland; Tiefe: 8.
            Hafen: Liepaja; Land: Lettland; Tiefe: 9.

            \u041f\u0440\u0438\u0432\u0435\u0442 \u041f\u0440 x\u2014y.\
            """);
    }

    @Test
    void notesFollowTheirParagraphAndHiddenTextIsLeftOut() throws IOException {
        Loading loading = loading("""
            \\pard Die Br\\'fccke\\super\\chftn
            {\\footnote\\pard\\plain\\super\\chftn\\nosupersub  Siehe {\\i Bo Lind}.}\\nosupersub  steht.{\\*\\atnauthor Nils Ek}{\\*\\annotation\\pard\\plain Bitte pr\\'fcfen.}\\par
            Geheim \\v1 nicht \\{ zeigen \\} \\'e4 \\u246? \\v0 offen, \\strike alt\\strike0  neu.\\par
            {\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt Verweis}}{\\pict\\pngblip 89504e47}.{\\header Kopf}\\par\
            """);

        assertThat(loading.only().text()).isEqualTo("""
            Die Br\u00fccke steht.

            Siehe Bo Lind.

            Comment by Nils Ek: Bitte pr\u00fcfen.

            Geheim offen, neu.

            Verweis.\
            """);
        assertThat(loading.heard().noted)
                .containsExactly("a.rtf is read without its hidden text (1), struck-out text (1)");
    }

    @Test
    void textThatNoRowEndsIsKept() throws IOException {
        assertThat(loading("A\\cell \\pard Whole rest\\par").only().text()).isEqualTo("A\n\nWhole rest");
        assertThat(loading("\\pard\\intbl Text\\par").only().text()).isEqualTo("Text");
        assertThat(loading("\\pard\\intbl Hafen\\cell Land\\cell\\row\\intbl Riga\\cell Lett")
                        .only()
                        .text())
                .isEqualTo("Hafen: Riga; Land: Lett.");
        assertThat(loading("Kai{\\footnote Siehe Bo").only().text()).isEqualTo("Kai\n\nSiehe Bo");
    }

    @Test
    void notesAndHeadersLeaveTheParagraphAsItIs() throws IOException {
        SourceDocument document = loading("""
            {\\header\\trowd\\pard\\intbl Kopf\\cell\\row}\\pard\\s2 Kai{\\footnote\\pard\\plain Alt\\cell neu\\row.}\\par
            \\trowd\\cellx1\\cellx2\\pard\\intbl Riga{\\footnote\\pard Nord}\\par alt\\cell Lettland\\cell{\\row}\\pard Ende\\par\
            """).only();

        assertThat(document.sections()).extracting(Section::heading).containsExactly("Kai");
        assertThat(document.text()).isEqualTo("Kai\n\nAlt neu .\n\nRiga alt | Lettland\n\nNord\n\nEnde");
    }

    @Test
    void hiddenTextOfNotesIsLeftOut() throws IOException {
        Loading loading =
                loading("x{\\footnote\\plain\\v geheim\\v0 y}{\\v{\\*\\annotation\\deleted alt\\deleted0 z}}\\par");

        assertThat(loading.only().text()).isEqualTo("x\n\ny\n\nComment: z");
        assertThat(loading.heard().noted)
                .containsExactly("a.rtf is read without its deleted text (1), hidden text (1)");
    }

    @Test
    void replacementOfACharacterEndsWithItsGroup() throws IOException {
        assertThat(loading("{\\uc1\\u8364}100 \\u8209\\_5 {\\uc2\\u8364\\~e5}")
                        .only()
                        .text())
                .isEqualTo("\u20ac100 -5 \u20ac5");
    }

    @Test
    void textIsOfTheDefaultFont() throws IOException {
        String text = "{\\rtf1\\ansi\\deff1{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Arial;}}"
                + "\\'cf\\'f0 {\\f0 \\'e4 \\plain \\'cf\\'f0}\\par}";

        assertThat(Loading.read(folder, "b.rtf", text).text()).isEqualTo("\u041f\u0440 \u00e4 \u041f\u0440");
    }

    @Test
    void brokenFilesEnd() throws IOException {
        assertThat(loading("{".repeat(100_000)).refusal())
                .contains("a.rtf has more than 500 nested groups; the limit is 500");
        assertThat(loading("Bo Lind\\'").only().text()).isEqualTo("Bo Lind?");
    }
}
