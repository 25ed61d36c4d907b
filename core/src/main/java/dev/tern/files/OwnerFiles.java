package dev.tern.files;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates files and folders that only their owner can read, where the file system supports it: a
 * graph, a cache or an export is often confidential. Only {@link #open} keeps an existing file's
 * mode.
 *
 * <p>No method writes through a symbolic link, since a user with access to the folder could
 * otherwise choose by a link which file is overwritten. Links in the path of the folder are
 * followed.
 */
public final class OwnerFiles {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private static final String PART = ".part";
    private static final Duration STILL = Duration.ofMinutes(1);

    private OwnerFiles() {}

    /** Creates a folder and its parents unless they exist, and returns the folder. */
    public static Path folders(Path folder) throws IOException {
        // createDirectories would throw for a link to a folder.
        return Files.isDirectory(folder) ? folder : Files.createDirectories(folder, attributes(folder, FOLDER));
    }

    /**
     * Creates a file and opens it for writing.
     *
     * @throws java.nio.file.FileAlreadyExistsException if a file, a folder or a link of that name
     *     exists
     */
    public static FileChannel create(Path file) throws IOException {
        return open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Opens a file, and creates it if it is missing and the options allow it.
     *
     * @throws IOException if the file is a symbolic link, or cannot be opened
     */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, all, attributes(file, FILE));
    }

    /** Writes a text in UTF-8, replacing a file or link (not its target) of that name. */
    public static void write(Path file, String text) throws IOException {
        try (BufferedWriter writer = writer(file)) {
            writer.write(text);
        }
    }

    /** Returns a UTF-8 writer of a new file, replacing a file or link of that name. */
    public static BufferedWriter writer(Path file) throws IOException {
        Files.deleteIfExists(file);
        return new BufferedWriter(Channels.newWriter(create(file), StandardCharsets.UTF_8));
    }

    /** Returns an unpredictable path beside a file, for the temporary file that replaces it. */
    public static Path partOf(Path file) {
        return file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + "." + UUID.randomUUID() + PART);
    }

    /**
     * Removes the {@linkplain #partOf temporary files} that killed processes left beside a file. A
     * temporary file is kept if its process is running or it was modified within the last minute.
     */
    public static void deleteAbandoned(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Pattern part =
                Pattern.compile(Pattern.quote(file.getFileName() + ".") + "(\\d{1,18})\\.[-0-9a-f]{36}\\" + PART);
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(folder)) {
            for (Path other : beside) {
                Matcher found = part.matcher(other.getFileName().toString());
                if (found.matches()
                        && ProcessHandle.of(Long.parseLong(found.group(1))).isEmpty()) {
                    left.add(other);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Instant before = Instant.now().minus(STILL);
        for (Path other : left) {
            try {
                if (Files.getLastModifiedTime(other, LinkOption.NOFOLLOW_LINKS)
                        .toInstant()
                        .isBefore(before)) {
                    Files.deleteIfExists(other);
                }
            } catch (NoSuchFileException e) {
                // Another process has deleted it.
            }
        }
    }

    /** Restricts an existing file to its owner; does nothing without POSIX permissions. */
    public static void restrict(Path file) throws IOException {
        if (knowsOwners(file)) {
            Files.setPosixFilePermissions(file, FILE);
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return knowsOwners(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean knowsOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
