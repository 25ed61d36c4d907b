package dev.tern.server.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SentDocumentsTest {
    @TempDir
    private Path folder;

    /** A job that skipped its payload would be done, and the file deleted. */
    @Test
    void fileOfTheSpoolThatCannotBeReadIsNotPassedOver() {
        List<String> skipped = new ArrayList<>();
        Intake.IntakeListener listener = new Intake.IntakeListener() {
            @Override
            public void skipped(String source, String reason) {
                skipped.add(source + " " + reason);
            }

            @Override
            public void progress(IngestReport soFar) {}
        };
        IntakeSource sent = new IntakeSource.UploadedFile("notes.txt", folder.resolve("payload"));
        try (SentDocuments documents =
                new SentDocuments(List.of(sent), SourceLoader.builder().build(), listener)) {
            assertThatThrownBy(() -> documents.iterator().hasNext())
                    .isInstanceOfSatisfying(
                            TernException.class,
                            failure -> assertThat(failure.fault()).isEqualTo(TernException.Fault.STORE))
                    .hasMessageStartingWith("the upload cannot be read: ")
                    .hasMessageContaining("payload");
        }
        assertThat(skipped).isEmpty();
    }
}
