package dev.tern.files;

/** Detects arguments and file names that Java could not decode in the locale's encoding. */
public final class LocaleText {
    /** The encoding of arguments and file names: that of the locale, but always UTF-8 on macOS. */
    public static final String ENCODING = System.getProperty("sun.jnu.encoding", "UTF-8");

    /** Java's replacement for bytes that are invalid in the encoding. */
    private static final char REPLACEMENT = '\ufffd';

    private LocaleText() {}

    /** Returns true if a text has the replacement character, as after failed decoding. */
    public static boolean isDamaged(String text) {
        return text.indexOf(REPLACEMENT) >= 0;
    }

    /** Returns the message about a damaged subject, such as {@code the argument "Z?rich"}. */
    public static String error(String subject) {
        return subject + " has letters that this locale cannot read; set one of UTF-8, as in LC_ALL=C.UTF-8";
    }
}
