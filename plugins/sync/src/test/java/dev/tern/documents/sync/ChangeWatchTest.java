package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChangeWatchTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void whatComesIntoANewFolderWhileItIsLookedAtEndsTheNextWait() throws IOException, InterruptedException {
        try (ChangeWatch watch = new ChangeWatch(List.of(folder))) {
            Path made = Files.createDirectory(folder.resolve("new"));
            assertThat(watch.await(LONG)).isTrue();

            Files.writeString(made.resolve("letter.txt"), "It came late.");

            assertThat(watch.await(LONG)).isTrue();
            assertThat(watch.await(Duration.ofMillis(1))).isFalse();
        }
    }

    @Test
    void folderInWhosePlaceALinkCameIsNotWatched() throws IOException, InterruptedException {
        Path away = Files.createDirectories(folder.resolve("away/deep"));
        Path drop = Files.createDirectory(folder.resolve("drop")).toRealPath();
        try (ChangeWatch watch = new ChangeWatch(List.of(drop))) {
            Files.createSymbolicLink(drop.resolve("in"), away.getParent());
            assertThat(watch.await(LONG)).isTrue();

            assertThat(watch.isWatched(drop.resolve("in"))).isFalse();
            assertThat(watch.isWatched(drop.resolve("in/deep")))
                    .as("a link above it")
                    .isFalse();
            assertThat(watch.isWatched(drop)).isTrue();
            Files.writeString(away.resolve("letter.txt"), "Not of this folder.");
            assertThat(watch.await(Duration.ofMillis(1))).isFalse();
        }
    }

    @Test
    void folderThatIsNamedByALinkIsWatched() throws IOException, InterruptedException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        try (ChangeWatch watch = new ChangeWatch(List.of(link))) {
            Files.writeString(real.resolve("letter.txt"), "It came late.");

            assertThat(watch.await(LONG)).isTrue();
        }
    }
}
