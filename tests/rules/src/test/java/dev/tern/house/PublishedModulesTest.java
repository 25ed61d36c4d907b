package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks the modules as applications see them: names, packages, versions. */
final class PublishedModulesTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();

    /** The pom of each folder, without its parent element. */
    private static final Map<String, String> POMS = TREE.files("pom.xml").stream()
            .collect(Collectors.toMap(
                    file -> SourceTree.slashed(file).replaceFirst("/?pom\\.xml$", ""),
                    file -> TREE.text(file).replaceFirst("(?s)<parent>.*</parent>", "")));

    /** The packages of main sources, by the folder of their module. */
    private static final Map<String, Set<String>> PACKAGES = TREE.mainSources().stream()
            .map(file -> SourceTree.slashed(file).split("/src/main/java/|/[^/]+$"))
            .filter(halves -> !halves[0].startsWith("examples"))
            .collect(Collectors.groupingBy(
                    halves -> halves[0],
                    TreeMap::new,
                    Collectors.mapping(halves -> halves[1].replace('/', '.'), Collectors.toCollection(TreeSet::new))));

    /** The packages that japicmp excludes: not exported, or only to other modules of Tern. */
    private static final List<String> CHANGING = found("<exclude>(dev\\.tern\\.[a-z.0-9]+)</exclude>", pom(""));

    @Test
    void moduleOfSourcesHasANameOfItsOwnWithWhichItsPackagesBegin() {
        assertThat(PACKAGES.keySet().stream().map(PublishedModulesTest::moduleName))
                .hasSizeGreaterThan(8)
                .doesNotHaveDuplicates();
        PACKAGES.forEach((folder, packages) ->
                assertThat(packages).allSatisfy(name -> assertThat(name + ".").startsWith(moduleName(folder) + ".")));
    }

    /** Maven fails to install a module that has nothing to install, and with it "mvn install" as the pages have it. */
    @Test
    void moduleOfTestsAloneIsNeitherInstalledNorDeployed() {
        assertThat(pom("tests"))
                .contains("<skipIfEmpty>true<", "<maven.install.skip>true<", "<maven.deploy.skip>true<");
        assertThat(TREE.files("pom.xml"))
                .filteredOn(
                        file -> file.getNameCount() == 3 && file.startsWith("tests") && !file.startsWith("tests/kit"))
                .hasSizeGreaterThan(5)
                .allSatisfy(file -> assertThat(TREE.text(file)).contains("<artifactId>tern-tests</artifactId>"));
    }

    @Test
    void packageIsInOneModuleOnly() {
        assertThat(PACKAGES.values().stream().flatMap(Set::stream)).doesNotHaveDuplicates();
    }

    @Test
    void descriptorExportsEveryPackageButThoseThatMayChangeAtAnyTime() {
        List<Path> descriptors = TREE.files("src/main/module/module-info.java").stream()
                .filter(file -> !file.startsWith("examples"))
                .toList();
        assertThat(descriptors)
                .extracting(PublishedModulesTest::folder)
                .containsExactly(
                        "core",
                        "documents",
                        "integrations/langchain4j",
                        "models/offline",
                        "models",
                        "stores/lucene",
                        "stores/milvus",
                        "stores/transfer",
                        "tests/kit");
        assertThat(descriptors).allSatisfy(file -> {
            String folder = folder(file);
            assertThat(TREE.text(file)).contains("module " + moduleName(folder) + " {");
            assertThat(found("exports ([a-z0-9.]+);", TREE.text(file)))
                    .containsExactlyInAnyOrderElementsOf(PACKAGES.getOrDefault(folder, Set.of()).stream()
                            .filter(name -> !CHANGING.contains(name))
                            .toList());
        });
    }

    @Test
    void billOfMaterialsHasEveryLibraryInTheVersionOfTheParent() {
        assertThat(found("<artifactId>([^<]*)<", pom("build/bom")))
                .filteredOn(artifact -> !artifact.equals("tern-bom"))
                .containsExactlyInAnyOrderElementsOf(POMS.values().stream()
                        .filter(pom -> pom.contains("<tern.application>false<"))
                        .map(pom -> found("<artifactId>([^<]*)<", pom).getFirst())
                        .toList());
        assertThat(found("<version>([^<]*)<", pom("build/bom")).getFirst())
                .isEqualTo(found("<version>([^<]*)<", pom("")).getFirst());
    }

    @Test
    void packagesForTernsOwnModulesAreInNeitherTheComparisonNorTheJavadoc() {
        assertThat(found("src/main/java/(dev/tern/[a-z/]+)/\\*\\*", pom("build/javadoc")))
                .extracting(folder -> folder.replace('/', '.'))
                .hasSizeGreaterThan(5)
                .containsExactlyInAnyOrderElementsOf(CHANGING);
        assertThat(PACKAGES.values().stream().flatMap(Set::stream)).containsAll(CHANGING);
    }

    /** The launcher rebuilds Tern exactly if one of these files changed. */
    @Test
    void launcherNamesTheModulesOfTheProgram() {
        Set<String> program = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>(List.of("tern-cli"));
        while (!left.isEmpty()) {
            String artifact = left.remove();
            if (program.add(artifact)) {
                found("(?s)<dependency>(.*?)</dependency>", pom(folderOf(artifact))).stream()
                        .filter(text -> text.contains("<groupId>dev.tern<") && !text.contains("<scope>test<"))
                        .forEach(text -> left.addAll(found("<artifactId>([^<]*)<", text)));
            }
        }
        String modules =
                found("\nmodules='([^']+)'", TREE.text(Path.of("tern"))).getFirst();
        assertThat(modules.split(" "))
                .containsExactlyInAnyOrderElementsOf(
                        program.stream().map(PublishedModulesTest::folderOf).toList());
    }

    private static String folderOf(String artifact) {
        return POMS.entrySet().stream()
                .filter(pom -> pom.getValue().contains("\n  <artifactId>" + artifact + "<"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static String folder(Path source) {
        return SourceTree.slashed(source).replaceFirst("/src/.*", "");
    }

    private static String moduleName(String folder) {
        return found("<tern.module.name>([^<]+)<", pom(folder)).getFirst();
    }

    private static String pom(String folder) {
        return POMS.getOrDefault(folder, "");
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1).strip())
                .toList();
    }
}
