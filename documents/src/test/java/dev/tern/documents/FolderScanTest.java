package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.PlaceScan.ScanResult;
import dev.tern.error.TernException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderScanTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private final Map<String, String> versions = new TreeMap<>();

    private Path write(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        return file;
    }

    /** Compares everything, loads changed files, and remembers their versions. */
    private List<String> scan() {
        List<String> said = new ArrayList<>();
        try (PlaceScan scan = SourceLoader.builder().build().scanFolder("notes", folder, LoadListener.NONE)) {
            scan.compare(id -> versions.getOrDefault(id, "")).forEachRemaining(scanResult -> {
                said.add(scanResult.getClass().getSimpleName() + " " + scanResult.id());
                if (scanResult instanceof PlaceScan.Changed changed) {
                    PlaceScan.Loaded loaded = scan.load(changed);
                    loaded.failure().ifPresent(said::add);
                    loaded.documents().forEachRemaining(document -> versions.put(document.id(), loaded.version()));
                }
            });
        }
        return said;
    }

    @Test
    void whatHasTheSameContentIsUnchangedWhateverItsTime() throws IOException {
        Path file = write("a.txt", "The first text.");
        assertThat(scan()).containsExactly("Changed notes/a.txt");
        assertThat(scan()).containsExactly("Unchanged notes/a.txt");
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO.plusSeconds(5)));
        assertThat(scan()).as("another time").containsExactly("Unchanged notes/a.txt");
        write("a.txt", "The other text");
        assertThat(scan()).as("another size").containsExactly("Changed notes/a.txt");
        Files.writeString(file, "The third text");
        assertThat(scan()).as("the same size").containsExactly("Changed notes/a.txt");
    }

    @Test
    void aFileOfTheSameSizeThatWasWrittenJustNowIsReadEachTime() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "The text 1.");
        // In the future, so that it stays new however long the test takes.
        FileTime now = FileTime.from(Instant.now().plusSeconds(600));
        Files.setLastModifiedTime(file, now);
        assertThat(scan()).containsExactly("Changed notes/a.txt");
        Files.writeString(file, "The text 2.");
        Files.setLastModifiedTime(file, now);
        assertThat(scan()).containsExactly("Changed notes/a.txt");
    }

    @Test
    void aFileThatGrowsWhileItIsReadIsLeftForTheNextTime() throws IOException {
        Path file = write("a.txt", "A text that is half written");
        try (PlaceScan scan = SourceLoader.builder().build().scanFolder("notes", folder, new LoadListener() {
            @Override
            public void documentChanged(String source, String note) {
                try {
                    Files.writeString(file, "A text that is half written and then whole.");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        })) {
            // The listener hears of invalid UTF-8 in the middle of the read.
            Files.write(
                    file,
                    new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, 'A', ' ', (byte) 0xc3, '(', ' ', 'b', '.'});
            ScanResult scanResult = scan.compare(id -> "").next();
            assertThat(scan.load((PlaceScan.Changed) scanResult).failure())
                    .contains("was changed while it was read: the next run reads it");
        }
        assertThat(scan()).containsExactly("Changed notes/a.txt");
        assertThat(versions).containsKey("notes/a.txt");
    }

    @Test
    void aSubfolderThatCannotBeReadLeavesAGap() throws IOException {
        write("a.txt", "The first text.");
        // Missing permissions would not stop a build that runs as root.
        Files.write(Files.createDirectory(folder.resolve("closed")).resolve(".gitignore"), new byte[(1 << 20) + 1]);
        try (PlaceScan scan = SourceLoader.builder().build().scanFolder("notes", folder, LoadListener.NONE)) {
            assertThat(scan.ids()).containsExactly("notes/a.txt");
            assertThat(scan.gaps())
                    .containsExactly("notes/closed cannot be read: .gitignore has more than 1,048,576 bytes");
        }
    }

    @Test
    void aFolderThatIsNotThereIsNone() {
        assertThatThrownBy(() ->
                        SourceLoader.builder().build().scanFolder("gone", folder.resolve("gone"), LoadListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("there is no folder " + folder.resolve("gone"));
    }
}
