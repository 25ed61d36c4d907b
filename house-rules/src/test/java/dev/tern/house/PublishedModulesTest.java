package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What an application sees of the modules that it can depend on: their names, their packages, their versions. */
final class PublishedModulesTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();

    private static final Pattern MODULE_EXPORT = Pattern.compile("exports ([a-z0-9.]+);");

    private final Map<String, Pom> poms = poms();

    /** Of a module: its folder, its artifact, its name on the module path, and whether applications depend on it. */
    private record Pom(String folder, String artifact, String moduleName, boolean library, Element xml) {}

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
        Set<String> changing = Set.copyOf(texts(pom("").xml(), "exclude"));
        Set<String> described = new TreeSet<>();
        packages().forEach((folder, packages) -> {
            Path file = Path.of(folder, "src/main/module/module-info.java");
            if (TREE.files("module-info.java").contains(file)) {
                described.add(folder);
                String descriptor = TREE.text(file);
                assertThat(descriptor).contains("module " + pom(folder).moduleName() + " {");
                assertThat(MODULE_EXPORT.matcher(descriptor).results().map(found -> found.group(1)))
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
        Element bom = pom("bom").xml();
        List<String> managed = texts(bom, "artifactId").stream()
                .filter(artifact -> !artifact.equals("tern-bom"))
                .toList();

        assertThat(managed)
                .containsExactlyInAnyOrderElementsOf(poms.values().stream()
                        .filter(Pom::library)
                        .map(Pom::artifact)
                        .toList());
        assertThat(child(bom, "version")).isEqualTo(child(pom("").xml(), "version"));
    }

    @Test
    void packagesForTernsOwnModulesAreInNeitherTheComparisonNorTheJavadoc() {
        List<String> compared = found("<exclude>(dev\\.tern\\.[a-z.]+)</exclude>", "pom.xml");
        List<String> shown = found("src/main/java/(dev/tern/[a-z/]+)/\\*\\*", "javadoc/pom.xml").stream()
                .map(folder -> folder.replace('/', '.'))
                .toList();

        assertThat(compared).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(shown);
        assertThat(packages().values().stream().flatMap(Set::stream)).containsAll(compared);
    }

    private static List<String> found(String pattern, String file) {
        return Pattern.compile(pattern)
                .matcher(TREE.text(Path.of(file)))
                .results()
                .map(match -> match.group(1))
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

    private static Map<String, Pom> poms() {
        Map<String, Pom> poms = new TreeMap<>();
        for (Path file : TREE.files("pom.xml")) {
            String folder = file.getParent() == null ? "" : SourceTree.slashed(file.getParent());
            Element xml = xml(TREE.text(file));
            poms.put(
                    folder,
                    new Pom(
                            folder,
                            child(xml, "artifactId"),
                            property(xml, "tern.module.name"),
                            property(xml, "tern.application").equals("false"),
                            xml));
        }
        return poms;
    }

    private static Element xml(String text) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("a pom that Maven has read can be read", e);
        }
    }

    private static String property(Element pom, String name) {
        return texts(pom, name).stream().findFirst().orElse("");
    }

    private static String child(Element pom, String name) {
        NodeList children = pom.getChildNodes();
        return IntStream.range(0, children.getLength())
                .mapToObj(children::item)
                .filter(node -> node.getNodeName().equals(name))
                .map(node -> node.getTextContent().strip())
                .collect(Collectors.joining());
    }

    private static List<String> texts(Element pom, String name) {
        NodeList found = pom.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent().strip())
                .toList();
    }
}
