package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks {@code build/release/} for security and agreement with the pages. */
final class DeploymentTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final List<Path> FILES = TREE.files().stream()
            .filter(file -> file.startsWith("build/release")
                    && !file.toString().matches(".*\\.(sh|py|md)")
                    && !TREE.text(file).isEmpty())
            .toList();
    private static final String TEXT = FILES.stream().map(TREE::text).collect(Collectors.joining("\n"));
    private static final String PAGES =
            TREE.files(".md").stream().map(TREE::text).collect(Collectors.joining("\n"));
    private static final String COMPOSE = text("compose.yaml");
    private static final String PINNED = "[\\w./-]+:v?(?!latest)[\\w.-]*\\d[\\w.-]*(@sha256:[0-9a-f]{64})?";

    private static String text(String file) {
        return TREE.text(Path.of("build/release", file));
    }

    @Test
    void portsAreOpenToThisMachineOnly() {
        assertThat(found("(?<=    ports:\\n      - )(.*)\\n(?:      - .*\\n)*", TEXT))
                .hasSize(2)
                .allSatisfy(ports -> assertThat(ports.lines()).allMatch(port -> port.contains("\"127.0.0.1:")));
        assertThat(TEXT).doesNotContain("network_mode");
    }

    @Test
    void imagesArePinned() {
        assertThat(found("(?m)(?<=^FROM )\\S+|(?<=\\bimage: )\\S+", TEXT))
                .hasSizeGreaterThan(5)
                .allSatisfy(image -> assertThat(image.replaceFirst("^\\$\\{\\w+:-(.*)}$", "$1"))
                        .matches(PINNED));
    }

    @Test
    void noSecretIsInAFile() {
        String secret = "\\w*(?:PASSWORD|ROOT_USER|ACCESS_KEY\\w*|TOKEN|API_KEY)";
        assertThat(found("(?m)^ +" + secret + ":.*$", TEXT))
                .hasSizeGreaterThan(5)
                .allMatch(line -> line.matches(".*: (root:)?\\$\\{[A-Z_]+:\\?.*}|.*:"));
        assertThat(found("(?m)^[^#\\s].*$", text(".env.sample"))).allMatch(line -> line.matches("[A-Z_]+="));
        assertThat(text(".gitignore").lines()).contains(".env");
    }

    @Test
    void sampleNamesTheVariablesThatComposeRequires() {
        assertThat(found("(?m)^[A-Z_]+(?==)", text(".env.sample"))).isEqualTo(found("(?<=\\$\\{)[A-Z_]+", COMPOSE));
    }

    /** Milvus 3.0 in the sample equals the compose file, and takes over the queue of 2.6. */
    @Test
    void bothMilvusVersionsHaveTheSameQueueAndTheNewOneOneDigest() {
        Set<String> images = found("milvusdb/milvus:v3\\S+@sha256:[0-9a-f]{64}", COMPOSE);
        assertThat(images).hasSize(1).isEqualTo(found("(?<=# )milvusdb/milvus:v3\\S+", text(".env.sample")));
        assertThat(COMPOSE).contains("      MQ_TYPE: rocksmq\n");
    }

    @Test
    void containersOfTernHaveNoRightsAndAMemoryLimit() {
        assertThat(COMPOSE).contains("TERN_SERVER_API_KEY: ${TERN_SERVER_API_KEY:?");
        assertThat(COMPOSE.split("\n  (?=\\w+:\n)"))
                .filteredOn(service -> service.contains("image: tern:"))
                .hasSize(2)
                .allSatisfy(service -> assertThat(service)
                        .contains("read_only: true", "cap_drop: [\"ALL\"]", "no-new-privileges:true", "mem_limit:"));
        assertThat(text("Dockerfile")).contains("\nUSER 10001\n", "\nHEALTHCHECK ");
    }

    @Test
    void whatWasPaidForIsKeptWhereTheRootIsReadOnly() {
        assertThat(COMPOSE.split("\n  (?=\\w+:\n)"))
                .filteredOn(service -> service.contains("image: tern:"))
                .hasSize(2)
                .allSatisfy(service -> assertThat(service)
                        .contains("TERN_CACHE_DIRECTORY: /var/lib/tern/cache", "- tern:/var/lib/tern\n"));
    }

    @Test
    void pagesNameTheSameVersionsAndSettings() {
        Set<String> milvus = found("(?<=milvusdb/milvus:v)[\\d.]+", TEXT);
        assertThat(milvus).hasSize(2).allMatch(version -> PAGES.contains("Milvus " + version));
        String settings = PAGES.replace(".", "").toLowerCase(Locale.ROOT);
        assertThat(found("(?<=\\bTERN_)[A-Z_]+\\b", TEXT))
                .hasSizeGreaterThan(5)
                .allMatch(
                        variable -> settings.contains(variable.replace("_", "").toLowerCase(Locale.ROOT)));
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
