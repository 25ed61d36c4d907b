package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.tern.documents.ocr.TesseractTable;
import dev.tern.error.TernException;
import dev.tern.graph.OcrSpan;
import java.awt.image.BufferedImage;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictured pages, read by this machine's Tesseract (build/tools/setup.sh) and by substitutes. */
@Tag("slow")
final class TesseractTest {
    /** Texts in the languages that a build has. */
    enum Language {
        ENGLISH("eng", ScansTest.Language.ENGLISH.text()),
        RUSSIAN(
                "rus",
                "Порт Риги был основан в 1201 году, а первым лоцманом стала Анна Линдквист. Она вела дневник каждого"
                        + " корабля, который входил в гавань, с тоннажем, именем капитана и грузом. Совет города"
                        + " заплатил 1250 марок за ледовую дорогу; счёт хранится в архиве (дело Б-17). Объявление о"
                        + " съезде купцов вышло в мае, и подъезд к молу расширили."),
        BOTH(
                "rus+eng",
                "В порту Turku стоял парусник Lindqvist, и его капитан писал по-английски: the harbour is closed by"
                        + " ice until March. Совет перевёл это письмо и послал ответ в Kotka на второй день.");

        private final String languages;
        private final String text;

        Language(String languages, String text) {
            this.languages = languages;
            this.text = text;
        }
    }

    @TempDir
    private Path folder;

