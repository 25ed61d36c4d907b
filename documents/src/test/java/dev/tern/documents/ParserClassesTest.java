package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ParserClassesTest {
    /** Jars of the tests, and of work outside the parser process. */
    private static final List<String> NOT_OF_PARSERS = List.of(
            "apiguardian-",
            "assertj-",
            "byte-buddy-",
            "junit-",
            "opentest4j-",
            "spring-boot-loader-",
            "surefire",
            // Fetching pages, ignore files, sitemaps.
            "crawler-commons-",
            "httpclient5-",
            "httpcore5-",
            // Statements of tests.
            "tern-offline-",
            // The core's models and notes.
            "jackson-annotations-",
            "jackson-databind-",
            "langchain4j-core-",
            "jspecify-");

    @TempDir
    private Path folder;

    @Test
    void aClassOfEachLibraryThatParsersNeedIsNamed() {
        List<String> found = List.of(asInAFramework().path(true).split(File.pathSeparator));

        assertThat(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> entry.endsWith(".jar") && !found.contains(entry))
                        .map(entry -> Path.of(entry).getFileName().toString())
                        .filter(name -> NOT_OF_PARSERS.stream().noneMatch(name::startsWith))
                        // In a build of all modules, their shared test jars.
                        .filter(name -> !name.endsWith("-tests.jar")))
                .isEmpty();
        assertThat(found)
                .as("one jar or folder for each class")
                .hasSize(ParserClasses.NEEDED.size())
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("slow")
    void everyFormatIsReadWithTheseLibrariesAlone() throws IOException {
        OfficeFiles.pdf(folder.resolve("a.pdf"), "Euler lived in Basel.");
        OfficeFiles.docx(folder.resolve("b.docx"));
        OfficeFiles.pptx(folder.resolve("c.pptx"), "Euler lived in Basel.");
        OfficeFiles.xlsx(folder.resolve("d.xlsx"));
        OfficeFiles.epub(folder.resolve("e.epub"));
        Files.writeString(folder.resolve("f.html"), "<!DOCTYPE html><p>Euler lived in Basel.");
        Files.writeString(folder.resolve("g.md"), "---\ntitle: Euler\n---\n# Euler\n\n|a|b|\n|-|-|\n|1|2|\n");
        Files.writeString(folder.resolve("h.xml"), "<?xml version=\"1.0\"?><p>Euler lived in Basel.</p>");
        OfficeFiles.encryptedPdf(folder.resolve("i.pdf"));

        Loading loading = Loading.of(
                SourceLoader.builder()
                        .parserClassPath(asInAFramework().path(false))
                        .build(),
                folder,
                ".");

        assertThat(loading.idsIn(folder))
                .containsExactly("a.pdf", "b.docx", "c.pptx", "d.xlsx", "e.epub", "f.html", "g.md", "h.xml");
        assertThat(loading.heard().skipped)
                .containsExactly("i.pdf is encrypted: it cannot be read without its password");
    }

    @Test
    void whatIsInsideAJarIsUnpackedForThisUserAloneAndAgainWhereItWasTakenAway() throws Exception {
        Path outer = folder.resolve("outer.jar");
        try (OutputStream out = Files.newOutputStream(outer);
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new ZipEntry("lib/inner.jar"));
            jar.write("what it holds".getBytes(StandardCharsets.UTF_8));
        }
        ParserClasses classes = of("jar:" + outer.toUri() + "!/lib/inner.jar!/");

        Path unpacked = Path.of(classes.path(false));

        assertThat(unpacked).hasContent("what it holds");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked.getParent())))
                .isEqualTo("rwx------");
        assertThat(classes.path(false)).isEqualTo(unpacked.toString());
        Files.delete(unpacked);
        assertThat(Path.of(classes.path(false))).isNotEqualTo(unpacked).hasContent("what it holds");
    }

    @Test
    void jarThatIsAFileIsTakenAsItIs() throws Exception {
        Path jar = folder.resolve("a library.jar");
        assertThat(of(jar.toUri().toString()).path(false)).isEqualTo(jar.toString());
        assertThat(of("jar:" + jar.toUri() + "!/").path(false)).isEqualTo(jar.toString());
    }

    @Test
    void jarThatCannotBeUnpackedIsNamed() throws Exception {
        String location = "jar:" + folder.resolve("nowhere.jar").toUri() + "!/lib/inner.jar!/";
        ParserClasses classes = of(location);

        assertThatThrownBy(() -> classes.path(false))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("the parsers run in a separate process, for which " + location
                        + " cannot be unpacked into the temporary folder: ");
    }

    /** Uses Spring Boot's own launcher, in a process of its own. */
    @Test
    @Tag("slow")
    void oneJarOfSpringBootReadsAWordDocumentAndLeavesNothingBehind() throws IOException, InterruptedException {
        Path document = OfficeFiles.docx(folder.resolve("travels.docx"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));

        assertThat(OneJar.run(
                        folder,
                        temporary,
                        OneJarReader.class,
                        document.getFileName().toString()))
                .contains("travels.docx: Travels");
        assertThat(temporary).isEmptyDirectory();
    }

    /** Returns classes as under a framework's class loader that loads them from their locations. */
    private static ParserClasses asInAFramework() {
        return new ParserClasses(new ClassLoader(ClassLoader.getSystemClassLoader()) {}, ParserClasses.NEEDED);
    }

    private static ParserClasses of(String location) throws Exception {
        return new ParserClasses(new LoaderFrom(new URI(location).toURL()), List.of(OneJarReader.class.getName()));
    }

    /** A loader of one class from a given location. */
    private static final class LoaderFrom extends SecureClassLoader {
        private final URL location;

        private LoaderFrom(URL location) {
            super(null);
            this.location = location;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length, new CodeSource(location, new Certificate[0]));
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
