package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.files.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexFileNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The times at which the checksum of each index file of a graph was last verified, stored in a file
 * in the graph's directory. Lucene never changes an index file, so a file with the same name,
 * length, modification time and inode is taken as intact. An entry expires after {@link
 * #COUNTS_FOR}, because the disk may have damaged the file since.
 *
 * <p>Any number of processes may read and replace the record. Each replaces the whole record; an
 * entry lost in a race costs one more verification. If the record cannot be read or written, all
 * files are verified at each opening.
 */
final class CheckedFiles {
    /** The name of the record, which Lucene never deletes, since it is no index file's name. */
    static final String FILE = "checked.txt";

    static final Duration COUNTS_FOR = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(CheckedFiles.class);

    private final Path graph;
    private final long now = Instant.now().getEpochSecond();
    /** Name, length, time and inode of each file, by name, taken before any file is read. */
    private final Map<String, String> stamps;
    /** The time of the last verification in epoch seconds, by stamp; without expired entries. */
    private final Map<String, Long> recent;

    private CheckedFiles(Path graph, Map<String, String> stamps) {
        this.graph = graph;
        this.stamps = stamps;
        this.recent = recent(graph.resolve(FILE), now);
    }

    /** Reads the record of a graph, and the present stamps of its index files. */
    static CheckedFiles of(Path graph) throws IOException {
        Map<String, String> stamps = new HashMap<>();
        if (Files.isDirectory(graph)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(graph)) {
                for (Path file : files) {
                    String name = file.getFileName().toString();
                    if (IndexFileNames.CODEC_FILE_PATTERN.matcher(name).matches()) {
                        stamp(file, name, stamps);
                    }
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return new CheckedFiles(graph, stamps);
    }

    private static void stamp(Path file, String name, Map<String, String> stamps) throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            stamps.put(name, name + " " + now.size() + " " + now.lastModifiedTime() + " " + now.fileKey());
        } catch (NoSuchFileException e) {
            // The file was deleted meanwhile.
            LOG.trace("{} has gone", file, e);
        }
    }

    private static Map<String, Long> recent(Path record, long now) {
        Map<String, Long> recent = new HashMap<>();
        try {
            for (String line :
                    Files.readString(record, StandardCharsets.UTF_8).lines().toList()) {
                int space = line.indexOf(' ');
                long second = Long.parseLong(line.substring(0, Math.max(space, 0)));
                if (second <= now && now - second < COUNTS_FOR.toSeconds()) {
                    recent.put(line.substring(space + 1), second);
                }
            }
        } catch (IOException | NumberFormatException e) {
            // A missing, unreadable or damaged record counts as empty.
            LOG.debug("{} says nothing", record, e);
            return Map.of();
        }
        return recent;
    }

    /** Returns the names of the files with an entry that has not expired, in a modifiable set. */
    Set<String> names() {
        Set<String> names = new HashSet<>(stamps.keySet());
        names.removeIf(name -> !recent.containsKey(stamps.get(name)));
        return names;
    }

    /**
     * Replaces the record, unless {@code compared} is empty. A failure is only logged.
     *
     * @param whole the names of all intact files, verified now or before
     * @param compared the names of the files that were verified now
     */
    void write(Set<String> whole, Set<String> compared) {
        if (compared.isEmpty()) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        for (String name : whole) {
            String stamp = stamps.get(name);
            if (stamp != null) {
                long second = compared.contains(name) ? now : recent.getOrDefault(stamp, 0L);
                lines.append(second).append(' ').append(stamp).append('\n');
            }
        }
        try {
            AtomicFile.write(graph.resolve(FILE), true, to -> {
                to.write(lines.toString().getBytes(StandardCharsets.UTF_8));
                return lines.length();
            });
        } catch (TernException e) {
            LOG.debug("the checksums of {} will be compared again when it is next opened", graph, e);
        }
    }
}
