package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.HashMap;
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

    private final Map<String, Pom> poms = TREE.files("pom.xml").stream()
            .map(file -> new Pom(SourceTree.slashed(file).replaceFirst("/?pom\\.xml$", ""), TREE.text(file)))
            .collect(Collectors.toMap(Pom::folder, pom -> pom, (one, other) -> one, TreeMap::new));

    /** The description of the module in a folder. */
    private record Pom(String folder, String text) {
        String artifact() {
            return first("artifactId");
        }

        /** Its name on the module path. */
        String moduleName() {
            return first("tern.module.name");
        }

        /** Whether applications depend on it. */
        boolean isLibrary() {
            return first("tern.application").equals("false");
        }

        /** What its first element of a name holds that is not about its parent; nothing if there is none. */
        String first(String name) {
            return all(name).stream().findFirst().orElse("");
        }

        List<String> all(String name) {
            return found("<" + name + ">([^<]*)</" + name + ">", text.replaceFirst("(?s)<parent>.*</parent>", ""));
        }
    }

    @Test
    void moduleOfSourcesHasAModuleNameOfItsOwn() {
        Set<String> sources = packages().keySet();
        List<String> names =
                sources.stream().map(folder -> pom(folder).moduleName()).toList();

        assertThat(names).hasSizeGreaterThan(8).doesNotHaveDuplicates();
        assertThat(names)
                .allSatisfy(name -> assertThat(ModuleDescriptor.newAutomaticModule(name)
                                .build()
                                .isAutomatic())
                        .isTrue());
    }

    @Test
    void packagesOfAModuleBeginWithItsName() {
        packages()
                .forEach((folder, packages) -> assertThat(packages)
                        .allSatisfy(name ->
                                assertThat(name + ".").startsWith(pom(folder).moduleName() + ".")));
    }

    @Test
    void packageIsInOneModuleOnly() {
        Map<String, String> owners = new HashMap<>();
        packages()
                .forEach((folder, packages) -> packages.forEach(name -> assertThat(owners.put(name, folder))
                        .as("%s is in %s too", name, folder)
                        .isNull()));
    }

    /** What japicmp leaves out is what a module keeps to itself, or to other modules of Tern. */
    @Test
    void descriptorExportsEveryPackageButThoseThatMayChangeAtAnyTime() {
        Set<String> changing = Set.copyOf(pom("").all("exclude"));
        Set<String> described = new TreeSet<>();
        packages().forEach((folder, packages) -> {
            Path file = Path.of(folder, "src/main/module/module-info.java");
            if (TREE.files("module-info.java").contains(file)) {
                described.add(folder);
                String descriptor = TREE.text(file);
                assertThat(descriptor).contains("module " + pom(folder).moduleName() + " {");
                assertThat(found("exports ([a-z0-9.]+);", descriptor))
                        .as("what %s exports", folder)
                        .containsExactlyInAnyOrderElementsOf(packages.stream()
                                .filter(name -> !changing.contains(name))
                                .toList());
            }
        });
        assertThat(described)
                .containsExactly(
                        "core",
                        "documents",
                        "langchain4j",
                        "models",
                        "store-contract",
                        "store-lucene",
                        "store-milvus",
                        "transfer");
    }

    @Test
    void billOfMaterialsHasEveryLibraryInTheVersionOfTheParent() {
        Pom bom = pom("bom");
        List<String> managed = bom.all("artifactId").stream()
                .filter(artifact -> !artifact.equals("tern-bom"))
                .toList();

        assertThat(managed)
                .containsExactlyInAnyOrderElementsOf(poms.values().stream()
                        .filter(Pom::isLibrary)
                        .map(Pom::artifact)
                        .toList());
        assertThat(bom.first("version")).isEqualTo(pom("").first("version"));
    }

    @Test
    void packagesForTernsOwnModulesAreInNeitherTheComparisonNorTheJavadoc() {
        List<String> compared = found("<exclude>(dev\\.tern\\.[a-z.]+)</exclude>", pom("").text());
        List<String> shown = found(
                        "src/main/java/(dev/tern/[a-z/]+)/\\*\\*",
                        pom("javadoc").text())
                .stream()
                .map(folder -> folder.replace('/', '.'))
                .toList();

        assertThat(compared).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(shown);
        assertThat(packages().values().stream().flatMap(Set::stream)).containsAll(compared);
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1).strip())
                .toList();
    }

    private Pom pom(String folder) {
        Pom pom = poms.get(folder);
        assertThat(pom).as("the pom of %s", folder).isNotNull();
        return java.util.Objects.requireNonNull(pom);
    }

    /** The packages of main sources, by the folder of their module. */
    private static Map<String, Set<String>> packages() {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (Path source : TREE.mainSources()) {
            String[] halves = SourceTree.slashed(source).split("/src/main/java/", 2);
            String file = halves[1].replace('/', '.');
            if (!halves[0].startsWith("examples")) {
                packages.computeIfAbsent(halves[0], folder -> new TreeSet<>())
                        .add(file.replaceFirst("\\.[^.]+\\.java$", ""));
            }
        }
        return packages;
    }
}
