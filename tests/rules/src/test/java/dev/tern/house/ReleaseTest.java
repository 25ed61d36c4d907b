package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What package managers and Kubernetes are sent to is what {@code build/release/release.sh} makes. {@code build/release/install-test.sh} installs it. */
final class ReleaseTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static final String RELEASE = text("build/release/release.sh");
    private static final String POM = text("pom.xml");

    @Test
    void packageManagersAreSentToArchivesOfTheRelease() {
        Set<String> filled = new TreeSet<>(Set.of("url", "files"));
        for (String file : List.of("tern.rb", "tern.json")) {
            String text = text("build/release/packages/" + file).replace("@version@", "VERSION");
            Set<String> archives = found("@files@/([^\"]+)\"", text);
            assertThat(archives)
                    .hasSize(1)
                    .isSubsetOf("tern-VERSION.tar.gz", "tern-VERSION.zip")
                    .isEqualTo(found("@sha256 ([^@]+)@", text));
            archives.forEach(archive -> filled.add("sha256 " + archive));
            assertThat(found("@([^@\\n]+)@", text)).isSubsetOf(filled);
        }
        assertThat(RELEASE).contains("tern-VERSION.tar.gz, .zip");
    }

    @Test
    void formulaInstallsFilesThatAreInTheArchive() {
        assertThat(found("install (?:Dir\\[)?\"share/([^\"*]+)", text("build/release/packages/tern.rb")))
                .hasSize(5)
                .allMatch(path -> RELEASE.contains(path.replaceFirst("/$", "")));
        assertThat(text("build/release/packages/tern.json")).contains("\"bin\\\\tern.cmd\"");
        assertThat(TREE.files()).contains(Path.of("cli/src/launcher/tern.cmd"));
    }

    @Test
    void catalogNamesAPublishedModuleAndItsMainClass() {
        String catalog = text("build/release/packages/jbang-catalog.json");
        assertThat(catalog).contains("\"script-ref\": \"dev.tern:tern-cli:@version@\"");
        String main = found("\"main\": \"([^\"]+)\"", catalog).iterator().next();
        assertThat(TREE.files()).contains(Path.of("cli/src/main/java/" + main.replace('.', '/') + ".java"));
        assertThat(text("cli/pom.xml"))
                .contains("<artifactId>tern-cli<", "<mainClass>" + main + "<")
                .doesNotContain("maven.deploy.skip");
    }

    @Test
    void chartIsOfTheVersionOfTheBuildAndRunsWithoutRights() {
        String version = found("(?m)^  <version>([\\d.]+)", POM).iterator().next();
        assertThat(text("build/release/chart/Chart.yaml"))
                .contains("\nversion: " + version, "\nappVersion: \"" + version + "\"");
        assertThat(text("build/release/chart/templates/statefulset.yaml"))
                .contains("runAsNonRoot: true", "allowPrivilegeEscalation: false", "readOnlyRootFilesystem: true")
                .contains("drop: [ALL]", "replicas: 1");
        Set<String> values = found("(?m)^(\\w+):", text("build/release/chart/values.yaml"));
        assertThat(found("(?m)^    \"(\\w+)\":", text("build/release/chart/values.schema.json")))
                .containsAll(values)
                .hasSize(values.size() + 1);
        assertThat(found("\\.Values\\.(\\w+)", text("build/release/chart/templates/statefulset.yaml")))
                .isEqualTo(values);
    }

    private static String text(String file) {
        return TREE.text(Path.of(file));
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
