package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs build/tools/find-jdk.sh on machines made of folders; none of the real machine's JDKs is in reach. */
@Tag("slow")
final class FindJdkTest {
    @TempDir
    private Path machine;

    private final Map<String, String> environment = new HashMap<>();

    private record Outcome(int status, String out, String err) {}

    @BeforeEach
    void bareMachine() throws IOException {
        Path tools = Files.createDirectories(machine.resolve("tools"));
        for (String tool : new String[] {"readlink", "sed"}) {
            Path real = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin", tool) : Path.of("/bin", tool);
            executable(tools.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
        }
        environment.put("PATH", tools.toString());
        environment.put("HOME", machine.resolve("a home").toString());
        environment.put("FIND_JDK_ROOT", machine.toString());
    }

    @Test
    void javaHomeWinsWhereItFits() throws Exception {
        jdk("usr/lib/jvm/jdk-25", "25.0.3");
        environment.put("JAVA_HOME", jdk("elsewhere/jdk 21", "21.0.7") + "/");
        assertThat(find()).isEqualTo(new Outcome(0, machine.resolve("elsewhere/jdk 21") + "\n", ""));
    }

    @Test
    void javaHomeOfJava17IsPassedOver() throws Exception {
        environment.put("JAVA_HOME", jdk("usr/lib/jvm/jdk-17", "17.0.15").toString());
        Path fits = jdk("usr/lib/jvm/temurin-25", "25.0.3");
        assertThat(find().out()).isEqualTo(fits + "\n");
    }

    @Test
    void javaOnPathIsFollowedToItsHomeAndPassedOverWhereItIsTooOld() throws Exception {
        Path old = jdk("old", "17.0.1");
        Path home = jdk("somewhere/with spaces/jdk-22", "22.0.1");
        Path links = Files.createDirectories(machine.resolve("bin of links"));
        Files.createSymbolicLink(links.resolve("java"), home.resolve("bin/java"));
        environment.merge("PATH", old + "/bin:" + links, (before, added) -> added + ":" + before);
        jdk("usr/lib/jvm/jdk-25", "25");
        assertThat(find().out()).isEqualTo(home.toRealPath() + "\n");
    }

    @Test
    void newestLongTermReleaseWinsAmongTheUsualPlaces() throws Exception {
        jdk("usr/lib/jvm/jdk-21", "21.0.7");
        jdk("opt/jdk-26", "26");
        Path newest = jdk("a home/.sdkman/candidates/java/25-tem", "25.0.3");
        jdk("a home/.jdks/27-ea", "27-ea");
        assertThat(find().out()).isEqualTo(newest + "\n");
    }

    @Test
    void everyUsualPlaceIsSearched() throws Exception {
        for (String place : new String[] {
            "usr/lib/jvm/x",
            "usr/java/x",
            "opt/x",
            "opt/java/x",
            "a home/.sdkman/candidates/java/x",
            "a home/.jdks/x",
            "a home/.asdf/installs/java/x",
            "a home/.m2/jdks/x",
            "a home/.gradle/jdks/x",
            "Library/Java/JavaVirtualMachines/x/Contents/Home"
        }) {
            Path home = jdk(place, "23.0.2");
            assertThat(find().out()).isEqualTo(home + "\n");
            Files.delete(home.resolve("bin/java"));
        }
    }

    @Test
    void jdkWithoutReleaseFileIsAskedForItsVersion() throws Exception {
        Path home = jdk("opt/unlabelled", "24");
        Files.delete(home.resolve("release"));
        executable(home.resolve("bin/java"), "#!/bin/sh\necho '    java.specification.version = 24' >&2\n");
        assertThat(find().out()).isEqualTo(home + "\n");
    }

    @Test
    void javaWithoutCompilerDoesNotFit() throws Exception {
        Path home = jdk("opt/jre", "25");
        Files.delete(home.resolve("bin/javac"));
        assertThat(find().err()).contains("found Java 25 without javac in " + home + ":");
    }

    @Test
    void missingJdkIsOneSentenceThatSaysWhatWasFoundWhereAndHowToGetOne() throws Exception {
        Path old = jdk("usr/lib/jvm/jdk-17", "17.0.15");
        environment.put("JAVA_HOME", old.toString());
        assertThat(find())
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "Tern needs a JDK 21 or newer (a Java with javac) and found Java 17 in " + old
                                + ": it looked in JAVA_HOME (" + old
                                + "), on PATH, in /usr/lib/jvm, /usr/java, /opt and /Library/Java, and in the folders"
                                + " of SDKMAN, asdf, Gradle and IntelliJ in your home; install one (Debian 13 or"
                                + " Ubuntu: \"sudo apt install openjdk-21-jdk\"; Debian 12: Eclipse Temurin's"
                                + " packages; macOS: \"brew install --cask temurin\"; anywhere: \"sdk install java\")"
                                + " or set JAVA_HOME to one.\n"));
    }

    private Path jdk(String folder, String version) throws IOException {
        Path home = machine.resolve(folder);
        Files.createDirectories(home.resolve("bin"));
        executable(home.resolve("bin/java"), "#!/bin/sh\nexit 3\n");
        executable(home.resolve("bin/javac"), "#!/bin/sh\nexit 3\n");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Outcome find() throws IOException, InterruptedException {
        Path err = machine.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh", Path.of("../../build/tools/find-jdk.sh").toString())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), out, Files.readString(err));
    }
}
