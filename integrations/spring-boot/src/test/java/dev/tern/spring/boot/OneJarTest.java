package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.documents.OfficeFiles;
import dev.tern.documents.OneJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class OneJarTest {
    @TempDir
    Path folder;

    /** Word and PDF use the parsers' process, which a single jar cannot run. */
    @Test
    void applicationInOneJarReadsItsDocumentsAtTheStart() throws IOException, InterruptedException {
        Path docs = Files.createDirectory(folder.resolve("docs"));
        OfficeFiles.docx(docs.resolve("travels.docx"));
        OfficeFiles.pdf(docs.resolve("letter.pdf"), "Orla Finn grinds rye.");
        Path temporary = Files.createDirectory(folder.resolve("temporary"));

        assertThat(OneJar.run(
                        folder,
                        temporary,
                        OneJarApplication.class,
                        "--tern.documents.locations=./docs",
                        "--tern.store=./store"))
                .contains("place=./docs, state=done", "added=2", "failures=[]")
                .containsPattern("Answer: (?s:.{0,60})She left Basel in spring");
        assertThat(temporary).isEmptyDirectory();
    }
}
