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
 * A file to read, with its known properties.
 *
 * @param shown its name in messages and metadata
 * @param file the path of its bytes, relative to the root if there is one; a temporary file for
 *     standard input and web pages
 * @param name its file name, whose extension shows the type if the content does not
 * @param declaredType the media type that a server declared, or empty
 * @param declaredCharset the character set that a server declared, or empty
 * @param named true if the user named this very file, or sent it to standard input; a corpus then
 *     brings its own ids, metadata and statements. Other files are untrusted
 * @param root the folder where the file was found, which paths cannot leave; or null
 */
record SourceFile(
        String id,
        String shown,
        Path file,
        String name,
        String declaredType,
        String declaredCharset,
        boolean named,
        @Nullable RootFolder root) {
    /** Separates a file's id from that of its part; no other file of a folder has such an id. */
    static final String SEPARATOR = "/#";

    private static final Pattern HARMFUL = Pattern.compile("[^\\p{L}\\p{M}\\p{N}._:-]");

    static SourceFile of(String id, String shown, Path file, boolean named, @Nullable RootFolder root) {
        return new SourceFile(
                PrintableListener.plain(id),
                PrintableListener.plain(shown),
                file,
                String.valueOf(file.getFileName()),
                "",
                "",
                named,
                root);
    }

    /** Returns a copy with its bytes in another file. */
    SourceFile withFile(Path other) {
        return new SourceFile(id, shown, other, name, declaredType, declaredCharset, named, null);
    }

    /** Returns a copy with a character set, unless one was declared. */
    SourceFile withCharset(String charset) {
        return declaredCharset.isEmpty()
                ? new SourceFile(id, shown, file, name, declaredType, charset, named, root)
                : this;
    }

    /** Returns the id of a document within the file, such as a line of a corpus. */
    String idOf(String part) {
        return id + SEPARATOR + harmless(part);
    }

    /** Escapes unusual characters by their bytes, so that different ids stay different. */
    private static String harmless(String id) {
        return HARMFUL.matcher(id).replaceAll(found -> {
            StringBuilder codes = new StringBuilder();
            for (byte b : found.group().getBytes(StandardCharsets.UTF_8)) {
                codes.append('%').append(String.format("%02X", b));
            }
            return codes.toString();
        });
    }

    /** Returns a part of the file, such as an attachment, stored in a file of its own. */
    SourceFile part(String part, String partName, Path other) {
        return new SourceFile(
                idOf(part), shown + ", " + PrintableListener.plain(part), other, partName, "", "", false, null);
    }

    /** Returns the source of an uploaded file, whose corpus lines are untrusted. */
    static SourceFile ofUpload(String name, Path file) {
        String plain = PrintableListener.plain(name);
        return new SourceFile(plain, plain, file, plain, "", "", false, null);
    }

    /** Returns the attributes; follows a link only if the user named the file. */
    BasicFileAttributes attributes() throws IOException {
        return root == null ? Files.readAttributes(file, BasicFileAttributes.class, links()) : root.attributes(file);
    }

    /** Opens the file; follows a link only if the user named the file. */
    InputStream open() throws IOException {
        return root == null ? Files.newInputStream(file, links()) : root.open(file);
    }

    private LinkOption[] links() {
        return named ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    }
}
