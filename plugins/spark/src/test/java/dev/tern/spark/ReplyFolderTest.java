package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.model.ReplyCache.CachedReply;
import dev.tern.models.kept.ModelCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplyFolderTest {
    private static final CachedReply REPLY = new CachedReply("[[\"Ada\", \"met\", \"Charles\"]]\nüñ", 12, 34);

    @TempDir
    Path folder;

    private ReplyFolder replies() {
        return new ReplyFolder(folder.resolve("replies").toString(), new Configuration(false));
    }

    private Path file(String key) {
        String name = ModelCache.replyKey(key);
        return folder.resolve("replies").resolve(name.substring(0, 2)).resolve(name);
    }

    @Test
    void replyOutlivesWhoeverKeptIt() throws IOException {
        assertThat(replies().find("question")).isEmpty();
        replies().keep("question", REPLY);
        assertThat(replies().find("question")).isEqualTo(Optional.of(REPLY));
        assertThat(replies().find("question 2")).isEmpty();
        assertThat(Files.readString(file("question")))
                .startsWith("tern-reply-1 12 34 ")
                .doesNotContain("question");
    }

    @Test
    void manyMayKeepTheSame() throws IOException {
        IntStream.range(0, 32).parallel().forEach(i -> replies().keep("question", REPLY));
        assertThat(replies().find("question")).isEqualTo(Optional.of(REPLY));
        try (var unfinished = Files.list(folder.resolve("replies/.unfinished"))) {
            assertThat(unfinished.filter(path -> !path.getFileName().toString().startsWith(".")))
                    .isEmpty();
        }
    }

    @Test
    void damagedReplyIsNotUsedAndWrittenAnew() throws IOException {
        for (String damage : new String[] {"", "tern-reply-1 1 1 1 x\ny", "x".repeat(500), "\n"}) {
            replies().keep("question", REPLY);
            Files.writeString(file("question"), damage);
            Files.deleteIfExists(
                    file("question").resolveSibling("." + file("question").getFileName() + ".crc"));
            assertThat(replies().find("question")).isEmpty();
            replies().keep("question", REPLY);
            assertThat(replies().find("question")).isEqualTo(Optional.of(REPLY));
        }
    }

    @Test
    void journalOfAStagingFolderWhoseFirstWriteWasCutOffIsNone() throws IOException {
        StagingFolder staging = new StagingFolder(folder.toString(), new Configuration(false));
        Files.writeString(folder.resolve("import.json.next"), "{\"run\": \"r");
        assertThat(staging.read()).isEmpty();

        staging.write("{}");
        Files.move(folder.resolve("import.json"), folder.resolve("import.json.next"));
        assertThat(staging.read()).contains("{}\n");
    }

    @Test
    void folderThatCannotBeUsedFailsNothing() throws IOException {
        replies().requireUsable();
        try (var all = Files.walk(folder.resolve("replies"))) {
            assertThat(all.filter(Files::isRegularFile)).isEmpty();
        }
        Files.deleteIfExists(folder.resolve("replies/.unfinished"));
        Files.delete(folder.resolve("replies"));
        Files.writeString(folder.resolve("replies"), "a file");
        assertThatThrownBy(() -> replies().requireUsable())
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("replies cannot be stored in " + folder.resolve("replies") + ": ");
        replies().keep("question", REPLY);
        assertThat(replies().find("question")).isEmpty();
    }
}
