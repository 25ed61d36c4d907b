package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The form of the files in {@code deploy/}: this runs no container, so it shows nothing else. */
class DeploymentTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DEPLOY = ROOT.resolve("deploy");
    private static final Pattern PINNED = Pattern.compile("[\\w./-]+:(?!latest)[\\w.-]*\\d[\\w.-]*");
    private static final Pattern SECRET = Pattern.compile(
            "(?i).*(password|passwd|secret_?access|access_?key|secret_?key|root_user|token|api_?key).*");
    private static final Pattern REQUIRED = Pattern.compile("\\$\\{([A-Z_]+):\\?[^}]+}");

    /** One value of a YAML file, with the keys and indexes that lead to it. */
    private record Leaf(String file, String path, String value) {
        boolean is(String pattern) {
            return path.matches(pattern);
        }

        /** What a leaf beside this one is called. */
        String sibling(String name) {
            return path.substring(0, path.lastIndexOf('.') + 1) + name;
        }
    }

    private static final List<Leaf> LEAVES = leaves();

    @Test
    void theFilesAreThere() {
        assertThat(LEAVES.stream().map(Leaf::file).distinct())
                .containsExactlyInAnyOrder(
                        "compose.yaml",
                        "compose-embedded.yaml",
                        "kubernetes/milvus-values.yaml",
                        "kubernetes/tern-add.yaml",
                        "kubernetes/tern-ask.yaml");
        assertThat(LEAVES).hasSizeGreaterThan(150);
    }

    @Test
    void everyVariableOfTernIsASetting() throws IOException {
        Set<String> settings =
                Arrays.stream(Setting.values()).map(Setting::variable).collect(Collectors.toSet());
        for (String text : List.of(text(), Files.readString(ROOT.resolve("docs/milvus.md")))) {
            assertThat(found("\\bTERN_[A-Z_]+\\b", text)).isNotEmpty().isSubsetOf(settings);
        }
    }

    @Test
    void portsAreOpenToThisMachineOnly() {
        assertThat(LEAVES.stream().filter(leaf -> leaf.is("services\\.[^.]+\\.ports.*")))
                .isNotEmpty()
                .allSatisfy(leaf -> assertThat(leaf.value()).matches("127\\.0\\.0\\.1:\\d+:\\d+"));
        assertThat(LEAVES).noneMatch(leaf -> leaf.is(".*\\.(network_mode|hostNetwork|hostPort|nodePort)"));
        assertThat(LEAVES.stream().filter(leaf -> leaf.is("service\\.type")))
                .isNotEmpty()
                .allMatch(leaf -> leaf.value().equals("ClusterIP"));
    }

    @Test
    void imagesArePinned() throws IOException {
        List<String> images = new ArrayList<>();
        LEAVES.stream()
                .filter(leaf -> leaf.is("(.*\\.)?image"))
                .map(Leaf::value)
                .forEach(images::add);
        LEAVES.stream()
                .filter(leaf -> leaf.is("(.*\\.)?tag"))
                .map(leaf -> "tag:" + leaf.value())
                .forEach(images::add);
        Files.readString(DEPLOY.resolve("Dockerfile"))
                .lines()
                .filter(line -> line.startsWith("FROM "))
                .map(line -> line.split(" ", -1)[1])
                .forEach(images::add);
        assertThat(images)
                .hasSizeGreaterThan(8)
                .allMatch(image -> PINNED.matcher(image).matches());
    }

    @Test
    void noSecretStandsInAFile() throws IOException {
        assertThat(LEAVES.stream().filter(leaf -> leaf.is("services\\..*\\.environment\\.[^.]+")))
                .filteredOn(leaf -> SECRET.matcher(leaf.path()).matches())
                .hasSizeGreaterThan(5)
                .allMatch(leaf ->
                        leaf.value().isEmpty() || REQUIRED.matcher(leaf.value()).matches());
        assertThat(LEAVES.stream().filter(leaf -> leaf.is(".*[eE]nv\\[\\d+]\\.name")))
                .filteredOn(leaf -> SECRET.matcher(leaf.value()).matches())
                .hasSizeGreaterThan(5)
                .allMatch(leaf -> has(leaf.file(), leaf.sibling("valueFrom.secretKeyRef.name"))
                        && !has(leaf.file(), leaf.sibling("value")));
        assertThat(Files.readAllLines(DEPLOY.resolve(".env.sample")))
                .filteredOn(line -> !line.isBlank() && !line.startsWith("#"))
                .allMatch(line -> line.matches("[A-Z_]+="));
    }

    @Test
    void theSampleNamesWhatComposeAsksFor() throws IOException {
        assertThat(found("(?m)^[A-Z_]+(?==)", Files.readString(DEPLOY.resolve(".env.sample"))))
                .isEqualTo(REQUIRED.matcher(Files.readString(DEPLOY.resolve("compose.yaml")))
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(Files.readAllLines(DEPLOY.resolve(".gitignore"))).contains(".env");
    }

    @Test
    void whoeverIsWaitedForSaysWhetherItIsHealthy() {
        assertThat(LEAVES.stream().filter(leaf -> leaf.is("services\\..*\\.depends_on.*")))
                .hasSize(4)
                .allMatch(leaf -> leaf.is(".*\\.condition") && leaf.value().equals("service_healthy"))
                .allMatch(leaf -> {
                    String[] keys = leaf.path().split("\\.", -1);
                    return has(leaf.file(), "services." + keys[keys.length - 2] + ".healthcheck.test[0]");
                });
    }

    @Test
    void volumesHaveNames() {
        assertThat(LEAVES.stream()
                        .filter(leaf -> leaf.is("services\\.(etcd|minio|milvus)\\.volumes\\[\\d+]"))
                        .map(leaf -> leaf.value().substring(0, leaf.value().indexOf(':'))))
                .containsExactlyInAnyOrder("etcd", "minio", "milvus")
                .allMatch(volume -> has("compose.yaml", "volumes." + volume));
    }

    @Test
    void ternHasNoRightsAndItsMemoryAnEnd() {
        assertThat(LEAVES.stream().filter(leaf -> leaf.is(".*\\.containers\\[\\d+]\\.image")))
                .hasSize(2)
                .allSatisfy(leaf -> {
                    assertThat(valueOf(leaf, leaf.sibling("securityContext.allowPrivilegeEscalation")))
                            .isEqualTo("false");
                    assertThat(valueOf(leaf, leaf.sibling("securityContext.readOnlyRootFilesystem")))
                            .isEqualTo("true");
                    assertThat(valueOf(leaf, leaf.sibling("securityContext.capabilities.drop[0]")))
                            .isEqualTo("ALL");
                    assertThat(has(leaf.file(), leaf.sibling("resources.limits.memory")))
                            .isTrue();
                    String pod = leaf.path().substring(0, leaf.path().indexOf("containers"));
                    assertThat(valueOf(leaf, pod + "securityContext.runAsNonRoot"))
                            .isEqualTo("true");
                });
        assertThat(LEAVES.stream().filter(leaf -> leaf.is("(queryNode|dataNode|streamingNode|proxy)\\.replicas")))
                .hasSize(4)
                .allMatch(leaf -> has(leaf.file(), leaf.sibling("resources.limits.memory")));
    }

    @Test
    void serversOfTernWantAKeyAndHaveNoRights() throws IOException {
        assertThat(LEAVES.stream()
                        .filter(leaf -> leaf.is("services\\.[^.]+\\.command\\[0]")
                                && leaf.value().equals("serve")))
                .hasSize(2)
                .allSatisfy(leaf -> {
                    String service = leaf.path().substring(0, leaf.path().lastIndexOf('.'));
                    assertThat(valueOf(leaf, service + ".environment.TERN_SERVER_API_KEY"))
                            .matches(REQUIRED.pattern());
                    assertThat(valueOf(leaf, service + ".read_only")).isEqualTo("true");
                    assertThat(valueOf(leaf, service + ".cap_drop[0]")).isEqualTo("ALL");
                    assertThat(valueOf(leaf, service + ".security_opt[0]")).isEqualTo("no-new-privileges:true");
                    assertThat(has(leaf.file(), service + ".mem_limit")).isTrue();
                });
        assertThat(Files.readString(DEPLOY.resolve("Dockerfile")))
                .contains("\nUSER 10001\n")
                .contains("\nHEALTHCHECK ")
                .contains("\nEXPOSE 8376\n");
    }

    @Test
    void unitOfSystemdRunsTheServerWithoutRights() throws IOException {
        List<String> unit = Files.readAllLines(DEPLOY.resolve("tern.service"));
        assertThat(unit)
                .contains(
                        "[Unit]", "[Service]", "[Install]", "User=tern", "NoNewPrivileges=yes", "ProtectSystem=strict")
                .contains("CapabilityBoundingSet=", "ProtectHome=yes", "PrivateTmp=yes", "UMask=0077")
                .anyMatch(line -> line.startsWith("ExecStart=/usr/bin/java ") && line.endsWith("tern.jar serve"))
                .filteredOn(line -> !line.isBlank() && !line.startsWith("#"))
                .allMatch(line -> line.matches("\\[(Unit|Service|Install)]|[A-Z][A-Za-z]+=.*"))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyCommandIsOneOfTern() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/cli.md"));
        assertThat(LEAVES.stream().filter(leaf -> leaf.is(".*\\.args\\[0]")))
                .hasSize(2)
                .allMatch(leaf -> reference.contains("\n## tern " + leaf.value() + "\n"));
    }

    @Test
    void thePageNamesTheSameVersions() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/milvus.md"));
        Set<String> versions = found("(?<=--version )[\\d.]+", text());
        assertThat(versions).hasSize(1);
        assertThat(found("(?<=--version )[\\d.]+", page)).isEqualTo(versions);
        Set<String> images = found("(?<=milvusdb/milvus:v)[\\d.]+", text());
        assertThat(images).hasSize(1);
        assertThat(LEAVES.stream()
                        .filter(leaf -> leaf.is("image\\.all\\.tag"))
                        .map(leaf -> leaf.value().substring(1)))
                .containsExactlyElementsOf(images);
        assertThat(page).contains("Milvus " + images.iterator().next());
    }

    private static boolean has(String file, String path) {
        return LEAVES.stream()
                .anyMatch(leaf -> leaf.file().equals(file) && leaf.path().equals(path));
    }

    private static String valueOf(Leaf beside, String path) {
        return LEAVES.stream()
                .filter(leaf -> leaf.file().equals(beside.file()) && leaf.path().equals(path))
                .map(Leaf::value)
                .findFirst()
                .orElse("");
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(DEPLOY)) {
            return files.filter(file -> Files.isRegularFile(file)
                            && !file.endsWith(".env")
                            && !file.startsWith(DEPLOY.resolve("documents")))
                    .sorted()
                    .toList();
        }
    }

    /** Everything in the folder that is text. */
    private static String text() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : files()) {
            all.append(Files.readString(file)).append('\n');
        }
        return all.toString();
    }

    private static List<Leaf> leaves() {
        List<Leaf> leaves = new ArrayList<>();
        try {
            for (Path file : files()) {
                if (file.toString().endsWith(".yaml") || file.toString().endsWith(".yml")) {
                    LoaderOptions strict = new LoaderOptions();
                    strict.setAllowDuplicateKeys(false);
                    String name = DEPLOY.relativize(file).toString().replace('\\', '/');
                    for (Object document : new Yaml(new SafeConstructor(strict)).loadAll(Files.readString(file))) {
                        collect(name, "", document, leaves);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return leaves;
    }

    private static void collect(String file, String path, @Nullable Object node, List<Leaf> leaves) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> collect(file, path.isEmpty() ? "" + key : path + "." + key, value, leaves));
        } else if (node instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(file, path + "[" + i + "]", list.get(i), leaves);
            }
        } else {
            leaves.add(new Leaf(file, path, node == null ? "" : node.toString()));
        }
    }
}
