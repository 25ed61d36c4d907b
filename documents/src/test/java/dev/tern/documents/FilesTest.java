package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FilesTest {
    @TempDir
    private Path folder;

    @Test
    void folderIsReadWithoutItsHiddenFiles() throws IOException {
        write("docs/a.txt");
        write("docs/sub/b.txt");
        write("docs/.hidden.txt");
        write("docs/.git/c.txt");

        assertThat(Loading.of(folder, "docs").ids()).containsExactly("docs/a.txt", "docs/sub/b.txt");
        assertThat(Loading.of(folder, "docs/.hidden.txt").ids()).containsExactly("docs/.hidden.txt");
    }

    @Test
    void idsDoNotDependOnWhereTheFolderIs() throws IOException {
        write("docs/sub/b.txt");
        write("here/x.txt");

        assertThat(Loading.of(folder, "docs").ids()).containsExactly("docs/sub/b.txt");
        assertThat(Loading.of(folder, "./docs/").ids()).containsExactly("docs/sub/b.txt");
        assertThat(Loading.of(folder, folder.resolve("docs").toString()).ids()).containsExactly("docs/sub/b.txt");
        assertThat(Loading.of(folder.resolve("here"), "../docs").ids()).containsExactly("docs/sub/b.txt");
        assertThat(Loading.of(folder.resolve("docs"), ".").ids()).containsExactly("docs/sub/b.txt");
        assertThat(Loading.of(folder, "docs/sub/b.txt", "docs/./sub/b.txt").ids())
                .containsExactly("docs/sub/b.txt");
    }

    private void refused(String first, String second, String id) {
        assertThatThrownBy(() -> Loading.of(folder, first, second))
                .as(first + " and " + second)
                .isInstanceOf(TernException.class)
                .hasMessageEndingWith(" would both have the id \"" + id + "\": give paths from a common parent folder");
    }

    @Test
    void patternsFoldersAndFilesThatCouldGiveOneIdToTwoFilesAreRefused() throws IOException {
        write("one/docs/a.txt");
        write("one/docs/sub/b.txt");
        write("two/docs/a.txt");
        write("docs/sub/b.txt");
        write("docs/a.txt");
        String one = folder.resolve("one/docs").toString();
        String two = folder.resolve("two/docs").toString();

        refused(one, two, "docs/");
        refused(one + "/*.txt", two + "/*.txt", "docs/");
        refused(one + "/*.txt", two, "docs/");
        refused(one, "docs/sub", "docs/sub/");
        refused("docs/sub", one, "docs/sub/");
        refused(one, "docs/a.txt", "docs/a.txt");
        refused("docs/a.txt", one + "/*.txt", "docs/a.txt");
        refused(
                folder.resolve("one/docs/a.txt").toString(),
                folder.resolve("two/docs/a.txt").toString(),
                "a.txt");
        assertThat(Loading.of(folder, two, "docs/sub").ids())
                .as("nothing of the one folder can have an id of the other")
                .containsExactly("docs/a.txt", "docs/sub/b.txt");
    }

    @Test
    void placesInOnePlaceAreAllRead() throws IOException {
        write("docs/a.txt");
        write("docs/b.md");
        write("docs/sub/c.txt");

        assertThat(Loading.of(folder, "docs/*.md", "docs/*.txt").ids()).containsExactly("docs/b.md", "docs/a.txt");
        assertThat(Loading.of(folder.resolve("docs"), "*.md", ".").ids())
                .containsExactly("b.md", "docs/a.txt", "docs/b.md", "docs/sub/c.txt");
        assertThat(Loading.of(folder, "docs/sub", "docs", "docs").ids())
                .containsExactly("docs/sub/c.txt", "docs/a.txt", "docs/b.md", "docs/sub/c.txt");
        assertThat(Loading.of(folder, "docs/a.txt", folder.resolve("docs").toString())
                        .ids())
                .containsExactly("docs/a.txt", "docs/a.txt", "docs/b.md", "docs/sub/c.txt");
    }

    @Test
    void anyFoldersOfAPatternAreAlsoNone() throws IOException {
        write("a/b/c.txt");
        write("a/x/b/c.txt");
        write("a/b/y/c.txt");
        write("a/x/b/y/c.txt");
        write("node_modules/x.js");
        write("z/node_modules/w/x.js");

        assertThat(Loading.of(folder, "a/**/b/**/c.txt").ids())
                .containsExactly("a/b/c.txt", "a/b/y/c.txt", "a/x/b/c.txt", "a/x/b/y/c.txt");
        assertThat(Loading.of(folder, "a/**/**/{b,none/**/b}/**/c.txt").ids())
                .containsExactly("a/b/c.txt", "a/b/y/c.txt", "a/x/b/c.txt", "a/x/b/y/c.txt");
        SourceLoader loader = SourceLoader.builder()
                .exclude(List.of("**/node_modules/**/*.js", "a/**"))
                .build();
        assertThat(Loading.of(loader, folder, ".").ids()).isEmpty();
    }

    @Test
    void patternsAreBoundedInLengthAndNumber() {
        assertThatThrownBy(() -> new Globs(List.of("a".repeat(1_001))))
                .isInstanceOf(TernException.class)
                .hasMessage("the pattern \"aaaaaaaaaaaaaaaaaaaa...\" has 1,001 characters; the limit is 1,000");
        String all = "{a,b}".repeat(10);
        assertThatThrownBy(() -> new Globs(List.of(all)))
                .isInstanceOf(TernException.class)
                .hasMessage("with \"" + all
                        + "\" there are more than 1,000 patterns of files, counted after expanding braces,"
                        + " which is the limit");
        assertThatThrownBy(() -> new Globs(List.of("{a,b")))
                .hasMessage("\"{a,b\" is not a pattern of files: a { has no }");
        assertThatThrownBy(() -> new Globs(List.of("[ab")))
                .hasMessageStartingWith("\"[ab\" is not a pattern of files: a [ has no ]");
    }

    @Test
    void patternsChooseAndExclude() throws IOException {
        write("docs/a.txt");
        write("docs/b.md");
        write("docs/sub/c.txt");
        write("docs/sub/deep/d.txt");
        write("docs/build/e.txt");

        assertThat(Loading.of(folder, "docs/*.txt").ids()).containsExactly("docs/a.txt");
        assertThat(Loading.of(folder, "docs/*/c.txt").ids()).containsExactly("docs/sub/c.txt");
        assertThat(Loading.of(folder, "docs/**/*.txt").ids())
                .containsExactly("docs/a.txt", "docs/build/e.txt", "docs/sub/c.txt", "docs/sub/deep/d.txt");
        SourceLoader loader = SourceLoader.builder()
                .exclude(List.of("build/", "*.md", "sub/deep/**"))
                .build();
        assertThat(Loading.of(loader, folder, "docs").ids()).containsExactly("docs/a.txt", "docs/sub/c.txt");
        assertThat(Loading.of(folder, "docs/*.pdf").refusal()).isEqualTo("docs/*.pdf fits no file");
    }

    @Test
    void twoStarsAtTheEndAreAllThatIsInTheFolder() throws IOException {
        write("docs/a.txt");
        write("docs/art/b.txt");
        write("docs/art/deep/c.txt");
        write("docs/build/a.txt");
        write("docs/deep/art/d.txt");

        assertThat(Loading.of(folder, "docs/a*/**").ids()).containsExactly("docs/art/b.txt", "docs/art/deep/c.txt");
        assertThat(Loading.of(folder, "docs/*/**").ids())
                .containsExactly("docs/art/b.txt", "docs/art/deep/c.txt", "docs/build/a.txt", "docs/deep/art/d.txt");
        SourceLoader loader =
                SourceLoader.builder().exclude(List.of("art/**", "a.txt/**")).build();
        assertThat(Loading.of(loader, folder, "docs").ids())
                .containsExactly("docs/a.txt", "docs/build/a.txt", "docs/deep/art/d.txt");
        assertThatThrownBy(() -> SourceLoader.builder().exclude(List.of("/**")).build())
                .isInstanceOf(TernException.class)
                .hasMessage("the pattern \"/**\" names nothing");
    }

    @Test
    void linksAreNotFollowedAndThoseThatLeaveTheFolderAreNamed() throws IOException {
        write("docs/a.txt");
        write("secret/key.txt");
        Files.createSymbolicLink(folder.resolve("docs/loop"), folder.resolve("docs"));
        Files.createSymbolicLink(folder.resolve("docs/again.txt"), folder.resolve("docs/a.txt"));
        Files.createSymbolicLink(folder.resolve("docs/out"), folder.resolve("secret"));
        Files.createSymbolicLink(folder.resolve("docs/out.txt"), folder.resolve("secret/key.txt"));
        Files.createSymbolicLink(folder.resolve("docs/nowhere.txt"), folder.resolve("gone"));

        Loading loading = Loading.of(folder, "docs");

        assertThat(loading.ids()).containsExactly("docs/a.txt");
        assertThat(loading.heard().skipped)
                .containsExactly(
                        "docs/nowhere.txt is a broken link",
                        "docs/out is a link that leads out of the folder: name its target",
                        "docs/out.txt is a link that leads out of the folder: name its target");
        assertThat(Loading.of(folder, "docs/out.txt").ids()).containsExactly("docs/out.txt");
    }

    @Test
    void whatGivesNoDocumentIsNamedWithItsReasonAndTheRestGoesOn() throws IOException {
        Files.createFile(folder.resolve("empty.txt"));
        Files.writeString(folder.resolve("blank.txt"), " \n \n");
        Files.write(folder.resolve("noise.bin"), new byte[] {0, 1, 2, 3, 0, (byte) 0xfe, 7, 0, 0, 9, 1, 1});
        Files.write(
                folder.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});
        write("good.txt");

        Loading loading = Loading.of(folder, ".", "absent.txt", "ftp://example.org/x");

        assertThat(loading.ids()).containsExactly(folder.getFileName() + "/good.txt");
        assertThat(loading.heard().skipped)
                .containsExactly(
                        "blank.txt has no text",
                        "empty.txt is empty",
                        "noise.bin is of an unknown type",
                        "picture.png is a picture, and " + ScanReader.unavailableReason(OcrSettings.NONE, false),
                        "absent.txt does not exist",
                        "ftp://example.org/x is an address of ftp; only http and https are read");
        assertThat(loading.heard().read).hasSize(6);
    }

    @Test
    void contentDecidesWhereANameLies() throws IOException {
        byte[] bytes = new byte[3000];
        new Random(7).nextBytes(bytes);
        Files.write(folder.resolve("a.txt"), bytes);

        assertThat(Loading.of(folder, "a.txt").refusal()).contains("a.txt is of an unknown type");
    }

    @Test
    void fileThatVanishesIsSkipped() throws IOException {
        write("docs/a.txt");
        write("docs/b.txt");
        write("docs/c.txt");
        Heard heard = new Heard();
        try (LoadedDocuments loaded =
                SourceLoader.builder().build().load(List.of("docs"), folder, InputStream.nullInputStream(), heard)) {
            Iterator<SourceDocument> documents = loaded.iterator();
            documents.next();
            Files.delete(folder.resolve("docs/b.txt"));

            assertThat(documents.next().id()).isEqualTo("docs/c.txt");
            assertThat(heard.skipped).containsExactly("docs/b.txt is no longer there");
        }
        assertThat(UnreadableException.reason(new AccessDeniedException("b.txt")))
                .isEqualTo("cannot be read: no permission");
    }

    @Test
    void fileOfTwoGigabytesIsRefusedUnread() throws IOException {
        try (RandomAccessFile sparse =
                new RandomAccessFile(folder.resolve("big.txt").toFile(), "rw")) {
            sparse.setLength(2L << 30);
        }

        assertThat(Loading.of(folder, "big.txt").refusal())
                .isEqualTo("big.txt has 2,147,483,648 bytes; the limit is 104,857,600 (load.maxFileBytes)");
    }

    @Test
    void limitsAreNamed() throws IOException {
        write("a.txt");
        write("b.txt");
        LoadLimits limits = LoadLimits.DEFAULTS.with(LoadLimit.TEXT_CHARACTERS, 10);

        assertThat(Loading.of(SourceLoader.builder().limits(limits).build(), folder, "a.txt")
                        .refusal())
                .isEqualTo("a.txt has 17 characters of text; the limit is 10");
        SourceLoader one = SourceLoader.builder()
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.FILES, 1))
                .build();
        assertThatThrownBy(() -> Loading.of(one, folder, "."))
                .isInstanceOf(TernException.class)
                .hasMessage("there are more than 1 files and pages, which is the limit of one load");
        assertThatThrownBy(() -> LoadLimits.DEFAULTS.with(LoadLimit.SECONDS, 0))
                .isInstanceOf(TernException.class)
                .hasMessage("load.maxSeconds is 0 and must be from 1 to 86400");
    }

    @Test
    void namesOfStrangersCannotSteerATerminal() throws IOException {
        Files.createFile(folder.resolve("a\u001b[2J.txt"));
        write("b\u001b[2J.txt");

        Loading loading = Loading.of(folder, ".");

        assertThat(loading.ids()).containsExactly(folder.getFileName() + "/b?[2J.txt");
        assertThat(loading.documents().getFirst().title()).isEmpty();
        assertThat(loading.heard().skipped).containsExactly("a?[2J.txt is empty");
    }

    @Test
    void titleIsWhatATextSaysAndNotTheNameOfItsFile() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "The Lamp of Oro\n\nA lamp burned in the harbour.\n");
        Files.writeString(folder.resolve("b.txt"), "It burned all night.\n\nNobody saw it.\n");
        Files.writeString(folder.resolve("c.txt"), "C\n\nA third text.\n");
        Files.writeString(folder.resolve("d.html"), "<title>draft-7.docx</title><p>A fourth text.");

        assertThat(Loading.of(folder, ".").documents())
                .extracting(SourceDocument::title)
                .containsExactly("The Lamp of Oro", "", "", "");
    }

    @Test
    void listingCountsWithoutReading() throws IOException {
        write("docs/a.txt");
        write("docs/sub/b.txt");

        Listing listing =
                SourceLoader.builder().build().list(List.of("docs", "-", "https://example.org/", "\u001bno"), folder);

        assertThat(listing).isEqualTo(new Listing(2, 34, 2, List.of("?no does not exist")));
    }

    private void write(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "A ship in Riga.\n\n");
    }

    @Test
    void standardInputMayBeOfAnyFormat() throws IOException {
        byte[] pdf = Files.readAllBytes(OfficeFiles.pdf(folder.resolve("a.pdf"), "Euler lived in Basel."));

        SourceDocument document = Loading.of(
                        SourceLoader.builder().stdinName("letter").build(), folder, new ByteArrayInputStream(pdf), "-")
                .only();

        assertThat(document.id()).isEqualTo("letter");
        assertThat(document.text()).isEqualTo("Euler lived in Basel.");
    }
}
