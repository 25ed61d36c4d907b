package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares ignore files with git itself. */
final class IgnoreFilesTest {
    @TempDir
    private Path directory;

    private void write(String file, String... lines) throws IOException {
        Path path = directory.resolve("notes").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, String.join("\n", lines) + "\n");
    }

    @Test
    void theSameFilesAreLeftOutThatGitLeavesOut() throws IOException, InterruptedException {
        write(
                ".gitignore",
                "# a remark",
                "*.log",
                "!keep.log",
                "/build/",
                "**/cache",
                "doc/*.txt",
                "a/**/z.txt",
                "\\!odd.txt",
                "trailing.txt   ",
                "[ab]?.md",
                "folder.txt/");
        write("sub/.gitignore", "!deep.log", "/only-here.txt", "*.tmp");
        write("sub/deeper/.gitignore", "*", "!*.md", "!.gitignore");
        for (String file : List.of(
                "one.log",
                "keep.log",
                "build/out.txt",
                "sub/build/out.txt",
                "cache/x.txt",
                "sub/cache/y.txt",
                "doc/a.txt",
                "doc/more/a.txt",
                "a/z.txt",
                "a/b/c/z.txt",
                "!odd.txt",
                "trailing.txt",
                "a1.md",
                "ab1.md",
                "folder.txt",
                "sub/folder.txt/in.txt",
                "sub/deep.log",
                "sub/other.log",
                "sub/only-here.txt",
                "sub/low/only-here.txt",
                "sub/x.tmp",
                "x.tmp",
                "sub/deeper/a.txt",
                "sub/deeper/a.md",
                "sub/deeper/still/a.md")) {
            write(file, "A text that is " + file + ".");
        }
        List<String> listed = listedByGit();
        assertThat(listed).hasSizeBetween(8, 20);

        assertThat(Loading.of(directory, "notes").ids()).containsExactlyInAnyOrderElementsOf(listed);
    }

    private List<String> listedByGit() throws IOException, InterruptedException {
        Process git = new ProcessBuilder(
                        "sh",
                        "-c",
                        "git init -q . && git -c core.excludesFile= ls-files --others --exclude-standard -z")
                .directory(directory.resolve("notes").toFile())
                .start();
        List<String> listed = Stream.of(
                        new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\0"))
                .filter(file -> !Path.of(file).getFileName().toString().startsWith("."))
                .map(file -> "notes/" + file)
                .toList();
        assertThat(git.waitFor()).isZero();
        return listed;
    }

    @Test
    void ternsOwnListHasTheLastWordInItsFolderAndBothCanBeSwitchedOff() throws IOException {
        write(".gitignore", "*.pdf.txt");
        write(".ternignore", "!kept.pdf.txt", "secret.txt");
        write("kept.pdf.txt", "This is kept.");
        write("left.pdf.txt", "This is left out.");
        write("secret.txt", "This is left out too.");

        assertThat(Loading.of(directory, "notes").ids()).containsExactly("notes/kept.pdf.txt");
        assertThat(Loading.of(SourceLoader.builder().ignoreFiles(false).build(), directory, "notes")
                        .ids())
                .hasSize(3);
        assertThat(Loading.of(directory, "notes/secret.txt").ids())
                .as("a file that is named is read")
                .hasSize(1);
    }

    @Test
    void aFolderWhoseListCannotBeReadIsLeftOutAndNamed() throws IOException {
        write("a.txt", "A text.");
        Files.write(directory.resolve("notes/.gitignore"), new byte[(1 << 20) + 1]);

        assertThat(Loading.of(directory, "notes").refusal())
                .contains("cannot be read: .gitignore has more than 1,048,576 bytes");
    }
}