    @BeforeAll
    static void installTesseract() throws IOException, InterruptedException {
        Process script = new ProcessBuilder("sh", "../../build/tools/setup.sh", "tesseract", "tesseract-rus")
                .inheritIO()
                .start();
        assertThat(script.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(script.exitValue())
                .as("what build/tools/setup.sh exits with")
                .isZero();
    }

    private Loading load(SourceLoader.Builder loader, String... places) {
        return Loading.of(loader.build(), folder, places);
    }

    private static SourceLoader.Builder reading(String languages) {
        return SourceLoader.builder().ocrLanguages(languages);
    }

    private void write(String name, BufferedImage picture) throws IOException {
        assertThat(ImageIO.write(picture, "png", folder.resolve(name).toFile())).isTrue();
    }

    /** Returns a loader with a substitute that knows Russian and answers by a script. */
    private SourceLoader.Builder program(String script) throws IOException {
        Path file = folder.resolve("program.sh");
        Files.writeString(file, "#!/bin/sh\nif [ \"$1\" = --list-langs ]; then echo rus; exit 0; fi\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return reading("rus").tesseract(file);
    }

    /** Prints the accuracy for docs/documents.md. */
    @ParameterizedTest
    @EnumSource
    void scannedPagesOfKnownTextAreRead(Language language) throws IOException {
        write("page.png", ScannedPages.page(language.text));

        Loading loading = load(reading(language.languages), "page.png");

        String read = loading.only().text();
        double right = ScansTest.right(language.text, read.replace('\n', ' '));
        System.out.printf(
                Locale.ROOT,
                "Tesseract %s: %.1f %% of %d characters at %d dpi; %s%n",
                language.languages,
                100 * right,
                language.text.length(),
                ScannedPages.DOTS,
                loading.heard().noted);
        assertThat(right).as(read).isGreaterThanOrEqualTo(0.98);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 180, 270})
    void pagesThatLieAskewOrTurnedAreRead(int degrees) throws IOException {
        String text = Language.RUSSIAN.text;
        BufferedImage page = ScannedPages.page(text);
        ScannedPages.pdf(
                folder.resolve("turned.pdf"),
                degrees < 90 ? ScansTest.askew(page, degrees) : PictureTransform.rotate(page, degrees / 90));

        String read = load(reading("rus"), "turned.pdf").only().text();

        assertThat(ScansTest.right(text, read.replace('\n', ' '))).as(read).isGreaterThanOrEqualTo(0.98);
    }

    @Test
    void columnsAreReadOneAfterTheOther() throws IOException {
        write("columns.png", ScannedPages.columns(Language.RUSSIAN.text, Language.BOTH.text));

        String read = load(reading("rus+eng"), "columns.png").only().text();

        assertThat(ScansTest.right(Language.RUSSIAN.text + " " + Language.BOTH.text, read.replaceAll("\\s+", " ")))
                .as(read)
                .isGreaterThanOrEqualTo(0.98);
    }

    @Test
    void wordsHaveTheirPlacesAndConfidence() throws IOException {
        ScannedPages.pdf(
                folder.resolve("two.pdf"), ScannedPages.page("Одна страница."), ScannedPages.page("И другая."));

        Loading sure = load(reading("rus").ocrDoubtPercent(0), "two.pdf");
        Loading unsure = load(reading("rus").ocrDoubtPercent(100), "two.pdf");

        assertThat(sure.only().text()).isEqualTo("Одна страница.\n\nИ другая.");
        assertThat(sure.only().ocrSpans())
                .extracting(OcrSpan::start, OcrSpan::end, OcrSpan::doubtful)
                .containsExactly(tuple(0, 14, false), tuple(16, 25, false));
        assertThat(sure.only().ocrSpans()).allMatch(span -> span.confidence() > 0.8);
        assertThat(unsure.only().ocrSpans())
                .allMatch(OcrSpan::doubtful)
                .extracting(span -> unsure.only().text().substring(span.start(), span.end()))
                .containsExactly("Одна", "страница.", "И", "другая.");
        assertThat(unsure.heard().noted)
                .singleElement()
                .asString()
                .endsWith("; doubtful: 4 words, such as \"Одна\" (page 1), \"страница.\" (page 1), \"И\" (page 2),"
                        + " \"другая.\" (page 2)");
    }

    @Test
    void noiseGivesNoText() throws IOException {
        write("noise.png", ScannedPages.noise(7));

        assertThat(load(reading("rus"), "noise.png").refusal()).startsWith("noise.png shows no text on 1 page");
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        write("page.png", ScannedPages.page("one"));
        ScannedPages.pdf(folder.resolve("page.pdf"), ScannedPages.page("one"));

        assertThat(load(reading("eng+tlh"), "page.png").refusal())
                .isEqualTo("page.png is a picture, and text in pictures is not read: Tesseract has no data for the"
                        + " language \"tlh\" (load.ocrLanguages): on Debian install tesseract-ocr-tlh");
        assertThat(load(reading("aze_cyrl"), "page.pdf").refusal())
                .isEqualTo("page.pdf has no text on 1 page, which is empty or scanned: text in pictures is not read:"
                        + " Tesseract has no data for the language \"aze_cyrl\" (load.ocrLanguages): on Debian"
                        + " install tesseract-ocr-aze-cyrl");
        assertThat(load(reading("rus").tesseract(folder.resolve("none")), "page.png")
                        .refusal())
                .startsWith("page.png is a picture, and text in pictures is not read: " + folder.resolve("none")
                        + " (load.ocrLanguages) does not work: Cannot run program");
        assertThat(ScanReader.unavailableReason(new OcrSettings("", "rus", "", 80), false))
                .isEqualTo(
                        "text in pictures is not read: the program tesseract, which reads rus (load.ocrLanguages), is"
                                + " not on the PATH; on Debian install tesseract-ocr");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rus+", "-l", "rus eng", "../rus", "r", "rus;id", "Русский"})
    void whatIsNoLanguageIsRefused(String languages) {
        assertThatThrownBy(() -> reading(languages))
                .isInstanceOf(TernException.class)
                .hasMessage("load.ocrLanguages is \"" + languages
                        + "\" and must be languages as Tesseract calls them, with a plus between, such as rus+eng");
    }

    @Test
    @Timeout(300)
    void programThatHangsIsEndedWithTheProcess() throws Exception {
        write("page.png", ScannedPages.page("one"));
        Path number = folder.resolve("number");
        SourceLoader.Builder hanging = program("echo $$ >" + number + "\nexec sleep 600");
        // On a busy machine the timeout may pass before the program starts.
        for (int seconds = 3; !Files.exists(number) || Files.size(number) == 0; seconds *= 2) {
            hanging.limits(LoadLimits.DEFAULTS.with(LoadLimit.SECONDS, seconds));
            assertThat(load(hanging, "page.png").refusal())
                    .isEqualTo("page.png takes longer to parse than " + seconds + " s (load.maxSeconds)");
        }

        ProcessHandle.of(Long.parseLong(Files.readString(number).strip()))
                .ifPresent(process -> process.onExit().join());
    }

    /** Simulates a kill of Tern while a page is read: its end of the pipe closes. */
    @Test
    @Timeout(60)
    void programEndsWhenTheInputOfTheProcessEnds() throws Exception {
        write("page.png", ScannedPages.page("one"));
        Path number = folder.resolve("number");
        // Reading it blocks until it is written.
        assertThat(new ProcessBuilder("mkfifo", number.toString()).start().waitFor())
                .isZero();
        program("echo $$ >" + number + "\nexec sleep 600");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ParserMain.class.getName(),
                        "load.ocrLanguages=rus",
                        "tesseract=" + folder.resolve("program.sh"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.getInputStream().read()).isEqualTo(ParserProtocol.READY);
        ParserProtocol.writeRequest(
                new DataOutputStream(process.getOutputStream()),
                SourceFile.of("page.png", "page.png", folder.resolve("page.png"), true, null),
                "image/png");
        long reading = Long.parseLong(Files.readString(number).strip());

        process.getOutputStream().close();

        assertThat(process.waitFor()).isZero();
        ProcessHandle.of(reading).ifPresent(program -> program.onExit().join());
    }

    @Test
    void programThatIsKilledOrAnswersNonsenseIsNamed() throws IOException {
        write("page.png", ScannedPages.page("one"));
        String program = folder.resolve("program.sh").toString();

        assertThat(load(program("kill -9 $$"), "page.png").refusal())
                .isEqualTo("page.png has a picture that " + program + " (load.ocrLanguages) fails to read (exit code"
                        + " 137)");
        assertThat(load(program("cat >/dev/null; echo hello"), "page.png").refusal())
                .isEqualTo("page.png has a picture for which Tesseract (load.ocrLanguages) returns no table of words");
        assertThat(load(program("cat >/dev/null; exec yes"), "page.png").refusal())
                .isEqualTo("page.png has text in pictures, and " + program
                        + " (load.ocrLanguages) does not read it: it writes more than 4,194,304 bytes for a page");
    }

    /** The program gets a decoded picture, and no variable that may hold a key of Tern. */
    @Test
    void programGetsPointsAndNoEnvironment() throws IOException {
        write("page.png", ScannedPages.page("one"));
        Path seen = folder.resolve("seen");

        load(program("head -c 2 >" + seen + "\nenv | cut -d= -f1 | sort >>" + seen + "\ncat >/dev/null"), "page.png");

        List<String> lines = Files.readAllLines(seen);
        assertThat(lines.getFirst()).startsWith("P6");
        assertThat(lines.subList(1, lines.size()))
                .allMatch(name -> name.matches("LC_.*|LANG|TESSDATA_PREFIX|OMP_THREAD_LIMIT|PWD|SHLVL|OLDPWD|_"));
    }

    private static List<OcrLine> lines(String... rows) throws UnreadableException {
        String head = "level page_num block_num par_num line_num word_num left top width height conf text";
        return TesseractTable.lines(head.replace(' ', '\t') + "\n"
                + String.join(
                        "\n",
                        Arrays.stream(rows).map(row -> row.replace(' ', '\t')).toList()));
    }

    @Test
    void tableOfWordsIsReadAsItStands() throws UnreadableException {
        List<OcrLine> lines = lines(
                "1 1 0 0 0 0 0 0 900 900 -1 ",
                "4 1 1 1 1 0 10 10 300 20 -1 ",
                "5 1 1 1 1 1 10 10 60 20 96.5 \"Riga",
                "5 1 1 1 1 2 80 10 60 20 50 says\"",
                "5 1 1 1 1 3 400 10 60 20 90 8",
                "5 1 1 1 1 4 470 10 60 20 95  ",
                "5 1 1 1 2 1 10 50 60 20 90 ,\"\",");

        assertThat(lines).extracting(OcrLine::text).containsExactly("\"Riga says\"", "8", ",\"\",");
        assertThat(lines.getFirst().words())
                .extracting(OcrLine.OcrWord::confidence)
                .containsExactly(0.965, 0.5);
        assertThat(lines.getFirst().confidence()).isCloseTo(0.7325, within(1e-9));
        assertThat(lines.getLast().hasLetters()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5 1 1 1 1 1 10 10 60 20 101 Riga",
                "5 1 1 1 1 1 10 10 60 20 NaN Riga",
                "5 1 1 1 1 1 10 10 x 20 90 Riga",
                "5 1 1 1 1"
            })
    void rowThatIsNoneIsRefused(String row) {
        assertThatThrownBy(() -> lines(row))
                .isInstanceOf(UnreadableException.class)
                .hasMessageContaining("returns no table of words");
    }
}
