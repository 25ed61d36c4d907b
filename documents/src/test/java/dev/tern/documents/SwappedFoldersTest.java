package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.PlaceScan.Changed;
import dev.tern.documents.PlaceScan.ScanResult;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders replaced by links, to files of the same names, between listing and reading. */
final class SwappedFoldersTest {
    private static final String REFUSAL = "cannot be read: a folder of its path is now a link, which is not followed";
    private static final String SECRET = "Of nobody's business.";

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        write("drop/a.txt", "A ship in Riga.");
        write("drop/in/deep/b.txt", "A ship in Oslo.");
        write("away/deep/b.txt", SECRET);
        write("away/b.txt", SECRET);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    }

    private void swap(String name, String target) throws IOException {
        Files.move(folder.resolve(name), folder.resolve("moved"));
        Files.createSymbolicLink(folder.resolve(name), folder.resolve(target));
    }

    private static List<String> said(PlaceScan scan, String version) {
        List<String> said = new ArrayList<>();
        for (Iterator<ScanResult> each = scan.compare(id -> version); each.hasNext(); ) {
            switch (each.next()) {
                case Changed changed -> {
                    PlaceScan.Loaded loaded = scan.load(changed);
                    loaded.failure().ifPresent(why -> said.add(changed.id() + " " + why));
                    loaded.documents().forEachRemaining(document -> said.add(document.text()));
                }
                case PlaceScan.Failed(String id, String reason) -> said.add(id + " " + reason);
                case PlaceScan.Unchanged same -> said.add(same.id() + " is unchanged");
                case PlaceScan.Gone gone -> said.add(gone.id() + " is gone");
            }
        }
        return said;
    }

    @Test
    void fileOfASyncedFolderIsNotReadThroughALinkInPlaceOfOneOfItsFolders() throws IOException {
        for (String swapped : List.of("drop/in", "drop/in/deep")) {
            try (PlaceScan scan =
                    SourceLoader.builder().build().scanFolder("notes", folder.resolve("drop"), LoadListener.NONE)) {
                swap(swapped, swapped.equals("drop/in") ? "away" : "away/deep");

                assertThat(said(scan, "")).containsExactly("A ship in Riga.", "notes/in/deep/b.txt " + REFUSAL);
                String known = new ContentVersion("", Integer.toString(SECRET.length()), "").line();
                assertThat(said(scan, known))
                        .as("not compared with it either")
                        .contains("notes/in/deep/b.txt " + REFUSAL);
            }
            Files.delete(folder.resolve(swapped));
            Files.move(folder.resolve("moved"), folder.resolve(swapped));
        }
    }

    @Test
    void addedFolderThatBecomesALinkWhileItIsReadLeadsNowhere() throws IOException {
        write("drop/in/a.txt", "A ship in Turku.");
        Heard heard = new Heard();
        List<String> texts = new ArrayList<>();
        try (LoadedDocuments loaded =
                SourceLoader.builder().build().load(List.of("drop/in"), folder, InputStream.nullInputStream(), heard)) {
            Iterator<SourceDocument> documents = loaded.iterator();
            texts.add(documents.next().text());
            swap("drop/in/deep", "away/deep");
            documents.forEachRemaining(document -> texts.add(document.text()));
        }
        assertThat(texts).containsExactly("A ship in Turku.");
        assertThat(heard.skipped)
                .containsExactly("drop/in/deep is a link that leads out of the folder: name its target");
    }

    @Test
    void addedFileIsNotReadThroughALinkInPlaceOfItsFolder() throws IOException {
        write("drop/in/deep/a.txt", "A ship in Turku.");
        Heard heard = new Heard();
        List<String> texts = new ArrayList<>();
        try (LoadedDocuments loaded =
                SourceLoader.builder().build().load(List.of("drop"), folder, InputStream.nullInputStream(), heard)) {
            Iterator<SourceDocument> documents = loaded.iterator();
            texts.add(documents.next().text());
            texts.add(documents.next().text());
            swap("drop/in", "away");
            documents.forEachRemaining(document -> texts.add(document.text()));
        }
        assertThat(texts).containsExactly("A ship in Riga.", "A ship in Turku.");
        assertThat(heard.skipped).containsExactly("drop/in/deep/b.txt " + REFUSAL);
    }

    @Test
    void linesOfACorpusAreThoseOfTheFileThatWasOpened() throws IOException {
        write("drop/in/deep/c.jsonl", "{\"_id\": \"1\", \"text\": \"A ship in Turku.\"}\n");
        write("away/deep/c.jsonl", "{\"_id\": \"1\", \"text\": \"" + SECRET + "\"}\n");
        LoadListener swapping = new LoadListener() {
            @Override
            public void documentChanged(String source, String note) {
                try {
                    swap("drop/in", "away");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        try (LoadedDocuments loaded = SourceLoader.builder()
                .build()
                .load(List.of("drop/in"), folder, InputStream.nullInputStream(), swapping)) {
            assertThat(loaded).extracting(SourceDocument::text).containsExactly("A ship in Oslo.", "A ship in Turku.");
        }
    }

    /** The parser program swaps the folder before it starts. */
    @Test
    @Tag("processes")
    void parserProcessReadsTheBytesThatWereOpened() throws IOException {
        write("drop/in/deep/page.html", "<p>A ship in Turku.");
        write("away/deep/page.html", "<p>" + SECRET);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path swapping = Files.writeString(
                folder.resolve("swapping"),
                "#!/bin/sh\nmv '" + folder + "/drop/in' '" + folder + "/moved'\nln -s '" + folder + "/away' '" + folder
                        + "/drop/in'\nexec '" + java + "' \"$@\"\n");
        Files.setPosixFilePermissions(swapping, PosixFilePermissions.fromString("rwx------"));

        Loading loading = Loading.of(SourceLoader.builder().java(swapping).build(), folder, "drop/in");

        assertThat(loading.heard().skipped).isEmpty();
        assertThat(loading.documents())
                .extracting(SourceDocument::text)
                .containsExactly("A ship in Oslo.", "A ship in Turku.");
        assertThat(folder.resolve("drop/in")).isSymbolicLink();
    }

    @Test
    void folderThatMayBeReadIsOpenedFromTheOneAboveItThatIsAllowed() throws IOException {
        SourceLoader loader = SourceLoader.builder().build().scanningBelow(List.of(folder.resolve("drop")));
        try (PlaceScan scan = loader.scanFolder("notes", folder.resolve("drop/in"), LoadListener.NONE)) {
            swap("drop/in", "away");
            assertThat(said(scan, "")).containsExactly("notes/deep/b.txt " + REFUSAL);
        }
        for (String refused : List.of("drop/in", "away")) {
            assertThatThrownBy(() -> loader.scanFolder("notes", folder.resolve(refused), LoadListener.NONE))
                    .isInstanceOf(TernException.class)
                    .hasMessage(folder.resolve(refused) + " is not below an allowed folder");
        }
    }

    @Test
    void folderInWhosePlaceAnotherCameIsNotRead() throws IOException {
        try (PlaceScan scan =
                SourceLoader.builder().build().scanFolder("notes", folder.resolve("drop/in"), LoadListener.NONE)) {
            swap("drop/in", "away");
            assertThat(said(scan, ""))
                    .containsExactly("notes/deep/b.txt cannot be read: another folder is now in the place of "
                            + folder.toRealPath().resolve("drop/in"));
        }
    }

    @Test
    void pathsAreComparedWhereNoNameIsOpenedRelativeToAFolder() throws IOException {
        RootFolder root = RootFolder.ofComparedPaths(folder.resolve("drop"));
        Path file = Path.of("in/deep/b.txt");
        List<String> names = new ArrayList<>();
        root.list(Path.of("in/deep"), name -> names.add(name.toString()));
        assertThat(names).containsExactly("b.txt");
        try (InputStream in = root.open(file)) {
            assertThat(in.readAllBytes()).asString().isEqualTo("A ship in Oslo.");
        }
        assertThat(root.attributes(file).isRegularFile()).isTrue();

        swap("drop/in", "away");

        String reason = REFUSAL.replace("cannot be read: ", "");
        assertThatThrownBy(() -> root.open(file))
                .isInstanceOf(FileSystemException.class)
                .hasMessageEndingWith(reason);
        assertThatThrownBy(() -> root.attributes(file)).hasMessageEndingWith(reason);
        assertThatThrownBy(() -> root.list(Path.of("in/deep"), name -> {})).hasMessageEndingWith(reason);
        assertThat(root.attributes(Path.of("in")).isSymbolicLink()).isTrue();
    }

    /** Opening a pipe blocks until a writer opens it. */
    @Test
    void pipeWithTheNameOfAFileThatIsLookedIntoIsNotOpened() throws IOException, InterruptedException {
        for (String name : List.of("tern-store", "in/tern-store", "in/.gitignore")) {
            Process made = new ProcessBuilder(
                            "mkfifo", folder.resolve("drop/" + name).toString())
                    .inheritIO()
                    .start();
            assertThat(made.waitFor()).isZero();
        }

        Loading loading = Loading.of(folder, "drop");

        assertThat(loading.ids()).containsExactly("drop/a.txt", "drop/in/deep/b.txt");
        assertThat(loading.heard().skipped)
                .containsExactly(
                        "drop/in/tern-store is not a file, but a pipe or a device",
                        "drop/tern-store is not a file, but a pipe or a device");
    }

    @Test
    void folderWhosePathIsLongerThanAnIdMayBeIsNotWalked() throws IOException {
        String name = "n".repeat(250);
        write("drop/in/" + name + "/" + name + "/" + name + "/c.txt", "A ship in Turku.");

        Loading loading = Loading.of(folder, "drop");

        assertThat(loading.ids()).containsExactly("drop/a.txt", "drop/in/deep/b.txt");
        assertThat(loading.heard().skipped)
                .containsExactly("drop/in/" + name + "/" + name + "/" + name
                        + " has a path of 760 characters; the limit is 512");
    }
}
