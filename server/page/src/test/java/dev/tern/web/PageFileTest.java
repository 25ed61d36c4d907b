package dev.tern.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageFileTest {
    private static final Path SOURCES = Path.of("src/main/resources/dev/tern/web");

    @TempDir
    private Path directory;

    private Path page = Path.of("");

    @BeforeEach
    void write() throws IOException {
        page = Files.createDirectories(directory.resolve("page"));
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        Files.writeString(directory.resolve("secret.json"), "{}");
    }

    private static List<String> ofSources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> SOURCES.relativize(file).toString().replace('\\', '/'))
                    .map(name -> name.equals("index.html") ? "/" : "/page/" + name)
                    .sorted()
                    .toList();
        }
    }

    private static String text(PageFile file) {
        return new String(file.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void everyFileOfTheSourcesIsServedAndNoOtherButTheLibraries() throws IOException {
        List<PageFile> all = PageFile.all();

        assertThat(all.stream().filter(file -> !file.isOfLibrary()).map(PageFile::path))
                .containsExactlyInAnyOrderElementsOf(ofSources());
        assertThat(all.stream().filter(PageFile::isOfLibrary).map(PageFile::path))
                .contains("/page/lib/d3-force.min.js", "/page/lib/d3-force.LICENSE")
                .allMatch(path -> path.startsWith("/page/lib/d3-"));
        assertThat(all)
                .allSatisfy(file -> assertThat(text(file)).as(file.path()).isNotBlank());
    }

    @Test
    void jobsOfEveryKindHaveATitle() throws IOException {
        String api = Files.readString(Path.of("../src/main/resources/dev/tern/server/openapi.yaml"));
        String kinds = api.replaceFirst("(?s).* kind: \\{ enum: \\[(documents, .*?)].*", "$1");
        String phrases = Files.readString(SOURCES.resolve("jobs.js"))
                .replaceFirst("(?s).*const KIND_PHRASES = \\{ (.*?) };.*", "$1");

        assertThat(phrases.split(": \"[a-z.]+\"(, )?")).containsExactlyInAnyOrder(kinds.split(", "));
    }

    /** Mimics a release: the class and its files in one jar, beside other files. */
    @Test
    void filesInAJarAreThoseInAFolder() throws Exception {
        Path classes = Path.of(PageFile.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = directory.resolve("page of a release.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, zip);
            }
            zip.putNextEntry(new ZipEntry("dev/tern/other.js"));
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Class<?> inJar = loader.loadClass(PageFile.class.getName());
            List<?> all = (List<?>) inJar.getMethod("all").invoke(null);
            TreeSet<String> paths = new TreeSet<>();
            for (Object file : all) {
                paths.add((String) inJar.getMethod("path").invoke(file));
            }

            assertThat(inJar).isNotSameAs(PageFile.class);
            assertThat(paths)
                    .containsExactlyElementsOf(new TreeSet<>(
                            PageFile.all().stream().map(PageFile::path).toList()));
        }
    }

    @Test
    void fileOfAFolderIsReadAnewEachTime() throws IOException {
        Files.writeString(page.resolve("new.js"), "one");
        PageFile before = PageFile.in(page, "new.js").orElseThrow();
        Files.writeString(page.resolve("new.js"), "two");
        PageFile after = PageFile.in(page, "new.js").orElseThrow();

        assertThat(text(before)).isEqualTo("one");
        assertThat(text(after)).isEqualTo("two");
        assertThat(after.tag()).isNotEqualTo(before.tag());
        assertThat(after.mediaType()).isEqualTo("text/javascript; charset=utf-8");
        assertThat(PageFile.in(page, "index.html")).map(PageFile::path).contains("/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.json",
                "texts/../../secret.json",
                "..\\secret.json",
                "ABSOLUTE/secret.json",
                "missing.js",
                "index.html/x.css",
                "secret\0.json",
                "folder.js",
                "notes.txt",
                "out.json",
                "out/secret.json",
                ""
            })
    void nothingOutsideOfTheFolderIsServed(String name) throws IOException {
        Files.createDirectories(page.resolve("texts"));
        Files.createDirectories(page.resolve("folder.js"));
        Files.writeString(page.resolve("notes.txt"), "mine");
        Files.createSymbolicLink(page.resolve("out.json"), directory.resolve("secret.json"));
        Files.createSymbolicLink(page.resolve("out"), directory);

        assertThat(PageFile.in(page, name.replace("ABSOLUTE", directory.toString())))
                .isEmpty();
    }

    @Test
    void folderMayItselfBeReachedByALink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), page);

        assertThat(PageFile.in(link, "index.html")).map(PageFileTest::text).contains("<!doctype html>");
    }
}
