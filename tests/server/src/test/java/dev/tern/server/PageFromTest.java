package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.server.settings.ServerSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page from a folder of its sources, as its developers use it. */
final class PageFromTest {
    @TempDir
    private Path folder;

    private Path sources() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Files.writeString(sources.resolve("index.html"), "one");
        Files.writeString(folder.resolve("secret.json"), "{}");
        return sources;
    }

    private Running serving(Path sources) {
        return Running.over(new ScriptedBackend(null), folder, settings -> settings.pageFrom(sources));
    }

    @Test
    void changesAreSeenAtTheNextRequestAndTheLibrariesAreThoseOfTheProgram() throws IOException {
        Path sources = sources();
        try (Running server = serving(sources)) {
            assertThat(server.get("/").body()).isEqualTo("one");
            Files.writeString(sources.resolve("index.html"), "two");
            assertThat(server.get("/").body()).isEqualTo("two");

            assertThat(server.get("/page/texts/fr.json").statusCode()).isEqualTo(404);
            Files.createDirectories(sources.resolve("texts"));
            Files.writeString(sources.resolve("texts/fr.json"), "{}");
            HttpResponse<String> added = server.get("/page/texts/fr.json");
            assertThat(added.statusCode()).isEqualTo(200);
            assertThat(added.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(added.headers().firstValue("Cache-Control")).contains("no-cache");

            assertThat(server.get("/page/app.js").statusCode()).isEqualTo(404);
            assertThat(server.get("/page/lib/d3-force.min.js").body()).contains("d3");
        }
    }

    @Test
    void noPathLeadsOutOfTheFolder() throws IOException {
        Path sources = sources();
        Files.createSymbolicLink(sources.resolve("out.json"), folder.resolve("secret.json"));
        try (Running server = serving(sources)) {
            for (String path : new String[] {
                "/page/out.json",
                "/page/../secret.json",
                "/page/%2e%2e/secret.json",
                "/page/..%2fsecret.json",
                "/page/..%5csecret.json",
                "/page/a/%2e%2e%2f%2e%2e%2fsecret.json",
                "/page/" + folder.resolve("secret.json"),
                "/page/secret%00.json"
            }) {
                assertThat(RawHttp.status(server.server().port(), "GET " + path, "Host: 127.0.0.1"))
                        .as(path)
                        .isIn(400, 404);
            }
        }
    }

    @Test
    void folderWithoutAPageIsRefusedBeforeAnythingListens() {
        ServerSettings.Builder settings = ServerSettings.builder().pageFrom(folder);
        assertThatThrownBy(settings::build)
                .isInstanceOf(TernException.class)
                .hasMessage(folder + " has no index.html: the page is served from a folder of its sources, as"
                        + " server/page/src/main/resources/dev/tern/web is");
    }
}
