package dev.tern.documents.ocr;

import dev.tern.documents.OcrSettings;
import dev.tern.documents.PictureReader;
import dev.tern.documents.ReadLine;
import dev.tern.documents.Redrawn;
import dev.tern.documents.UnreadableException;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Reads the writing in pictures with Tesseract, a program of the system, which runs once for each picture. It gets the points of the picture
 * and never the file of a stranger, and answers with a table of words.
 *
 * <p>It has no time limit of its own: Tern ends the parser process with all that it has started.
 */
final class TesseractReader implements PictureReader {
    /** A page that is written full has some 50,000. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int LONGEST_REASON = 200;
    private static final String TABLE = "tessedit_create_tsv=1";

    /** What is dark goes by what is around it (Sauvola 2000): with one border for a page of grey noise nothing is read. */
    private static final String LOCAL_BORDER = "thresholding_method=2";

    private final OcrSettings settings;

    TesseractReader(OcrSettings settings) {
        this.settings = settings;
    }

    /** What a program said on its standard output, and on its standard error where that was asked for. */
    private record Said(String text, int exitCode) {}

    /** Why it does not read what is set, and what to do: a clause; empty where it does. */
    String missing() {
        Said said;
        try {
            said = run(new ProcessBuilder(settings.program(), "--list-langs").redirectErrorStream(true), new byte[0]);
        } catch (IOException e) {
            said = new Said(String.valueOf(e.getMessage()), -1);
        }
        List<String> lines = said.text.lines().map(String::strip).toList();
        if (said.exitCode != 0) {
            return "text in pictures is not read, for " + settings.program() + " (" + OcrSettings.LANGUAGES
                    + ") does not work: "
                    + (lines.isEmpty() ? "exit code " + said.exitCode : shortened(lines.getFirst()));
        }
        return Arrays.stream(settings.languages().split("\\+", -1))
                .filter(language -> !lines.contains(language))
                .findFirst()
                .map(language ->
                        "text in pictures is not read, for Tesseract has no data for the language \"" + language
                                + "\" (" + OcrSettings.LANGUAGES + "): on Debian the package tesseract-ocr-"
                                + language.replace('_', '-').toLowerCase(Locale.ROOT) + " brings them")
                .orElse("");
    }

    private static String shortened(String line) {
        return line.substring(0, Math.min(line.length(), LONGEST_REASON));
    }

    @Override
    public List<ReadLine> read(BufferedImage picture) throws UnreadableException {
        ProcessBuilder command = new ProcessBuilder(
                        settings.program(), "-", "-", "-l", settings.languages(), "-c", TABLE, "-c", LOCAL_BORDER)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // Its threads wait in a loop for one another: with one a page takes less of the processors, and no longer.
        command.environment().put("OMP_THREAD_LIMIT", "1");
        Said said;
        try {
            said = run(command, points(level(picture)));
        } catch (IOException e) {
            throw new UnreadableException("has text in pictures, and " + settings.program() + " ("
                    + OcrSettings.LANGUAGES + ") does not read it: " + e.getMessage());
        }
        if (said.exitCode != 0) {
            throw new UnreadableException("has a picture that " + settings.program() + " (" + OcrSettings.LANGUAGES
                    + ") fails to read (exit code " + said.exitCode + ")");
        }
        return WordTable.lines(said.text);
    }

    private static Said run(ProcessBuilder command, byte[] input) throws IOException {
        Process process = command.start();
        try {
            try (OutputStream out = process.getOutputStream()) {
                out.write(input);
            } catch (IOException e) {
                // It ended before it read all, and its exit code says why.
            }
            byte[] output = process.getInputStream().readNBytes(MOST_BYTES + 1);
            if (output.length > MOST_BYTES) {
                throw new IOException(
                        "it says more than " + String.format(Locale.ROOT, "%,d", MOST_BYTES) + " bytes of a page");
            }
            return new Said(new String(output, StandardCharsets.UTF_8), process.waitFor());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** The picture as a portable pixmap, which is nothing but its points. */
    private static byte[] points(BufferedImage picture) {
        int[] pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
        byte[] head =
                ("P6 " + picture.getWidth() + " " + picture.getHeight() + " 255\n").getBytes(StandardCharsets.US_ASCII);
        byte[] points = Arrays.copyOf(head, head.length + 3 * pixels.length);
        int at = head.length;
        for (int pixel : pixels) {
            points[at++] = (byte) (pixel >> 16);
            points[at++] = (byte) (pixel >> 8);
            points[at++] = (byte) pixel;
        }
        return points;
    }

    /** The picture without its slant: of a page that lies askew by two degrees Tesseract leaves out lines. */
    private static BufferedImage level(BufferedImage picture) {
        double slant = Slant.of(picture);
        if (slant == 0) {
            return picture;
        }
        AffineTransform turn =
                AffineTransform.getRotateInstance(-slant, picture.getWidth() / 2.0, picture.getHeight() / 2.0);
        Rectangle whole = new Rectangle(picture.getWidth(), picture.getHeight());
        return Redrawn.of(picture, whole.width, whole.height, turn, Color.WHITE, whole);
    }
}
