package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What an application sees of the modules that it can depend on: their names, their packages, their versions. */
final class PublishedModulesTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();

    /** The pom of each folder, without what it says of its parent. */
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

    /** What japicmp leaves out: what a module keeps to itself, or to other modules of Tern. */
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
        Map<String, String> ofTests = new TreeMap<>(POMS);
        ofTests.values().removeIf(pom -> !pom.contains("<skipIfEmpty>true</skipIfEmpty>"));

        assertThat(ofTests).hasSizeGreaterThan(5);
        ofTests.forEach((folder, pom) ->
                assertThat(pom).as(folder).contains("<maven.install.skip>true<", "<maven.deploy.skip>true<"));
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
                .extracting(file -> file.getName(0).toString())
                .containsExactly(
                        "core",
                        "documents",
                        "langchain4j",
                        "models",
                        "store-contract",
                        "store-lucene",
                        "store-milvus",
                        "transfer");
        assertThat(descriptors).allSatisfy(file -> {
            String folder = file.getName(0).toString();
            assertThat(TREE.text(file)).contains("module " + moduleName(folder) + " {");
            assertThat(found("exports ([a-z0-9.]+);", TREE.text(file)))
                    .containsExactlyInAnyOrderElementsOf(PACKAGES.getOrDefault(folder, Set.of()).stream()
                            .filter(name -> !CHANGING.contains(name))
                            .toList());
        });
    }

    @Test
    void billOfMaterialsHasEveryLibraryInTheVersionOfTheParent() {
        assertThat(found("<artifactId>([^<]*)<", pom("bom")))
                .filteredOn(artifact -> !artifact.equals("tern-bom"))
                .containsExactlyInAnyOrderElementsOf(POMS.values().stream()
                        .filter(pom -> pom.contains("<tern.application>false<"))
                        .map(pom -> found("<artifactId>([^<]*)<", pom).getFirst())
                        .toList());
        assertThat(found("<version>([^<]*)<", pom("bom")).getFirst())
                .isEqualTo(found("<version>([^<]*)<", pom("")).getFirst());
    }

    @Test
    void packagesForTernsOwnModulesAreInNeitherTheComparisonNorTheJavadoc() {
        assertThat(found("src/main/java/(dev/tern/[a-z/]+)/\\*\\*", pom("javadoc")))
                .extracting(folder -> folder.replace('/', '.'))
                .hasSizeGreaterThan(5)
                .containsExactlyInAnyOrderElementsOf(CHANGING);
        assertThat(PACKAGES.values().stream().flatMap(Set::stream)).containsAll(CHANGING);
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
