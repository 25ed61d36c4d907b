package dev.tern.documents.ocr;

import dev.tern.documents.OcrLine;
import dev.tern.documents.OcrSettings;
import dev.tern.documents.PictureReader;
import dev.tern.documents.PictureTransform;
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
 * Reads text in pictures with Tesseract, a system program that is run once per picture. The program
 * receives pixels, never an untrusted file, and returns a table of words.
 *
 * <p>There is no timeout here: Tern kills a parser process that takes too long, with its children.
 */
final class TesseractReader implements PictureReader {
    /** The maximum number of bytes of output; a full page has some 50,000. */
    private static final int MAX_BYTES = 4 << 20;

    private static final int MAX_REASON_LENGTH = 200;
    private static final String TABLE = "tessedit_create_tsv=1";

    /** Selects the local threshold of Sauvola (2000): a global threshold fails on grey noise. */
    private static final String LOCAL_BORDER = "thresholding_method=2";

    private final OcrSettings settings;

    TesseractReader(OcrSettings settings) {
        this.settings = settings;
    }

    /** The output and exit code of a program; -1 if it cannot be run. */
    private record ProgramOutput(String text, int exitCode) {}

    /** Returns why Tesseract does not work or lacks a language; an empty text if it works. */
    String unavailableReason() {
        ProgramOutput programOutput;
        try {
            programOutput =
                    run(new ProcessBuilder(settings.program(), "--list-langs").redirectErrorStream(true), new byte[0]);
        } catch (IOException e) {
            programOutput = new ProgramOutput(String.valueOf(e.getMessage()), -1);
        }
        List<String> lines = programOutput.text.lines().map(String::strip).toList();
        if (programOutput.exitCode != 0) {
            return "text in pictures is not read: " + settings.program() + " (" + OcrSettings.LANGUAGES
                    + ") does not work: "
                    + (lines.isEmpty() ? "exit code " + programOutput.exitCode : shortened(lines.getFirst()));
        }
        return Arrays.stream(settings.languages().split("\\+", -1))
                .filter(language -> !lines.contains(language))
                .findFirst()
                .map(language -> "text in pictures is not read: Tesseract has no data for the language \"" + language
                        + "\" (" + OcrSettings.LANGUAGES + "): on Debian install tesseract-ocr-"
                        + language.replace('_', '-').toLowerCase(Locale.ROOT) + "")
                .orElse("");
    }

    private static String shortened(String line) {
        return line.substring(0, Math.min(line.length(), MAX_REASON_LENGTH));
    }

    @Override
    public List<OcrLine> read(BufferedImage picture) throws UnreadableException {
        ProcessBuilder command = new ProcessBuilder(
                        settings.program(), "-", "-", "-l", settings.languages(), "-c", TABLE, "-c", LOCAL_BORDER)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // Tesseract's threads spin: one thread takes less processor time, and no more elapsed time.
        command.environment().put("OMP_THREAD_LIMIT", "1");
        ProgramOutput programOutput;
        try {
            programOutput = run(command, points(level(picture)));
        } catch (IOException e) {
            throw new UnreadableException("has text in pictures, and " + settings.program() + " ("
                    + OcrSettings.LANGUAGES + ") does not read it: " + e.getMessage());
        }
        if (programOutput.exitCode != 0) {
            throw new UnreadableException("has a picture that " + settings.program() + " (" + OcrSettings.LANGUAGES
                    + ") fails to read (exit code " + programOutput.exitCode + ")");
        }
        return TesseractTable.lines(programOutput.text);
    }

    private static ProgramOutput run(ProcessBuilder command, byte[] input) throws IOException {
        Process process = command.start();
        try {
            try (OutputStream out = process.getOutputStream()) {
                out.write(input);
            } catch (IOException e) {
                // The program exited before it read all; the exit code gives the reason.
            }
            byte[] output = process.getInputStream().readNBytes(MAX_BYTES + 1);
            if (output.length > MAX_BYTES) {
                throw new IOException(
                        "it writes more than " + String.format(Locale.ROOT, "%,d", MAX_BYTES) + " bytes for a page");
            }
            return new ProgramOutput(new String(output, StandardCharsets.UTF_8), process.waitFor());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the picture as a binary portable pixmap: a short header and raw pixels. */
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

    /** Returns the picture without its skew: at two degrees Tesseract misses lines. */
    private static BufferedImage level(BufferedImage picture) {
        double slant = PageSlant.of(picture);
        if (slant == 0) {
            return picture;
        }
        AffineTransform turn =
                AffineTransform.getRotateInstance(-slant, picture.getWidth() / 2.0, picture.getHeight() / 2.0);
        Rectangle whole = new Rectangle(picture.getWidth(), picture.getHeight());
        return PictureTransform.of(picture, whole.width, whole.height, turn, Color.WHITE, whole);
    }
}
