package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.documents.sync.SyncedSource;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of sources is copied with a graph, but makes no machine read them. */
final class ForeignSourcesTest {
    private static final String SECRET = "The canary of Orlen sings at night.";

    @TempDir
    private Path directory;

    private Shell shell;
    private Path secrets;

    @BeforeEach
    void begin() throws IOException {
        shell = new Shell(directory);
        secrets = Files.createDirectory(directory.resolve("secrets"));
        Files.writeString(secrets.resolve("key.txt"), SECRET);
    }

    private String passages(String store) {
        return shell.run("export", "--output", "-", "--store", store).out();
    }

    private void change(UnaryOperator<SyncedSource> change) {
        try (GraphStore graph = LuceneGraphStore.open(directory.resolve("tern-store"), "default")) {
            SyncedSource known = SyncedSource.in(graph.latest().notes()).getFirst();
            graph.changeNotes(notes -> change.apply(known).putInto(notes));
        }
    }

    private static SyncedSource with(SyncedSource source, String address, List<String> exclude) {
        return new SyncedSource(
                source.name(),
                address,
                source.kind(),
                exclude,
                source.state(),
                source.started(),
                source.ended(),
                source.counts(),
                source.failures(),
                source.remark(),
                source.made());
    }

    private String notRead(Path address, String store) {
        return "the source \"docs\" at " + address
                + " is not read: it came with the graph, or is from an earlier version of Tern, and was not added on"
                + " this machine. To read it with your permissions: tern sync "
                + address
                + " --name=docs --graph default --store " + store;
    }

    @Test
    void aSourceThatCameWithAGraphIsSaidAndNotReadUntilItIsNamedHere() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.writeString(empty.resolve("a.txt"), "The mill of Orlen grinds slowly.");
        assertThat(shell.run("sync", "empty", "--name", "docs").exitCode()).isZero();
        change(source -> with(source, secrets.toString(), source.exclude()));
        shell.run("export", "--output", "g.jsonl");
        assertThat(shell.run("import", "g.jsonl", "--store", "mine").out())
                .contains("came along: 1 source to sync with");

        for (String words : List.of("sync", "sync --name docs", "sync --dry-run", "sync --every 1d --name docs")) {
            Shell.Run run = shell.run(Stream.concat(Stream.of(words.split(" ")), Stream.of("--store", "mine"))
                    .toArray(String[]::new));
            assertThat(run.exitCode()).as(words).isEqualTo(1);
            assertThat(run.err()).as(words).isEqualTo("tern: " + notRead(secrets, "mine") + "\n");
        }
        assertThat(shell.run("sync", "--list", "--store", "mine").out()).contains(notRead(secrets, "mine"));
        assertThat(passages("mine")).doesNotContain("canary");

        Files.writeString(empty.resolve("b.txt"), "The baker of Orlen sleeps.");
        assertThat(shell.run("sync", "empty", "--name", "own", "--store", "mine")
                        .exitCode())
                .isZero();
        Shell.Run own = shell.run("sync", "--store", "mine");
        assertThat(own.exitCode()).isZero();
        assertThat(own.out()).contains("own: 0 added").doesNotContain("docs:");
        assertThat(own.err()).isEqualTo("warning: " + notRead(secrets, "mine") + "\n");
        assertThat(passages("mine")).doesNotContain("canary");

        assertThat(shell.run("sync", secrets.toString(), "--name=docs", "--graph", "default", "--store", "mine")
                        .exitCode())
                .isZero();
        assertThat(passages("mine")).contains("canary");
        Files.writeString(secrets.resolve("more.txt"), "What was named once runs unattended.");
        assertThat(shell.run("sync", "--store", "mine").out()).contains("docs: 1 added");
    }

    @Test
    void aSourceThatAnotherWriterChangedIsNotTheOneThatWasNamed() throws IOException {
        Path notes = Files.createDirectory(directory.resolve("notes"));
        Files.writeString(notes.resolve("a.txt"), "The mill of Orlen grinds slowly.");
        Files.writeString(notes.resolve("b.key"), SECRET);
        assertThat(shell.run("sync", "notes", "--name", "docs", "--exclude", "*.key")
                        .exitCode())
                .isZero();
        assertThat(shell.run("sync").out()).contains("docs: 0 added");

        change(source -> with(source, source.address(), List.of()));
        assertThat(shell.run("sync").err()).isEqualTo("tern: " + notRead(notes, "./tern-store") + "\n");
        change(source -> with(source, secrets.toString(), List.of("*.key")));
        assertThat(shell.run("sync").err()).isEqualTo("tern: " + notRead(secrets, "./tern-store") + "\n");
        assertThat(passages("tern-store")).doesNotContain("canary");

        change(source -> with(source, notes.toString(), List.of("*.key")));
        assertThat(shell.run("sync", "--exclude", "*.tmp").exitCode()).isZero();
        assertThat(shell.run("sync").out())
                .as("new patterns are the user's word too")
                .contains("docs: 0 added");
        assertThat(shell.run("sync", "--forget", "docs").exitCode()).isZero();
        assertThat(shell.run("sync", "notes", "--name", "docs", "--dry-run").exitCode())
                .isZero();
    }

    @Test
    void nothingInANameOrAnAddressIsAnotherWordOfTheCommandThatIsShown() throws IOException {
        Path odd = Files.createDirectory(directory.resolve("it's; touch x"));
        Files.writeString(odd.resolve("a.txt"), "The mill of Orlen grinds slowly.");
        assertThat(shell.run("sync", odd.toString(), "--name", "$(touch y) --yes")
                        .exitCode())
                .isZero();
        shell.run("copy", "--from", "tern-store", "--to", "other");
        assertThat(shell.run("sync", "--store", "other").err())
                .endsWith("tern sync '" + directory + "/it'\\''s; touch x' --name='$(touch y) --yes' --graph default"
                        + " --store other\n");
    }
}
