package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that fetched files have checksums, and that shipped ones have no known holes. */
final class FetchedFilesTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final Pattern HELD = Pattern.compile("\\S+==\\S+( --hash=sha256:[0-9a-f]{64})+");

    @TempDir
    private Path folder;

    @Test
    void everyPythonPackageHasItsChecksums() {
        List<Path> lists = TREE.files(".txt").stream()
                .filter(file -> TREE.text(file).lines().anyMatch(line -> line.matches("[\\w.-]+==.*")))
                .toList();
        assertThat(lists).hasSizeGreaterThan(10);
        for (Path list : lists) {
            assertThat(TREE.text(list).lines().filter(line -> !line.startsWith("#")))
                    .as("%s; build/tools/python-hashes.py writes them", list)
                    .isNotEmpty()
                    .allMatch(line -> HELD.matcher(line).matches());
        }
    }

    @Test
    void onePlaceInstallsPythonPackagesAndWantsTheirChecksums() {
        String installing = "pip\"? install ";
        assertThat(TREE.files(".sh").stream()
                        .filter(file ->
                                Pattern.compile(installing).matcher(code(file)).find()))
                .containsExactly(Path.of("build/tools/python-packages.sh"));
        String script = code(Path.of("build/tools/python-packages.sh"));
        assertThat(script.split(installing, -1)).hasSize(1 + script.split("--require-hashes", -1).length - 1);
        assertThat(code(Path.of("build/release/release.sh"))).contains("wheel --quiet --no-build-isolation ");
    }

    private static String code(Path script) {
        return TREE.text(script).replaceAll("(?m)^ *#.*$", "");
    }

    @Test
    void baseImagesAreHeldToTheirDigests() {
        assertThat(TREE.text(Path.of("build/release/Dockerfile")).lines().filter(line -> line.startsWith("FROM ")))
                .hasSize(2)
                .allMatch(line -> line.matches("FROM [\\w./-]+:[\\w.-]+@sha256:[0-9a-f]{64}( AS \\w+)?"));
        // The tag alone would identify a fetched frontend of BuildKit.
        assertThat(TREE.text(Path.of("build/release/Dockerfile"))).doesNotContain("syntax=");
    }

    @Test
    void releaseIsMadeAndSignedOnlyWithoutKnownHoles() {
        assertThat(TREE.text(Path.of("build/release/release.sh")))
                .contains("it needs osv-scanner", "sh \"$source/build/release/known-holes.sh\" \"$out\"");
        String sign = TREE.text(Path.of("build/release/sign.sh"));
        assertThat(sign).contains("sh \"$here/known-holes.sh\" \"$PWD\"");
        assertThat(sign.indexOf("known-holes.sh")).isLessThan(sign.indexOf("gpg --"));
    }

    @Test
    void lookForKnownHolesSaysWhatItFoundAndWhatIsMissing() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : List.of("sh", "dirname", "mktemp", "rm", "tar", "gzip")) {
            Files.createSymbolicLink(bin.resolve(tool), tool(tool));
        }
        assertThat(look(bin)).startsWith("1 ").contains("it needs osv-scanner (google/osv-scanner, version 2)");

        Path asked = folder.resolve("asked");
        for (int status : List.of(0, 1, 127)) {
            Path scanner = Files.writeString(
                    bin.resolve("osv-scanner"), "#!/bin/sh\necho \"$*\" >'" + asked + "'\nexit " + status + "\n");
            assertThat(scanner.toFile().setExecutable(true)).isTrue();
            Files.deleteIfExists(folder.resolve("release/tern-0.1.0.tar.gz"));
            assertThat(look(bin)).startsWith("1 ").contains("there is no archive of a release in ");
            archive();
            assertThat(look(bin))
                    .startsWith(status == 0 ? "0 " : "1 ")
                    .contains(
                            switch (status) {
                                case 0 -> "no known holes in the libraries of tern-0.1.0.tar.gz";
                                case 1 -> "there are known holes, listed above";
                                default -> "osv-scanner ended with 127: nothing is known of the libraries";
                            });
            assertThat(asked).content().contains("scan source --config ", "/bom.json\n");
        }
    }

    private static Path tool(String name) {
        return Pattern.compile(":")
                .splitAsStream(System.getenv("PATH"))
                .map(entry -> Path.of(entry, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private void archive() throws Exception {
        Path docs = Files.createDirectories(folder.resolve("release/tern-0.1.0/share/doc"));
        Files.writeString(docs.resolve("bom.json"), "{}");
        run(
                System.getenv("PATH"),
                "tar",
                "-C",
                folder.resolve("release").toString(),
                "-czf",
                folder.resolve("release/tern-0.1.0.tar.gz").toString(),
                "tern-0.1.0");
    }

    private String look(Path bin) throws Exception {
        Files.createDirectories(folder.resolve("release"));
        return run(
                bin.toString(),
                bin.resolve("sh").toString(),
                TREE.root().resolve("build/release/known-holes.sh").toString(),
                folder.resolve("release").toString());
    }

    /** Returns the exit status and the output of a command. */
    private static String run(String path, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", path);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }
}
