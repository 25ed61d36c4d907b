package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The engine that reads text in pictures: two networks, or Tesseract where languages are named.
 *
 * @param folder where the networks are, or empty
 * @param languages what Tesseract reads, as it calls languages, with a plus between; empty for the networks
 * @param program the path of Tesseract, or empty where there is none
 * @param doubtPercent a word that is less sure is doubtful, 0 to 100
 */
public record OcrSettings(String folder, String languages, String program, int doubtPercent) {
    /** The setting that names the folder. */
    public static final String MODELS = "load.ocrModels";

    /** The setting that names languages. */
    public static final String LANGUAGES = "load.ocrLanguages";

    /** The setting below which a word is doubtful. */
    static final String DOUBT = "load.ocrDoubtPercent";

    static final int USUAL_DOUBT = 80;

    private static final String PROGRAM = "tesseract";

    /** The words are a part of a command: none of them can be an option of it, or a path. */
    private static final Pattern SOME_LANGUAGES =
            Pattern.compile("[A-Za-z][A-Za-z0-9_]{1,39}(\\+[A-Za-z][A-Za-z0-9_]{1,39}){0,15}");

    /** The command that brings models. */
    public static final String HOW = "\"pip install --no-deps --target ocr rapidocr==3.10.0\" brings models, then "
            + MODELS + " is ocr/rapidocr/models";

    static final OcrSettings NONE = new OcrSettings("", "", onPath(), USUAL_DOUBT);

    /**
     * These settings with languages.
     *
     * @throws TernException if they are not written as Tesseract's are
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
     * These settings with another border of doubt.
     *
     * @throws TernException if it is no percentage
     */
    OcrSettings withDoubtPercent(int value) {
        if (value < 0 || value > 100) {
            throw TernException.user(DOUBT + " is " + value + " and must be from 0 to 100");
        }
        return new OcrSettings(folder, languages, program, value);
    }

    /** For the parser process, which has no environment to look into. */
    List<String> arguments() {
        return List.of(
                MODELS + "=" + folder,
                LANGUAGES + "=" + languages,
                PROGRAM + "=" + program,
                DOUBT + "=" + doubtPercent);
    }

    /** The settings among the arguments of the parser process. */
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

    /** Only folders of the system or the user are looked into, never the one that Tern runs in. */
    private static String onPath() {
        return Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of(new File(folder, PROGRAM), new File(folder, PROGRAM + ".exe")))
                .filter(file -> file.isAbsolute() && file.isFile() && file.canExecute())
                .map(File::getPath)
                .findFirst()
                .orElse("");
    }

    /** Tells whether Tesseract reads, and no networks do. */
    public boolean usesTesseract() {
        return !languages.isEmpty();
    }

    boolean usesNetworks() {
        return languages.isEmpty() && !folder.isEmpty();
    }
}
