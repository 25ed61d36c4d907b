package dev.tern.app.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SyncRootsTest {
    private static boolean allows(String roots, Object address) {
        return SyncRoots.of(roots).refusal("notes", address.toString()).isEmpty();
    }

    @Test
    void aFolderMayBeReadIfItOrOneAboveItIsNamed(@TempDir Path folder) throws IOException {
        Path notes = Files.createDirectories(folder.resolve("notes/inner"));
        Files.createDirectory(folder.resolve("notes2"));
        String roots = "https://example.org, " + folder.resolve("notes") + " ,";
        assertThat(allows(roots, notes)).isTrue();
        assertThat(allows(roots, folder.resolve("notes"))).isTrue();
        assertThat(allows(roots, notes.resolve("away/and/gone")))
                .as("a folder that is away is said to be away")
                .isTrue();
        assertThat(allows(roots, folder)).isFalse();
        assertThat(allows(roots, folder.resolve("notes2"))).isFalse();
        assertThat(allows(roots, folder.resolve("notes/../notes2"))).isFalse();
        assertThat(allows(roots, "notes")).isFalse();
        assertThat(allows(roots, "")).isFalse();
        assertThat(allows("", notes)).isFalse();
    }

    @Test
    void aLinkLeadsOutOfNoFolder(@TempDir Path folder) throws IOException {
        Path notes = Files.createDirectory(folder.resolve("notes"));
        Path other = Files.createDirectories(folder.resolve("other/deep"));
        Files.createSymbolicLink(notes.resolve("out"), other);
        Files.createSymbolicLink(folder.resolve("in"), notes);
        String roots = notes.toString();
        assertThat(allows(roots, notes.resolve("out"))).isFalse();
        assertThat(allows(roots, notes.resolve("out/not-there-yet"))).isFalse();
        assertThat(allows(roots, notes.resolve("out/../deep")))
                .as("a path of which readers may think differently")
                .isFalse();
        assertThat(allows(roots, folder.resolve("in"))).isTrue();
        assertThat(allows(folder.resolve("in").toString(), notes))
                .as("what is named may be a link itself")
                .isTrue();
    }

    @Test
    void aFolderIsJudgedByWhereItLeadsNow(@TempDir Path folder) throws IOException {
        Path inner = Files.createDirectories(folder.resolve("notes/drop/inner"));
        Files.createDirectories(folder.resolve("other/inner"));
        String roots = folder.resolve("notes").toString();
        assertThat(allows(roots, inner)).isTrue();
        Files.move(folder.resolve("notes/drop"), folder.resolve("notes/moved"));
        Files.createSymbolicLink(folder.resolve("notes/drop"), folder.resolve("other"));
        assertThat(allows(roots, inner)).as("a folder above it is a link").isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.org/docs/, true",
        "https://example.org/docs, true",
        "https://EXAMPLE.org:443/docs/a/sitemap.xml, true",
        "https://example.org/docs2/, false",
        "https://example.org/, false",
        "https://example.org/docs/../admin/, false",
        "https://example.org/docs/%2e%2e/admin/, false",
        "http://example.org/docs/, false",
        "https://example.org:8443/docs/, false",
        "https://example.org.evil.example/docs/, false",
        "https://example.org@evil.example/docs/, false",
        "https:///docs/, false",
        "https://example.org/docs/ a, false"
    })
    void aSiteMayBeReadIfItIsBelowOneThatIsNamed(String address, boolean allowed) {
        assertThat(allows("/srv, https://example.org/docs", address)).isEqualTo(allowed);
    }

    @Test
    void aRefusalNamesTheSourceTheSettingAndTheLineToWrite() {
        assertThat(SyncRoots.NONE.refusal("notes", "/srv/my \"docs\""))
                .contains("the source \"notes\" is at /srv/my \"docs\", which is not in a folder or site that this"
                        + " server may read (server.syncRoots): its operator may write, under server: in"
                        + " tern.yaml, syncRoots: \"/srv/my \\\"docs\\\"\" (several with commas between)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"docs", "/srv, ~/docs", "https:///docs", "https://a@b.example/", "https://b.example/?q=1", "/a\0"
            })
    void whatIsNoPathAndNoSiteIsRefused(String roots) {
        assertThatThrownBy(() -> SyncRoots.of(roots))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("server.syncRoots names \"")
                .hasMessageEndingWith("\"; it must be whole paths of folders and addresses of sites without user, ? and"
                        + " #, with commas between");
    }
}
