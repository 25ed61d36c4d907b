package dev.tern.documents.temporary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a second process, which is killed. */
final class TemporaryFolderTest {
    @TempDir
    private Path parent;

    /** Creates a folder with a file in it, prints its path, and waits. */
    static final class Holder {
        private Holder() {}

        @SuppressWarnings("resource")
        public static void main(String[] args) throws IOException {
            TemporaryFolder folder = TemporaryFolder.make(Path.of(args[0]), "documents");
            Files.writeString(
                    Files.createDirectory(folder.path().resolve("deep")).resolve("list"), "Much.");
            System.out.println(folder.path());
            System.out.println(System.in.read());
        }
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.sorted().toList();
        }
    }

    @Test
    void whatAKilledProcessLeftGoesAndWhatALivingOneHasStays() throws IOException, InterruptedException {
        Path strangers = Files.createDirectory(parent.resolve("tern-documents-without-a-lock"));
        Path own;
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        parent.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = holder.inputReader();
                TemporaryFolder mine = TemporaryFolder.make(parent, "documents")) {
            own = mine.path();
            Path theirs = Path.of(said.readLine());
            TemporaryFolder.deleteAbandoned(parent);
            assertThat(theirs.resolve("deep/list")).as("of a living process").hasContent("Much.");
            assertThat(own).as("of this one").isDirectory();

            holder.destroyForcibly().waitFor();
            TemporaryFolder.make(parent, "store").close();
            assertThat(left()).as("of a killed process").containsExactlyInAnyOrder(own, mine.lock(), strangers);
        } finally {
            holder.destroyForcibly();
        }
        assertThat(left()).containsExactly(strangers);
    }

    @Test
    void aLinkBesideALockLeadsNowhere() throws IOException {
        Path kept = Files.createDirectory(parent.resolve("kept"));
        Files.writeString(kept.resolve("a.txt"), "A text.");
        Files.createSymbolicLink(parent.resolve("tern-documents-1"), kept);
        Files.createFile(parent.resolve("tern-documents-1.tern-lock"));

        TemporaryFolder.deleteAbandoned(parent);

        assertThat(kept.resolve("a.txt")).exists();
    }
}
