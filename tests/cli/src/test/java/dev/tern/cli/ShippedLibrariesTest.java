package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every shipped library is the same file as when its version was chosen, independently of a Maven repository. After a
 * change of versions: {@code -Dtest=ShippedLibrariesTest -Dtern.write=true}.
 */
@Tag("slow")
final class ShippedLibrariesTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path SUMS = ROOT.resolve("build/release/shipped.sha256");

    @Test
    void areTheFilesThatTheyWere() throws Exception {
        Map<String, String> found = sums(ROOT.resolve("cli/target/lib"));
        assertThat(found).hasSizeGreaterThan(50);
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(
                    SUMS,
                    found.entrySet().stream()
                            .map(entry -> entry.getValue() + "  " + entry.getKey() + "\n")
                            .collect(Collectors.joining()));
        }
        List<String> expected = Files.readAllLines(SUMS);
        assertThat(found.entrySet().stream().map(entry -> entry.getValue() + "  " + entry.getKey()))
                .as("libraries in cli/target/lib by %s; where they were changed on purpose, -Dtern.write=true", SUMS)
                .containsExactlyElementsOf(expected);
    }

    private static Map<String, String> sums(Path folder) throws IOException, NoSuchAlgorithmException {
        Map<String, String> sums = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!name.startsWith("tern-")) {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    sums.put(name, HexFormat.of().formatHex(digest));
                }
            }
        }
        return sums;
    }
}
