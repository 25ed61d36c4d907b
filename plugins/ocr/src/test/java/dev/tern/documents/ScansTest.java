package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tern.graph.OcrSpan;
import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictured pages, read with the models that build/tools/ocr-models.sh downloads from PyPI. */
@Tag("slow")
final class ScansTest {
    /** Texts with characters specific to their languages. */
    enum Language {
        ENGLISH("The harbour of Turku was built in 1842, and its first pilot was Anna Lindqvist. She kept a diary of"
                + " every ship that came in, with its tonnage, its captain and its cargo. The council paid 1,250"
                + " marks for the ice road; the bill is kept in the archive (file B-17)."),
        GERMAN("Im Jahre 1931 wurde die neue Brücke über den Rhein eröffnet, für die Köln zwölf Jahre lang gespart"
                + " hatte. Danach gab es Kaffee und süße Brötchen für 2,50 Mark; auch Güterzüge fuhren hinüber."
                + " Ärzte, Österreicher und Übersetzer hörten die Rede des Oberbürgermeisters am Ufer."),
        FRENCH("À l'été 1889, l'ingénieur Gaël Lefèvre reçut une lettre de sa sœur : « Où êtes-vous ? » Le château"
                + " près de Nîmes, où naquît leur aïeul, était à vendre. Ça coûtait 4 500 francs, et l'œuvre du"
                + " maître y est restée jusqu'à Noël. Les élèves de l'école étudièrent ses tableaux."),
        SPANISH("¿Cuándo nació el pintor Íñigo Núñez? El niño creció en la provincia de Ávila, según dice su propia"
                + " hermana: «¡Aquí pasó su último año!» La exposición de Málaga duró 27 días y costó 3.100"
                + " pesetas; también se enseñó en Úbeda, donde el público la celebró muchísimo."),
        INDONESIAN("Pelabuhan Sunda Kelapa dibangun pada abad kelima belas dan menjadi pusat perdagangan"
            + " rempah-rempah. Kapal dari Makassar, Ternate dan Melaka datang setiap bulan membawa lada, cengkeh dan"
            + " pala. Pada tahun 1527 namanya diganti menjadi Jayakarta oleh Fatahillah."),
        POLISH("W roku 1364 król Kazimierz Wielki założył w Krakowie uczelnię, która później otrzymała imię"
                + " Jagiellonów. Źródła mówią o jedenastu katedrach; pieniądze na nią płaciły żupy solne w"
                + " Wieliczce. Święto uczelni przypada na dzień dwunasty maja, więc gości przyjeżdża wtedy dużo.");

        private final String text;

