package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.documents.OfficeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder with a real file of every type, through {@code tern add} and {@code tern ask}. */
@Tag("slow")
final class MixedFolderTest {
    @TempDir
    private Path directory;

    @Test
    void everyTypeIsAddedAndAnswersSayWhereTheyStand() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("house/more"));
        OfficeFiles.pdf(
                folder.resolve("letters.pdf"),
                "The first page greets the reader and says nothing else. ".repeat(24),
                "The second page speaks of rain for a while. ".repeat(40)
                        + "Mr. Quill repaired the clock of the town hall in 1802.",
                "The third page says farewell.");
        OfficeFiles.encryptedPdf(folder.resolve("locked.pdf"));
        OfficeFiles.docx(folder.resolve("travels.docx"));
        OfficeFiles.pptx(folder.resolve("slides.pptx"), "Plans of the harbour", "Costs of the harbour");
        OfficeFiles.xlsx(folder.resolve("ports.xlsx"));
        OfficeFiles.epub(folder.resolve("ship.epub"));
        Files.writeString(folder.resolve("page.html"), "<title>Bread</title><h1>Oven</h1><p>Ada bakes rye bread.</p>");
        Files.writeString(folder.resolve("notes.md"), "# Garden\n\n## Roses\n\nTom waters the roses at dawn.\n");
        Files.writeString(folder.resolve("plain.txt"), "The mill of Orlen grinds slowly.");
        Files.writeString(folder.resolve("table.csv"), "name,age\nVera,41\n");
        Files.writeString(folder.resolve("data.json"), "{\"bridge\": {\"builder\": \"Ilse Marr\"}}");
        Files.writeString(folder.resolve("lines.jsonl"), "{\"_id\": \"j1\", \"text\": \"Nils sold the boat.\"}\n");
        Files.write(folder.resolve("noise.bin"), new byte[] {0, 1, 2, 3, (byte) 0x80, 0, 7});
        Files.createFile(folder.resolve("empty.txt"));
        Shell shell = new Shell(directory);

        Shell.Run added = shell.run("add", "house", "--json");

        assertThat(added.exitCode()).as(added.err()).isEqualTo(3);
        JsonNode report = new JsonMapper().readTree(added.out());
        assertThat(report.path("documents").asInt()).isEqualTo(11);
        List<String> skipped = new ArrayList<>();
        report.path("skipped")
                .forEach(one -> skipped.add(
                        one.path("place").asText() + " " + one.path("message").asText()));
        assertThat(skipped).hasSize(1).anyMatch(line -> line.contains("locked.pdf") && line.contains("encrypted"));
        assertThat(report.path("ignored"))
                .extracting(one -> one.path("place").asText())
                .containsExactlyInAnyOrder("house/more/noise.bin", "house/more/empty.txt");
        // The model of these tests knows words and no meaning, so everything is asked for.
        shell.with("TERN_FINAL_TOP_K", "50");
        JsonNode answer = CommandsTest.json(shell.run("ask", "--json", "Who repaired the clock of the town hall?"));
        assertThat(answer.path("answer").path("text").asText()).contains("Mr. Quill repaired the clock");
        JsonNode clock = saying(answer, "Mr. Quill");
        assertThat(clock.path("documentId").asText()).isEqualTo("house/more/letters.pdf");
        assertThat(clock.path("page").asInt()).isEqualTo(2);
        assertThat(saying(answer, "roses at dawn").path("heading").asText()).isEqualTo("Garden > Roses");
        assertThat(saying(answer, "Ilse Marr").has("page")).isFalse();
        assertThat(shell.run("retrieve", "Who repaired the clock of the town hall?")
                        .out())
                .contains("house/more/letters.pdf, page 2  Letters of Basel", "house/more/notes.md  Garden > Roses");

        JsonNode again =
                new JsonMapper().readTree(shell.run("add", "house", "--json").out());
        assertThat(again.path("unchanged").asInt()).isEqualTo(11);
    }

    private static JsonNode saying(JsonNode answer, String words) {
        for (JsonNode passage : answer.path("passages")) {
            if (passage.path("text").asText().contains(words)) {
                return passage;
            }
        }
        throw new AssertionError("no passage says \"" + words + "\": " + answer);
    }

    @Test
    void sourceIsOpenedAtItsPage() throws IOException {
        Path letters = directory.resolve("letters.pdf");
        OfficeFiles.pdf(
                letters,
                "It rains for a while. ".repeat(60),
                "Fog came. ".repeat(60) + "Mr. Quill repaired the clock.");
        Path browser = Files.writeString(directory.resolve("browser"), "#!/bin/sh\necho \"$1\" > \"$0.opened\"\n");
        assertThat(browser.toFile().setExecutable(true)).isTrue();
        Shell shell = new Shell(directory).with("BROWSER", browser.toString());
        shell.run("add", "letters.pdf");

        assertThat(shell.run("ask", "--open", "1", "Who repaired the clock?").err())
                .isEqualTo("opened letters.pdf, page 2\n");
        assertThat(directory.resolve("browser.opened")).hasContent(letters.toUri() + "#page=2");
    }

    @Test
    void standardInputIsADocumentOfTheNameThatItIsGiven() throws IOException {
        Shell shell = new Shell(directory).pipedIn("The lighthouse of Skerr burns whale oil.");

        assertThat(shell.run("add", "-", "--name", "skerr.txt").exitCode()).isZero();

        assertThat(shell.run("retrieve", "What does the lighthouse burn?").out())
                .contains("skerr.txt");
    }
}
