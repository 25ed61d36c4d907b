package dev.tern.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of the project, with paths relative to its root, except files made by builds and
 * editors.
 *
 * @param checked files for rules about single files: changed ones, or all
 */
record SourceTree(Path root, List<Path> files, Set<Path> checked) {
    /** The folders of {@code .gitignore}, and folders of users of the compose file. */
    private static final Set<String> NOT_SOURCES =
            Set.of(".git", "target", ".tern-build", "tern-store", ".idea", ".vscode", ".settings");

    private static final Path OF_USERS = Path.of("build", "release", "documents");

    /** Returns the tree of this build, two folders above this module. */
    static SourceTree ofThisBuild() {
        Path root = Path.of("../..").toAbsolutePath().normalize();
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_SOURCES.contains(folder.getFileName().toString()) || folder.endsWith(OF_USERS)
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    // In a git worktree, .git is a file.
                    if (!file.endsWith(".git")) {
                        files.add(root.relativize(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Path> sorted = files.stream().sorted().toList();
        return new SourceTree(
                root, sorted, "changed".equals(System.getProperty("rules")) ? changed(root) : Set.copyOf(sorted));
    }

    /** Returns the uncommitted files, and the files of commits that upstream does not have. */
    private static Set<Path> changed(Path root) {
        String upstream = git(root, "rev-parse", "--verify", "--quiet", "@{upstream}")
                .findFirst()
                .orElse("HEAD");
        return Stream.concat(
                        git(root, "diff", "--name-only", "-z", upstream, "--"),
                        git(root, "ls-files", "--others", "--exclude-standard", "-z"))
                .map(Path::of)
                .filter(file -> Files.exists(root.resolve(file)))
                .collect(Collectors.toUnmodifiableSet());
    }

    static Stream<String> git(Path root, String... words) {
        try {
            Process git = new ProcessBuilder(
                            Stream.concat(Stream.of("git"), Stream.of(words)).toList())
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(said.strip().split("\0|\n")).filter(name -> !name.isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException("git has to be there: " + String.join(" ", words), e);
        }
    }

    /** Returns the files with an ending that are to be checked one by one. */
    List<Path> checked(String ending) {
        return files(ending).stream().filter(checked::contains).toList();
    }

    List<Path> files(String ending) {
        return files.stream().filter(file -> file.toString().endsWith(ending)).toList();
    }

    /** Returns the shipped Java files, except module descriptors, which have no package. */
    List<Path> mainSources() {
        return files(".java").stream()
                .filter(file -> slashed(file).contains("/src/main/java/") && !file.endsWith("module-info.java"))
                .toList();
    }

    /** Returns the text of a file; empty if the file is not UTF-8. */
    String text(Path file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (CharacterCodingException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String slashed(Path file) {
        return file.toString().replace('\\', '/');
    }
}
