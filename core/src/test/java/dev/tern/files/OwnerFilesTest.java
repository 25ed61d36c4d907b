package dev.tern.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the access of other users to written files, and links placed by them. */
final class OwnerFilesTest {
    @TempDir
    private Path folder;

    private Path precious;
    private Path link;

    @BeforeEach
    void putALink() throws IOException {
        precious = Files.writeString(folder.resolve("precious"), "precious");
        link = Files.createSymbolicLink(folder.resolve("link"), precious);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void newFilesAndFoldersAreTheOwnersAloneAndOthersStayAsTheyAre() throws IOException {
        Path open = Files.createDirectory(
                folder.resolve("open"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        OwnerFiles.folders(open.resolve("a/b"));
        assertThat(mode(open)).isEqualTo("rwxr-xr-x");
        assertThat(mode(open.resolve("a"))).isEqualTo("rwx------");
        assertThat(mode(open.resolve("a/b"))).isEqualTo("rwx------");
        OwnerFiles.write(open.resolve("file"), "text");
        assertThat(mode(open.resolve("file"))).isEqualTo("rw-------");
        OwnerFiles.restrict(precious);
        assertThat(mode(precious)).isEqualTo("rw-------");
    }

    @Test
    void linkToAFolderIsAFolder() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path to = Files.createSymbolicLink(folder.resolve("to"), there);
        assertThat(OwnerFiles.folders(to)).isEqualTo(to);
    }

    @Test
    void nothingIsWrittenThroughALink() throws IOException {
        assertThatThrownBy(() -> OwnerFiles.create(link)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> OwnerFiles.open(link, StandardOpenOption.CREATE, StandardOpenOption.WRITE))
                .isInstanceOf(IOException.class);
        OwnerFiles.write(link, "text");
        assertThat(precious).hasContent("precious");
        assertThat(link).isRegularFile().hasContent("text");
    }

    @Test
    void wholeFileTakesTheLinksPlaceAndOnlyWhereItMayReplace() throws IOException {
        assertThatThrownBy(() -> AtomicFile.write(link, false, out -> 0))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("exists already");
        Files.delete(precious);
        assertThatThrownBy(() -> AtomicFile.write(link, false, out -> 0))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("exists already");
        AtomicFile.write(link, true, out -> {
            out.write('x');
            return 0;
        });
        assertThat(precious).doesNotExist();
        assertThat(link).isRegularFile().hasContent("x");
        assertThat(mode(link)).isEqualTo("rw-------");
    }

    @Test
    void nobodyCanForeseeTheNameOfAPart() {
        Path file = folder.resolve("backup.jsonl");
        assertThat(OwnerFiles.partOf(file))
                .isNotEqualTo(OwnerFiles.partOf(file))
                .hasParentRaw(folder);
        assertThat(OwnerFiles.partOf(file).getFileName().toString())
                .matches("backup\\.jsonl\\.\\d+\\.[-0-9a-f]{36}\\.part");
    }

    @Test
    void whatAKilledProcessLeftOfAFileGoesWhenItIsWrittenNextAndNothingElseDoes() throws IOException {
        Path file = folder.resolve("backup.jsonl");
        String mine = OwnerFiles.partOf(file).getFileName().toString();
        String pid = Long.toString(ProcessHandle.current().pid());
        // No process has this number, which exceeds the maximum of systems.
        String dead = mine.replace("." + pid + ".", ".999999999999.");
        Path old = left(dead, Duration.ofMinutes(2));
        List<Path> kept = List.of(
                left(dead + "ial", Duration.ofMinutes(2)),
                left("other." + dead, Duration.ofMinutes(2)),
                left("backup.jsonl.part", Duration.ofMinutes(2)),
                left(mine, Duration.ofMinutes(2)),
                left(
                        OwnerFiles.partOf(file).getFileName().toString().replace("." + pid + ".", ".999999999999."),
                        Duration.ZERO));

        AtomicFile.write(file, true, out -> 0);

        assertThat(old).doesNotExist();
        assertThat(kept).allSatisfy(other -> assertThat(other).exists());
        assertThat(file).exists();
    }

    private Path left(String name, Duration ago) throws IOException {
        Path part = Files.writeString(folder.resolve(name), "half");
        Files.setLastModifiedTime(part, FileTime.from(Instant.now().minus(ago)));
        return part;
    }

    @Test
    void anInterruptDoesNotKeepTheNameOfAWholeFileFromTheDisk(@TempDir Path written) throws IOException {
        Thread.currentThread().interrupt();
        try {
            AtomicFile.forceFolder(written);
        } finally {
            assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
        }
    }
}
