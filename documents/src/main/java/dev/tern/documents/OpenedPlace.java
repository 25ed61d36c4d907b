package dev.tern.documents;

import java.nio.file.Path;

/**
 * A file to read, and what is known of it.
 *
 * @param id the document's id
 * @param shown what messages and metadata call it
 * @param file where its bytes are; a temporary file for standard input and the web
 * @param name its file name, which may tell its type where its content does not
 * @param declaredType the media type that a server gave, or empty
 * @param declaredCharset the character set that a server gave, or empty
 * @param named whether the user named this very file, and so vouches for the ids, metadata and statements that a corpus
 *     brings; what lies in a folder, was sent or fetched is a stranger's, and only text
 */
record OpenedPlace(
        String id, String shown, Path file, String name, String declaredType, String declaredCharset, boolean named) {
    /** A file on disk. */
    static OpenedPlace ofFile(String id, String shown, Path file, boolean named) {
        return new OpenedPlace(
                PlainListener.plain(id),
                PlainListener.plain(shown),
                file,
                String.valueOf(file.getFileName()),
                "",
                "",
                named);
    }

    /** The same with its bytes in another file. */
    OpenedPlace at(Path other) {
        return new OpenedPlace(id, shown, other, name, declaredType, declaredCharset, named);
    }

    /** An uploaded file and its name. */
    static OpenedPlace ofSent(String name, Path file) {
        String plain = PlainListener.plain(name);
        return new OpenedPlace(plain, plain, file, plain, "", "", false);
    }
}