        Language(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    private static Path models = Path.of("");

    @TempDir
    private Path folder;

    @BeforeAll
    static void fetchModels() throws IOException, InterruptedException {
        Process script = new ProcessBuilder("sh", "../../build/tools/ocr-models.sh")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(script.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(script.exitValue())
                .as("what build/tools/ocr-models.sh exits with")
                .isZero();
        models = Path.of(printed);
    }

    private Loading load(String... places) {
        return load(LoadLimits.DEFAULTS, models, places);
    }

    private Loading load(LoadLimits limits, Path models, String... places) {
        SourceLoader loader =
                SourceLoader.builder().limits(limits).ocrModels(models).build();
        return Loading.of(loader, folder, places);
    }

    private void write(String name, BufferedImage picture) throws IOException {
        assertThat(ImageIO.write(
                        picture,
                        name.substring(name.indexOf('.') + 1),
                        folder.resolve(name).toFile()))
                .isTrue();
    }

    /** Returns the share of correct characters, by the edit distance. */
    static double right(String text, String read) {
        int[] before = new int[read.length() + 1];
        for (int j = 0; j < before.length; j++) {
            before[j] = j;
        }
        for (int i = 1; i <= text.length(); i++) {
            int[] next = new int[before.length];
            next[0] = i;
            for (int j = 1; j < next.length; j++) {
                int changed = before[j - 1] + (text.charAt(i - 1) == read.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, 1 + Math.min(next[j - 1], before[j]));
            }
            before = next;
        }
        return 1 - (double) before[read.length()] / text.length();
    }

    static BufferedImage askew(BufferedImage page, double degrees) {
        AffineTransform turn = AffineTransform.getRotateInstance(
                Math.toRadians(degrees), page.getWidth() / 2.0, page.getHeight() / 2.0);
        return PictureTransform.of(
                page,
                page.getWidth(),
                page.getHeight(),
                turn,
                Color.WHITE,
                new Rectangle(page.getWidth(), page.getHeight()));
    }

    /** Prints the accuracy for docs/documents.md. */
    @ParameterizedTest
    @EnumSource
    void scannedPagesOfKnownTextAreRead(Language language) throws IOException {
        write("page.png", ScannedPages.page(language.text));

        Loading loading = load("page.png");

        String read = loading.only().text();
        double right = right(language.text, read.replace('\n', ' '));
        System.out.printf(
                Locale.ROOT,
                "%s: %.1f %% of %d characters at %d dpi; %s%n",
                language,
                100 * right,
                language.text.length(),
                ScannedPages.DOTS,
                loading.heard().noted);
        assertThat(right).as(read).isGreaterThanOrEqualTo(0.98);
    }

    @Test
    void scannedPageIsReadAtItsPlaceBetweenPagesWithText() throws IOException {
        Path file = folder.resolve("mixed.pdf");
        try (PDDocument document = new PDDocument()) {
            ScannedPages.addText(document, "The first page is text.");
            ScannedPages.addScan(document, ScannedPages.page("The second page is a picture."));
            ScannedPages.addText(document, "The third page is text.");
            document.save(file.toFile());
        }

        Loading loading = load("mixed.pdf");

        SourceDocument mixed = loading.only();
        assertThat(mixed.text())
                .isEqualTo("The first page is text.\n\nThe second page is a picture.\n\nThe third page is text.");
        assertThat(mixed.sections()).extracting(Section::page).containsExactly(1, 2, 3);
        assertThat(loading.heard().noted)
                .singleElement()
                .asString()
                .matches("mixed.pdf is read from pictures on 1 of 1 page without text, with a confidence of"
                        + " (0\\.9\\d|1\\.00)");
        assertThat(Loading.of(folder, "mixed.pdf").heard().noted)
                .containsExactly(
                        "mixed.pdf has no text on 1 page, which is empty or scanned: text in pictures is read only if"
                                + " load.ocrModels names the folder of OCR models (\"pip install --no-deps --target ocr"
                                + " rapidocr==3.10.0\" installs models, then load.ocrModels is ocr/rapidocr/models), or"
                                + " load.ocrLanguages the Tesseract languages");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 90, 180, 270})
    void pagesThatLieAskewOrTurnedAreRead(int degrees) throws IOException {
        BufferedImage page = ScannedPages.page(Language.ENGLISH.text);
        ScannedPages.pdf(
                folder.resolve("turned.pdf"),
                degrees < 90 ? askew(page, degrees) : PictureTransform.rotate(page, degrees / 90));

        String read = load("turned.pdf").only().text();

        assertThat(right(Language.ENGLISH.text, read.replace('\n', ' ')))
                .as(read)
                .isGreaterThanOrEqualTo(0.98);
    }

    @Test
    void columnsAreReadOneAfterTheOther() throws IOException {
        write("columns.tiff", ScannedPages.columns(Language.ENGLISH.text, Language.INDONESIAN.text));

        String read = load("columns.tiff").only().text();

        assertThat(right(Language.ENGLISH.text + " " + Language.INDONESIAN.text, read.replaceAll("\\s+", " ")))
                .as(read)
                .isGreaterThanOrEqualTo(0.98);
    }

    @Test
    void noiseGivesNoTextAndBrokenPicturesAreNamed() throws IOException {
        write("noise.png", ScannedPages.noise(7));
        ScannedPages.pdf(folder.resolve("noise.pdf"), ScannedPages.noise(8), ScannedPages.noise(9));
        Files.write(folder.resolve("broken.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0});
        write("whole.jpg", ScannedPages.noise(10));
        byte[] whole = Files.readAllBytes(folder.resolve("whole.jpg"));
        Files.write(folder.resolve("cut.jpg"), Arrays.copyOf(whole, 200));
        Files.delete(folder.resolve("whole.jpg"));

        Loading loading = load(".");

        assertThat(loading.ids()).isEmpty();
        assertThat(loading.heard().skipped)
                .hasSize(4)
                .anySatisfy(reason -> assertThat(reason).startsWith("noise.png shows no text on 1 page"))
                .anySatisfy(reason -> assertThat(reason).startsWith("noise.pdf shows no text on 2 pages"))
                .anySatisfy(reason -> assertThat(reason).startsWith("broken.png is a picture that cannot be decoded: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("cut.jpg is a picture that cannot be decoded: "));
    }

    /** A broken inline picture: text extraction ignores it, rendering fails. */
    @Test
    void pageThatCannotBeDrawnIsNamedAndTheRestIsRead() throws IOException {
        Path file = folder.resolve("mixed.pdf");
        try (PDDocument document = new PDDocument()) {
            ScannedPages.addText(document, "The first page is text.");
            ScannedPages.addUndrawable(document);
            ScannedPages.addScan(document, ScannedPages.page("The third page is a picture."));
            document.save(file.toFile());
        }

        Loading loading = load("mixed.pdf");

        assertThat(loading.only().text()).isEqualTo("The first page is text.\n\nThe third page is a picture.");
        assertThat(loading.only().sections()).extracting(Section::page).containsExactly(1, 3);
        assertThat(loading.heard().noted)
                .singleElement()
                .asString()
                .startsWith("mixed.pdf is read from pictures on 1 of 1 page without text, with a confidence of ")
                .endsWith("; has 1 page that cannot be drawn");
    }

    @Test
    void wordsHaveTheirPlacesAndConfidence() throws IOException {
        ScannedPages.pdf(
                folder.resolve("two.pdf"), ScannedPages.page("The first page."), ScannedPages.page("The second one."));
        SourceLoader.Builder loader = SourceLoader.builder().ocrModels(models);

        SourceDocument sure =
                Loading.of(loader.ocrDoubtPercent(0).build(), folder, "two.pdf").only();
        SourceDocument unsure = Loading.of(loader.ocrDoubtPercent(100).build(), folder, "two.pdf")
                .only();

        assertThat(sure.text()).isEqualTo("The first page.\n\nThe second one.");
        assertThat(sure.ocrSpans())
                .extracting(OcrSpan::start, OcrSpan::end, OcrSpan::doubtful)
                .containsExactly(tuple(0, 15, false), tuple(17, 32, false));
        assertThat(sure.ocrSpans()).allMatch(span -> span.confidence() > 0.8);
        assertThat(unsure.ocrSpans())
                .allMatch(OcrSpan::doubtful)
                .extracting(span -> unsure.text().substring(span.start(), span.end()))
                .containsExactly("The", "first", "page.", "The", "second", "one.");
    }

    @Test
    void picturesAndTheirNumberAreBounded() throws IOException {
        write("large.png", new BufferedImage(400, 300, BufferedImage.TYPE_BYTE_BINARY));
        ScannedPages.pdf(folder.resolve("scan.pdf"), ScannedPages.page("one"), ScannedPages.page("two"));

        assertThat(load(LoadLimits.DEFAULTS.with(LoadLimit.PIXELS, 100_000), models, "large.png")
                        .refusal())
                .isEqualTo("large.png has a picture of 120,000 pixels; the limit is 100,000");
        assertThat(load(LoadLimits.DEFAULTS.with(LoadLimit.SCANNED_PAGES, 1), models, "scan.pdf")
                        .refusal())
                .isEqualTo("scan.pdf has more than 1 pages without text; the limit is 1 (load.maxScannedPages)");
    }

    @Test
    void foldersWithoutModelsOrWithBrokenOnesAreNamed() throws IOException {
        write("page.png", ScannedPages.page("one"));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path broken = Files.createDirectory(folder.resolve("broken"));
        Files.writeString(broken.resolve("a_det_b.onnx"), "no model");
        Files.writeString(broken.resolve("a_rec_b.onnx"), "no model");

        assertThat(load(LoadLimits.DEFAULTS, empty, "page.png").refusal())
                .startsWith("page.png is a picture, and text in pictures is not read: " + empty
                        + " (load.ocrModels) has no file *_det_*.onnx (");
        assertThat(load(LoadLimits.DEFAULTS, broken, "page.png").refusal())
                .startsWith("page.png has text in pictures, and the models of " + broken
                        + " (load.ocrModels) cannot be loaded: ");
        ScannedPages.pdf(folder.resolve("scan.pdf"), ScannedPages.page("one"), ScannedPages.page("two"));
        assertThat(load(LoadLimits.DEFAULTS.with(LoadLimit.SCANNED_PAGES, 1), broken, "scan.pdf")
                        .refusal())
                .as("too many pages, before the first is read")
                .isEqualTo("scan.pdf has more than 1 pages without text; the limit is 1 (load.maxScannedPages)");
    }

    @Test
    void modelsOfTheMessageAreThoseOfTheTests() throws IOException {
        assertThat(Files.readString(Path.of("src/test/python/requirements.txt")))
                .contains("\nrapidocr==3.10.0 --hash");
        assertThat(ScanReader.unavailableReason(OcrSettings.NONE, false)).contains(" rapidocr==3.10.0\"");
    }
}
