package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file to read, and what is known of it.
 *
 * @param id the document's id
 * @param shown what messages and metadata call it
 * @param file where its bytes are, from the root if there is one; a temporary file for standard input and the web
 * @param name its file name, which may tell its type where its content does not
 * @param declaredType the media type that a server gave, or empty
 * @param declaredCharset the character set that a server gave, or empty
 * @param named whether the user named this very file, and so vouches for the ids, metadata and statements that a corpus
 *     brings; what lies in a folder, was sent or fetched is a stranger's, and only text
 * @param root the folder in which it was found, and out of which nothing leads; null for a file that was not found in one
 */
record OpenedPlace(
        String id,
        String shown,
        Path file,
        String name,
        String declaredType,
        String declaredCharset,
        boolean named,
        @Nullable RootFolder root) {
    /** Between the id of the file and that of a part of it. No file has such a path, and no page such an address. */
    static final String SEPARATOR = "/#";

    private static final Pattern HARMFUL = Pattern.compile("[^\\p{L}\\p{M}\\p{N}._:-]");

    /** A file on disk. */
    static OpenedPlace ofFile(String id, String shown, Path file, boolean named) {
        return new OpenedPlace(
                PlainListener.plain(id),
                PlainListener.plain(shown),
                file,
                String.valueOf(file.getFileName()),
                "",
                "",
                named,
                null);
    }

    /** A file that was found in a folder, by its path relative to that. */
    static OpenedPlace ofFound(String id, String shown, RootFolder root, Path relative) {
        OpenedPlace place = ofFile(id, shown, relative, false);
        return new OpenedPlace(place.id, place.shown, relative, place.name, "", "", false, root);
    }

    /** The same with its bytes in another file. */
    OpenedPlace at(Path other) {
        return new OpenedPlace(id, shown, other, name, declaredType, declaredCharset, named, null);
    }

    /** The same with a character set where none was declared. */
    OpenedPlace withCharset(String charset) {
        return declaredCharset.isEmpty()
                ? new OpenedPlace(id, shown, file, name, declaredType, charset, named, root)
                : this;
    }

    /** The id of a document in it, such as a line of a corpus. */
    String idOf(String part) {
        return id + SEPARATOR + harmless(part);
    }

    /** Letters, numbers and few signs as they are, all else as the codes of its bytes: two ids never become one. */
    private static String harmless(String id) {
        return HARMFUL.matcher(id).replaceAll(found -> {
            StringBuilder codes = new StringBuilder();
            for (byte b : found.group().getBytes(StandardCharsets.UTF_8)) {
                codes.append('%').append(String.format("%02X", b));
            }
            return codes.toString();
        });
    }

    /** A part of it, such as an attachment, in a file of its own. */
    OpenedPlace part(String part, String partName, Path other) {
        return new OpenedPlace(
                idOf(part), shown + ", " + PlainListener.plain(part), other, partName, "", "", false, null);
    }

    /** An uploaded file and its name. */
    static OpenedPlace ofSent(String name, Path file) {
        String plain = PlainListener.plain(name);
        return new OpenedPlace(plain, plain, file, plain, "", "", false, null);
    }

    /** Its size and type; of a link that it is one, unless the user named it. */
    BasicFileAttributes attributes() throws IOException {
        return root == null ? Files.readAttributes(file, BasicFileAttributes.class, links()) : root.attributes(file);
    }

    /** Opens the file. Since the last look into its folder a link may have taken its place: it is not followed. */
    InputStream open() throws IOException {
        return root == null ? Files.newInputStream(file, links()) : root.open(file);
    }

    private LinkOption[] links() {
        return named ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    }
}
