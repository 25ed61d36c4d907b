package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.documents.PlaceScan.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File names that are invalid in the system's encoding, as from another system's archive. */
final class FileNamesTest {
    @TempDir
    private Path folder;

    /** Writes a file whose name is invalid as UTF-8 and as ASCII. */
    private void write(String octalName, String text) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        "printf '%s' \"$3\" > \"$1/$(printf \"$2\")\"",
                        "sh",
                        folder.toString(),
                        octalName,
                        text)
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    private String in(String name) {
        return folder.getFileName() + "/" + name;
    }

    @Test
    void fileWithNameThatIsNoTextIsReadAndTheRestGoesOn() throws IOException, InterruptedException {
        write("a.txt", "A ship in Riga.");
        write("caf\\351.txt", "A coffee house.");
        write("gar\\347on.html", "<title>Lamp</title><p>A lamp.");
        write("z.txt", "A ship in Turku.");

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.ids())
                .containsExactly(in("a.txt"), in("caf\ufffd.txt"), in("gar\ufffdon.html"), in("z.txt"));
        assertThat(loading.documents().get(1).text()).isEqualTo("A coffee house.");
        assertThat(loading.documents().get(2).text()).isEqualTo("A lamp.");
    }

    @Test
    void fileThatIsShownAsAnotherIsSkipped() throws IOException, InterruptedException {
        write("caf\\350.txt", "A tea house.");
        write("caf\\351.txt", "A coffee house.");
        write("z.txt", "A ship in Turku.");

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.ids()).containsExactly(in("caf\ufffd.txt"), in("z.txt"));
        assertThat(loading.documents().getFirst().text()).isEqualTo("A tea house.");
        assertThat(loading.heard().skipped)
                .containsExactly("caf\ufffd.txt has the same displayed name as another file: rename it");
    }

    @Test
    void folderWithSuchFilesIsKeptInStep() throws IOException, InterruptedException {
        write("caf\\350.txt", "A tea house.");
        write("caf\\351.txt", "A coffee house.");
        write("z.txt", "A ship in Turku.");
        List<ScanResult> found = new ArrayList<>();

        try (PlaceScan scan = SourceLoader.builder().build().scanFolder("docs", folder, LoadListener.NONE)) {
            scan.compare(id -> "").forEachRemaining(found::add);

            assertThat(scan.ids()).containsExactly("docs/caf\ufffd.txt", "docs/z.txt");
            assertThat(scan.gaps())
                    .containsExactly("docs/caf\ufffd.txt has the same displayed name as another file: rename it");
            assertThat(found).hasSize(2).hasOnlyElementsOfType(PlaceScan.Changed.class);
            assertThat(scan.load((PlaceScan.Changed) found.getFirst()).failure())
                    .isEmpty();
        }
    }
}
