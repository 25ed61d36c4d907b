package dev.tern.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.cli.Shell;
import dev.tern.error.TernException;
import dev.tern.server.settings.ServerKey;
import dev.tern.text.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerKeysTest {
    private static final String ONE = "one-canary-0123456789-0123456789";
    private static final String TWO = "two-canary-0123456789-0123456789";

    @TempDir
    private Path folder;

    private final Redaction redaction = new Redaction();

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("keys"), List.of(lines));
    }

    private List<ServerKey> read(String... lines) throws IOException {
        return new ServerKeys(Optional.empty(), Optional.of(file(lines)), redaction).all();
    }

    private void refused(String message, String... lines) {
        assertThatThrownBy(() -> read(lines))
                .isInstanceOf(TernException.class)
                .hasMessage(folder.resolve("keys") + message);
    }

    @Test
    void eachNameHasAKeyOfItsOwn() throws IOException {
        refused(
                ":2: \"b\" has the same key as \"a\"; the server could not tell them apart, so each needs one of its"
                        + " own",
                "a read x " + ONE,
                "b admin * " + ONE);
        Path file = file("a read x " + ONE);
        assertThatThrownBy(() -> new ServerKeys(Optional.of(ONE), Optional.of(file), redaction).all())
                .hasMessageContaining("keys:1: \"a\" has the same key as \"operator\"");
    }

    @Test
    void graphsAreNamesOfGraphs() throws IOException {
        String message = ":1: the third word must be comma-separated names of graphs, or * for all; a name has letters,"
                + " digits and underscores";
        refused(message, "a read con-tracts " + ONE);
        refused(message, "a read ../x " + ONE);
        // Two commas, or one alone, are no key for all graphs.
        refused(message, "a read x, " + ONE);
        refused(message, "a read , " + ONE);
        assertThat(read("a read x,y,x " + ONE, "b admin * " + TWO))
                .extracting(ServerKey::graphs)
                .containsExactly(Set.of("x", "y"), Set.of());
    }

    @Test
    void keyThatStandsInAnotherPlaceIsNotQuoted() {
        for (String line :
                List.of(ONE + " a read x", "a " + ONE + " read x", "a read " + ONE + " x", ONE + " read x a")) {
            assertThatThrownBy(() -> read(line))
                    .isInstanceOf(TernException.class)
                    .hasMessageStartingWith(folder.resolve("keys") + ":1: the ")
                    .hasMessageNotContaining(ONE);
        }
    }

    @Test
    void keyThatStandsInPlaceOfAFilterIsNotQuoted() throws IOException {
        for (String words : List.of(TWO, TWO + "==", TWO + " year>=1900", TWO + "=" + TWO)) {
            refused(
                    ":1: the text after the key is no filter; tern ask --filter shows its error",
                    "a read x " + ONE + " " + words);
        }
        assertThat(read("a read x " + ONE + " year>=1900")).hasSize(1);
    }

    @Test
    void keysOfTheFileAreKnownToWhatIsLogged() throws IOException {
        read("a read x " + ONE);
        assertThat(redaction.of("key " + ONE)).isEqualTo("key (key hidden)");
    }

    @Test
    void fileThatEverybodyCanReadIsWarnedOf() throws IOException {
        Path keys = file("a read x-y " + ONE);
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
        Shell shell = new Shell(folder).with("TERN_SERVER_KEYS_FILE", "keys");
        // Before the mistake in the file is told.
        assertThat(shell.run("serve", "--port", "0").err())
                .startsWith(
                        "warning: " + keys + " holds the server's keys and can be read by everybody on this machine:"
                                + " chmod o-r " + keys + "\n");
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(shell.run("serve", "--port", "0").err()).startsWith("tern: ");
    }

    @Test
    void configurationWithAKeyThatEverybodyCanReadIsWarnedOf() throws IOException {
        Shell shell = new Shell(folder);
        Path file = shell.file("tern.yaml", "embedding: {apiKey: " + ONE + ", provider: in-process}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(shell.run("graphs").err())
                .contains("warning: " + file + " holds a key and can be read by everybody on this machine");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(shell.run("graphs").err()).doesNotContain("warning");
        shell.file("tern.yaml", "degree: 1");
        assertThat(shell.run("graphs").err()).doesNotContain("warning");
    }
}
