package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.tern.app.config.Configuration;
import dev.tern.documents.sync.SyncLock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tern sync} on real folders and a real site. */
final class SyncTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    private Shell shell;
    private Path notes;

    @BeforeEach
    void begin() throws IOException {
        shell = new Shell(directory);
        notes = Files.createDirectory(directory.resolve("notes"));
    }

    private void write(String name, String text) throws IOException {
        Path file = notes.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private void write(int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            write(i + ".txt", "The keeper of house " + i + " is called Code" + i + ".");
        }
    }

    private JsonNode sync(String... more) {
        List<String> words = new ArrayList<>(List.of("sync", "notes", "--json"));
        words.addAll(List.of(more));
        Shell.Run run = shell.run(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return CommandsTest.json(run).path("sources").path(0);
    }

    private static List<Integer> counts(JsonNode run) {
        JsonNode counts = run.path("source").path("counts");
        return List.of(
                counts.path("added").asInt(-1),
                counts.path("replaced").asInt(-1),
                counts.path("removed").asInt(-1),
                counts.path("unchanged").asInt(-1));
    }

    private List<String> documents() throws IOException {
        Shell.Run run = shell.run("export", "--output", "-");
        List<String> ids = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            JsonNode passage = CommandsTest.json(new Shell.Run(0, line, "")).path("passage");
            if (!passage.isMissingNode()) {
                ids.add(passage.path("document")
                        .asText(passage.path("documentId").asText()));
            }
        }
        return ids.stream().distinct().sorted().toList();
    }

    @Test
    void whatIsNewIsAddedWhatChangedIsReplacedAndWhatVanishedIsRemoved() throws IOException {
        write(0, 4);
        assertThat(counts(sync())).containsExactly(4, 0, 0, 0);
        assertThat(counts(sync())).containsExactly(0, 0, 0, 4);
        write("0.txt", "The keeper of house 0 is now called Vera.");
        write("more/4.txt", "The keeper of house 4 is called Nils.");
        Files.delete(notes.resolve("3.txt"));
        Files.setLastModifiedTime(notes.resolve("1.txt"), FileTime.from(LONG_AGO.plusSeconds(9)));

        assertThat(counts(sync())).containsExactly(1, 1, 1, 2);
        assertThat(documents()).containsExactly("notes/0.txt", "notes/1.txt", "notes/2.txt", "notes/more/4.txt");
        assertThat(shell.run("retrieve", "Who keeps house 0?").out())
                .contains("is now called Vera")
                .doesNotContain("Code0");
        shell.verify("after three runs");
    }

    @Test
    void aSourceThatIsAwayKeepsNoOtherFromItsRun() throws IOException {
        Path away = Files.createDirectory(directory.resolve("away"));
        Files.writeString(away.resolve("a.txt"), "The keeper of house 9 is called Ada.");
        write(0, 1);
        assertThat(shell.run("sync", "away", "notes").exitCode()).isZero();
        Files.move(away, directory.resolve("elsewhere"));
        write(1, 2);

        Shell.Run run = shell.run("sync", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("there is no folder " + away);
        JsonNode runs = CommandsTest.json(new Shell.Run(0, run.out(), ""));
        assertThat(counts(runs.path("sources").path(0))).containsExactly(1, 0, 0, 1);
        assertThat(documents()).containsExactly("away/a.txt", "notes/0.txt", "notes/1.txt");
    }

    @Test
    void aDryRunSaysWhatItWouldDoAndDoesNothing() throws IOException {
        write(0, 3);
        assertThat(shell.run("sync", "notes", "--dry-run").out())
                .contains("notes: 3 would be added", "add notes/0.txt");
        sync();
        write("0.txt", "Something else entirely.");
        write("9.txt", "Something new.");
        Files.delete(notes.resolve("2.txt"));

        JsonNode plan = sync("--dry-run").path("plan");
        assertThat(plan.toString())
                .isEqualTo(
                        "{\"added\":[\"notes/9.txt\"],\"replaced\":[\"notes/0.txt\"],\"removed\":[\"notes/2.txt\"]}");
        assertThat(documents()).containsExactly("notes/0.txt", "notes/1.txt", "notes/2.txt");
    }

    @Test
    void aFolderThatIsAwayOrEmptyRemovesNothingAndIsSaidInTheTable() throws IOException {
        write(0, 8);
        sync();
        Path elsewhere = Files.move(notes, directory.resolve("unmounted"));
        Shell.Run away = shell.run("sync", "notes");
        assertThat(away.exitCode()).isEqualTo(1);
        assertThat(away.err()).isEqualTo("tern: there is no folder " + notes + "\n");
        assertThat(shell.run("sync", "--list").out()).contains("was aborted", "there is no folder " + notes);

        Files.createDirectory(notes);
        Shell.Run empty = shell.run("sync", "notes", "--yes");
        assertThat(empty.exitCode()).isEqualTo(3);
        assertThat(empty.err())
                .isEqualTo(
                        "warning: notes: no unlisted document is removed: it is empty, where the graph has 8 files or"
                                + " pages of it\n");
        assertThat(documents()).hasSize(8);

        Files.delete(notes);
        Files.move(elsewhere, notes);
        assertThat(counts(sync())).containsExactly(0, 0, 0, 8);
    }

    @Test
    void moreThanATenthIsRemovedOnlyWhereItIsAllowed() throws IOException {
        write(0, 40);
        sync();
        for (int i = 0; i < 6; i++) {
            Files.delete(notes.resolve(i + ".txt"));
        }
        write("new.txt", "Something new.");

        Shell.Run refused = shell.run("sync", "notes");
        assertThat(refused.exitCode()).isEqualTo(5);
        assertThat(refused.err())
                .isEqualTo("warning: notes: 6 of its 40 files or pages are gone, more than a tenth: nothing is removed"
                        + " without --yes\n");
        assertThat(documents()).as("what is new is added").hasSize(41);
        assertThat(shell.pipedIn("y\n").runInTerminal("sync", "notes").err())
                .as("what is piped in is no answer")
                .doesNotContain("[y/N]")
                .contains("nothing is removed without --yes");
        assertThat(documents()).hasSize(41);
        assertThat(shell.typedIn("n").runInTerminal("sync", "notes").err())
                .contains("notes: 6 of its 41 files or pages are gone. Remove them from the graph? [y/N] ");
        assertThat(documents()).hasSize(41);
        assertThat(shell.typedIn("y").runInTerminal("sync", "notes").exitCode()).isZero();
        assertThat(documents()).hasSize(35);
        for (int i = 6; i < 11; i++) {
            Files.delete(notes.resolve(i + ".txt"));
        }
        assertThat(counts(sync())).as("a handful is not asked about").containsExactly(0, 0, 5, 30);
    }

    @Test
    void ofManyFilesThatGiveNoDocumentTheFirstAreNamed() throws IOException {
        write(0, 22);
        sync();
        for (int i = 0; i < 22; i++) {
            write(i + ".txt", "");
        }
        assertThat(shell.run("sync", "notes").err()).contains("warning: 2 more files or pages left out\n");
    }

    @Test
    void whatIsThereIsUnchangedWhatHasNothingToReadIsIgnoredAndTheNextRunSaysSo() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        write("b.txt", "The baker of Orlen sleeps.");
        write("empty.log", "");
        Files.write(notes.resolve("blob.bin"), new byte[] {0, 1, 2, 3, (byte) 0x80, 0, 7});
        Shell.Run added = shell.run("add", "notes");
        assertThat(added.exitCode()).as(added.err()).isZero();
        assertThat(added.err()).isEmpty();
        assertThat(added.out())
                .contains("2 documents in graph")
                .contains("2 files ignored: empty, of a type that is not read, or broken as before (--json names"
                        + " them)\n");
        write("b.txt", "The baker of Orlen is awake.");
        write("c.txt", "The smith of Orlen sings.");

        JsonNode planned = sync("--dry-run");
        assertThat(counts(planned)).containsExactly(1, 1, 0, 1);
        assertThat(planned.path("ignored")).hasSize(2);
        assertThat(counts(sync())).containsExactly(1, 1, 0, 1);
        assertThat(documents()).containsExactly("notes/a.txt", "notes/b.txt", "notes/c.txt");

        Shell.Run again = shell.run("sync", "notes");
        assertThat(again.exitCode()).isZero();
        assertThat(again.err()).isEmpty();
        assertThat(again.out()).contains("notes: 0 added, 0 replaced, 0 removed, 3 unchanged in graph");
    }

    @Test
    void unchangedDocumentsOfAddAreTakenOverAndNotToldAsWritten() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        assertThat(shell.run("add", "notes").exitCode()).isZero();
        assertThat(shell.run("sync", "notes").out())
                .startsWith("notes: 0 added, 0 replaced, 0 removed, 1 unchanged in graph")
                .endsWith("\n  unchanged documents of tern add now belong to this source\n")
                .doesNotContain("written");
        assertThat(shell.run("sync", "notes").out()).contains("1 unchanged").hasLineCount(1);
    }

    /** Both use the ids of the folder, whatever path leads to it, and find no change. */
    @Test
    void addAndSyncGiveTheSameIdsAndSeeTheDocumentsOfEachOther() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        Files.createDirectories(notes.resolve("deep"));
        write("deep/b.txt", "The baker of Orlen sleeps.");
        Shell inside = new Shell(notes).with("TERN_STORE", "../tern-store");
        for (Shell.Run added : List.of(inside.run("add", "."), inside.run("add", notes.toString()))) {
            assertThat(added.exitCode()).as(added.err()).isZero();
        }
        assertThat(shell.run("sync", "notes").out()).startsWith("notes: 0 added, 0 replaced, 0 removed, 2 unchanged");
        assertThat(inside.run("sync", ".").out()).startsWith("notes: 0 added, 0 replaced, 0 removed, 2 unchanged");
        assertThat(shell.run("add", "notes").out()).startsWith("2 documents (2 unchanged) in graph");
        assertThat(shell.run("add", "notes/deep").out()).startsWith("1 document (1 unchanged) in graph");
        assertThat(documents()).containsExactly("notes/a.txt", "notes/deep/b.txt");

        assertThat(shell.run("sync", "notes/deep", "--graph", "deep").out()).startsWith("notes/deep: 1 added");
        assertThat(shell.run("add", "notes/deep", "--graph", "deep").out()).startsWith("1 document (1 unchanged)");
        assertThat(inside.run("sync", "deep", "--graph", "deep").err())
                .endsWith("as its source \"notes/deep\" already: say --name notes/deep\n");

        write("a.txt", "The mill of Orlen stands still.");
        assertThat(shell.run("add", "notes").out()).startsWith("2 documents (1 unchanged) in graph");
        assertThat(shell.run("sync", "notes").out()).startsWith("notes: 0 added, 0 replaced, 0 removed, 2 unchanged");
        Files.delete(notes.resolve("a.txt"));
        assertThat(shell.run("sync", "notes").out()).startsWith("notes: 0 added, 0 replaced, 1 removed, 1 unchanged");
    }

    @Test
    void settingsOfTernAreNoDocument() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        write("tern.yaml", "chat: {model: m}");
        assertThat(counts(sync())).containsExactly(1, 0, 0, 0);
        assertThat(shell.run("add", "notes", "--graph", "other").out()).startsWith("1 document in graph");
    }

    @Test
    void fileThatWasNamedAndHasNothingToReadIsTold() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        write("empty.log", "");
        Shell.Run both = shell.run("add", "notes/a.txt", "notes/empty.log");
        assertThat(both.exitCode()).isEqualTo(3);
        assertThat(both.err()).contains("left out notes/empty.log: it is empty");
        Files.delete(notes.resolve("a.txt"));
        assertThat(shell.run("add", "notes").err())
                .contains("none of the places gave a document; notes/empty.log is empty");
    }

    @Test
    void filesThatIgnoreFilesNameAreLeftOutAndGoWhenTheyAreNamedLater() throws IOException {
        write(".gitignore", "*.log\n");
        write("a.txt", "The mill of Orlen grinds slowly.");
        write("b.log", "Nobody reads this.");
        assertThat(counts(sync())).containsExactly(1, 0, 0, 0);
        assertThat(counts(sync("--no-ignore"))).containsExactly(1, 0, 0, 1);
        assertThat(counts(sync())).containsExactly(0, 0, 1, 1);
        write("c.tmp", "This is left out by a pattern.");
        assertThat(counts(sync("--exclude", "*.tmp"))).containsExactly(0, 0, 0, 1);
        assertThat(counts(sync())).as("the pattern is kept with the source").containsExactly(0, 0, 0, 1);
    }

    @Test
    void filesThatGiveNoDocumentAreNamedEachTimeAndWhatTheGraphHadOfThemStays() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        write("b.txt", "The baker of Orlen sleeps.");
        sync();
        Files.write(notes.resolve("b.txt"), new byte[0]);

        Shell.Run run = shell.run("sync", "notes");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).isEqualTo("warning: left out notes/b.txt: it is empty\n");
        assertThat(run.out()).contains("notes: 0 added, 0 replaced, 0 removed, 1 unchanged, 1 failed");
        assertThat(shell.run("sync", "--list").out()).contains("failed: notes/b.txt is empty");
        assertThat(documents()).containsExactly("notes/a.txt", "notes/b.txt");
    }

    @Test
    void brokenFileIsToldOnceAndIgnoredUntilItChanges() throws IOException {
        write("a.txt", "The mill of Orlen grinds slowly.");
        Path broken = notes.resolve("broken.pdf");
        Files.writeString(broken, "%PDF-1.4 cut off");
        Files.setLastModifiedTime(broken, FileTime.from(Instant.now().minusSeconds(60)));
        Shell.Run first = shell.run("sync", "notes");
        assertThat(first.exitCode()).isEqualTo(3);
        assertThat(first.err()).startsWith("warning: left out notes/broken.pdf: it is broken");

        for (int run = 0; run < 2; run++) {
            Shell.Run again = shell.run("sync", "notes");
            assertThat(again.exitCode()).isZero();
            assertThat(again.err()).isEmpty();
            assertThat(again.out())
                    .contains("notes: 0 added, 0 replaced, 0 removed, 1 unchanged in graph")
                    .contains(
                            "1 file ignored: empty, of a type that is not read, or broken as before (--json names it)");
        }
        assertThat(shell.run("sync", "--list").out()).contains("failed: notes/broken.pdf is broken");

        Files.setLastModifiedTime(broken, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(shell.run("sync", "notes").exitCode()).isEqualTo(3);
    }

    @Test
    void theLinesOfACorpusGoWithTheLinesOfItsFile() throws IOException {
        write(
                "lines.jsonl",
                "{\"_id\": \"one\", \"text\": \"Nils sold the boat.\"}\n{\"_id\": \"two\", \"text\": \"Ada bought"
                        + " it.\"}\n");
        sync();
        assertThat(documents()).containsExactly("notes/lines.jsonl/#one", "notes/lines.jsonl/#two");
        write(
                "lines.jsonl",
                "{\"_id\": \"two\", \"text\": \"Ada bought it.\"}\n{\"_id\": \"three\", \"text\": \"It sank.\"}\n");
        assertThat(counts(sync())).containsExactly(0, 1, 0, 0);
        assertThat(documents()).containsExactly("notes/lines.jsonl/#three", "notes/lines.jsonl/#two");
    }

    @Test
    void theTableGoesWithTheGraphAndSourcesAreForgottenWithOrWithoutTheirDocuments() throws IOException {
        write(0, 2);
        sync();
        assertThat(shell.run("copy", "--from", "tern-store", "--to", "other").exitCode())
                .isZero();
        JsonNode listed = CommandsTest.json(shell.run("sync", "--list", "--store", "other", "--json"))
                .path("sources")
                .path(0);
        assertThat(listed.path("name").asText()).isEqualTo("notes");
        assertThat(listed.path("address").asText()).isEqualTo(notes.toString());
        assertThat(listed.path("state").asText()).isEqualTo("done");
        assertThat(listed.path("counts").path("documents").asInt()).isEqualTo(2);
        assertThat(shell.run("sync", "--store", "other").exitCode())
                .as("nobody named it for the copy")
                .isEqualTo(1);
        assertThat(shell.run("sync", "notes", "--store", "other").out()).contains("2 unchanged");
        assertThat(shell.run("sync", "--store", "other").out())
                .as("all sources of the graph")
                .contains("2 unchanged");

        assertThat(shell.run("sync", "--forget", "notes").out()).contains("removed 0 documents");
        assertThat(documents()).hasSize(2);
        assertThat(shell.run("sync", "--list").out())
                .isEqualTo("no source yet: tern sync adds one, at the end of its first run\n");
        assertThat(counts(sync())).as("the documents are known again").containsExactly(0, 0, 0, 2);
        assertThat(shell.run("sync", "--forget", "notes", "--documents").out()).contains("removed 2 documents");
        assertThat(shell.run("sync", "--forget", "notes").exitCode()).isEqualTo(1);
        assertThat(documents()).isEmpty();
    }

    @Test
    void twoFoldersOfOneNameAreToldApart() throws IOException {
        write(0, 2);
        sync();
        Files.createDirectories(directory.resolve("other/notes"));
        Files.writeString(directory.resolve("other/notes/x.txt"), "Another folder.");

        Shell.Run refused = shell.run("sync", directory.resolve("other/notes").toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .isEqualTo("tern: the graph has a source \"notes\" at " + notes + ", and not at "
                        + directory.resolve("other/notes")
                        + ": give this one another name with --name, or use --moved if the source moved\n");
        assertThat(shell.run("sync", "other/notes", "--name", "second").exitCode())
                .isZero();
        assertThat(documents()).containsExactly("notes/0.txt", "notes/1.txt", "second/x.txt");
    }

    @Test
    void twoRunsForOneSourceAtOnceAreRefusedAndSoIsItsRemovalBesideARun() throws IOException {
        write(0, 1);
        sync();
        Configuration configuration = shell.configuration();
        String graph = configuration.store().recordName() + " " + configuration.graph();
        SyncLock lock = SyncLock.acquire(configuration.spending().directory(), graph, "notes");
        try (lock) {
            for (String words : List.of("sync notes", "sync --forget notes", "sync --forget notes --documents")) {
                Shell.Run run = shell.run(words.split(" "));
                assertThat(run.exitCode()).as(words).isEqualTo(1);
                assertThat(run.err())
                        .isEqualTo(
                                "tern: another run on this machine is synchronising the source \"notes\": wait for its"
                                        + " end, or stop it\n");
            }
        }
        assertThat(counts(sync())).as("nothing was removed").containsExactly(0, 0, 0, 1);
        assertThat(shell.run("sync", "--forget", "notes", "--documents").out()).contains("removed 1 document");
    }

    @Test
    void wrongUseIsRefusedWithAWayOut() throws IOException {
        write(0, 1);
        assertThat(shell.run("sync", "notes", "--every", "soon").err())
                .contains("--every is \"soon\"; it must be a number");
        assertThat(shell.run("sync", "https://example.org/", "--watch").err())
                .contains("--watch is for folders, and https://example.org/ is a site: use --every 1h instead");
        assertThat(shell.run("sync", "https://example.org/?token=abc").err())
                .contains("https://example.org/?token=... looks as if it had a secret");
        assertThat(shell.run("sync", "nowhere").err()).contains("there is no folder");
        assertThat(shell.run("sync", "--list").err()).contains("there is no store");
        sync();
        assertThat(shell.run("sync", "nowhere").exitCode()).isEqualTo(1);
        assertThat(shell.run("sync", "--list").out())
                .as("a place that never was is no source")
                .doesNotContain("nowhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--watch", "--every=1s"})
    @Timeout(120)
    void runsAreMadeAgainUntilTheyAreInterrupted(String when) throws IOException, InterruptedException {
        write(0, 1);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Thread watching = Thread.ofPlatform().start(() -> shell.run(err, "sync", "notes", when));
        waitUntil(() -> ends("done"));
        // It comes whole: a run that met it before its text was written would leave it out with a warning.
        Files.move(
                Files.writeString(notes.resolveSibling("later.txt"), "This came later."), notes.resolve("later.txt"));
        waitUntil(() -> shell.run("documents").out().contains("notes/later.txt"));
        watching.interrupt();
        watching.join();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("tern: stopped; the same command resumes from here\n");
        assertThat(documents()).containsExactly("notes/0.txt", "notes/later.txt");
    }

    private boolean ends(String state) {
        Shell.Run run = shell.run("sync", "--list", "--json");
        return run.exitCode() == 0
                && CommandsTest.json(run)
                        .path("sources")
                        .path(0)
                        .path("state")
                        .asText()
                        .equals(state);
    }

    private static void waitUntil(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(100);
        }
    }

    @Test
    @Tag("slow")
    void aSiteThatAnswers500ForAllPagesKeepsItsDocumentsAndOnePageThatIsGoneGoes() throws IOException {
        Map<String, String> pages = new ConcurrentHashMap<>();
        Map<String, Integer> statuses = new ConcurrentHashMap<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String root = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            int status = statuses.getOrDefault(path, statuses.getOrDefault("*", pages.containsKey(path) ? 200 : 404));
            byte[] page = pages.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(status, status == 200 ? page.length : -1);
            if (status == 200) {
                exchange.getResponseBody().write(page);
            }
            exchange.close();
        });
        server.start();
        try {
            StringBuilder map = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                map.append("<url><loc>").append(root).append("p").append(i).append("</loc></url>");
                pages.put("/p" + i, "<title>House " + i + "</title><p>The keeper of house " + i + " is Code" + i + ".");
            }
            pages.put("/", "<p>The beginning.");
            pages.put("/sitemap.xml", "<urlset>" + map + "</urlset>");
            Shell.Run first = shell.run("sync", root, "--allow-private", "--name", "houses");
            assertThat(first.exitCode()).as(first.err()).isZero();
            assertThat(first.out()).contains("houses: 12 added");

            statuses.put("*", 500);
            statuses.put("/robots.txt", 404);
            statuses.put("/sitemap.xml", 200);
            statuses.put("/", 200);
            Shell.Run broken = shell.run("sync", "--allow-private");
            assertThat(broken.exitCode()).isEqualTo(3);
            assertThat(broken.err()).contains("12 of its 12 pages could not be fetched");
            assertThat(documents()).hasSize(12);

            statuses.clear();
            pages.remove("/p3");
            pages.put("/p4", "<title>House 4</title><p>The keeper of house 4 is now Vera.");
            Shell.Run mended = shell.run("sync", "--allow-private", "--json");
            assertThat(mended.exitCode()).as(mended.err()).isZero();
            assertThat(counts(CommandsTest.json(mended).path("sources").path(0)))
                    .containsExactly(0, 1, 1, 10);
            assertThat(documents()).hasSize(11).doesNotContain(root + "p3");
            assertThat(shell.run("sync", root + "p5", "--allow-private").err())
                    .contains("left out " + root + "p5: it belongs to the source \"houses\"");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void patternsAreShownAndTakenBack() throws IOException {
        write("one.md", "Lena Marr built the Vale bridge.");
        write(0, 2);
        shell.run("sync", "notes", "--exclude", "*.txt");
        assertThat(shell.run("sync", "--list").out()).contains("  leaves out *.txt\n");
        Shell.Run again = shell.run("sync", "notes", "--exclude", "");
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(shell.run("sync", "--list").out()).doesNotContain("leaves out");
    }

    @Test
    void whatIsNoFolderAndWhatHasNoMeaningIsRefusedWithTheReason() {
        shell.file("one.md", "Lena Marr built the Vale bridge.");
        assertThat(shell.run("sync", "one.md").err())
                .contains("one.md is a file; only folders are synchronised, and tern add takes a file");
        assertThat(shell.run("sync", "--documents").err())
                .contains("--documents needs --forget: give the source's name");
        assertThat(shell.run("sync", "notes", "--list").err())
                .contains("--list and --forget take names of sources and no PLACE such as notes");
        assertThat(shell.run("sync", "notes", "--every", "1000000d").err())
                .contains("it must be a number of up to five digits and s, m, h or d, as in 1h");
    }
}
