package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Selects the engine for text in pictures: two PP-OCR models, or Tesseract if languages are set.
 *
 * @param folder the folder of the models, or empty
 * @param languages Tesseract's language codes, joined by plus; empty for the models
 * @param program the path of Tesseract, or empty if not found
 * @param doubtPercent the confidence below which a word is doubtful, 0 to 100
 */
public record OcrSettings(String folder, String languages, String program, int doubtPercent) {
    /** The key of the setting for the folder of PP-OCR models. */
    public static final String MODELS = "load.ocrModels";

    /** The key of the setting for Tesseract's languages. */
    public static final String LANGUAGES = "load.ocrLanguages";

    private static final String DOUBT = "ocrDoubtPercent";

    static final int USUAL_DOUBT = 80;

    private static final String PROGRAM = "tesseract";

    /** The codes become command arguments: none may be an option or a path. */
    private static final Pattern SOME_LANGUAGES =
            Pattern.compile("[A-Za-z][A-Za-z0-9_]{1,39}(\\+[A-Za-z][A-Za-z0-9_]{1,39}){0,15}");

    /** The instruction for installing the models, for messages. */
    public static final String INSTALLATION =
            "\"pip install --no-deps --target ocr rapidocr==3.10.0\" installs models, then " + MODELS
                    + " is ocr/rapidocr/models";

    static final OcrSettings NONE = new OcrSettings("", "", onPath(), USUAL_DOUBT);

    /**
     * Returns these settings with languages.
     *
     * @throws TernException if they are malformed
     */
    OcrSettings withLanguages(String value) {
        if (!SOME_LANGUAGES.matcher(value).matches()) {
            throw TernException.user(LANGUAGES + " is \"" + value
                    + "\" and must be languages as Tesseract calls them, with a plus between, such as rus+eng");
        }
        return new OcrSettings(folder, value, program, doubtPercent);
    }

    OcrSettings withFolder(String value) {
        return new OcrSettings(value, languages, program, doubtPercent);
    }

    OcrSettings withProgram(String value) {
        return new OcrSettings(folder, languages, value, doubtPercent);
    }

    /**
     * Returns these settings with another confidence limit for doubtful words.
     *
     * @throws TernException if it is not a percentage
     */
    OcrSettings withDoubtPercent(int value) {
        if (value < 0 || value > 100) {
            throw TernException.user(DOUBT + " is " + value + " and must be from 0 to 100");
        }
        return new OcrSettings(folder, languages, program, value);
    }

    /** Returns the settings as arguments of the parser process, which does not inherit PATH. */
    List<String> arguments() {
        return List.of(
                MODELS + "=" + folder,
                LANGUAGES + "=" + languages,
                PROGRAM + "=" + program,
                DOUBT + "=" + doubtPercent);
    }

    /** Parses the settings among the arguments of the parser process. */
    static OcrSettings of(String[] arguments) {
        return new OcrSettings(
                value(arguments, MODELS).orElse(""),
                value(arguments, LANGUAGES).orElse(""),
                value(arguments, PROGRAM).orElse(""),
                value(arguments, DOUBT).map(Integer::parseInt).orElse(USUAL_DOUBT));
    }

    private static Optional<String> value(String[] arguments, String key) {
        return Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(key + "="))
                .map(argument -> argument.substring(key.length() + 1))
                .findFirst();
    }

    /** Returns the path of Tesseract in an absolute folder of PATH; empty if it is not found. */
    private static String onPath() {
        return Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of(new File(folder, PROGRAM), new File(folder, PROGRAM + ".exe")))
                .filter(file -> file.isAbsolute() && file.isFile() && file.canExecute())
                .map(File::getPath)
                .findFirst()
                .orElse("");
    }

    /** Returns true if languages are set, so that Tesseract reads pictures, not the models. */
    public boolean usesTesseract() {
        return !languages.isEmpty();
    }

    boolean usesModels() {
        return languages.isEmpty() && !folder.isEmpty();
    }
}
