package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.devui.tests.DevUIJsonRPCTest;
import io.quarkus.test.QuarkusDevModeTest;
import java.nio.file.Path;
import java.util.Map;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the Dev UI's page of an application in dev mode, by JSON-RPC. */
public class DevPageTest extends DevUIJsonRPCTest {
    private static final Path FOLDER = FoldersOfTests.empty("dev-page");

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClasses(WordsOfTests.class)
                    .addAsResource(
                            new StringAsset("tern.store=" + FOLDER.resolve("store") + "\ntern.documents.locations="
                                    + FoldersOfTests.docs(FOLDER) + "\n"),
                            "application.properties"));

    /** Creates the test with the name of the extension in Quarkus. */
    public DevPageTest() {
        super("quarkus-tern");
    }

    @Test
    void pageShowsTheGraphAndAsksIt() throws Exception {
        String summary = "";
        for (int tries = 0; !summary.contains("docs: done") && tries < 600; tries++) {
            Thread.sleep(100);
            summary = executeJsonRPCMethod("summary").asText();
        }
        assertThat(summary).startsWith("1 documents, 1 passages").contains("docs: done");

        JsonNode answer = executeJsonRPCMethod("ask", Map.of("question", "Who grinds rye?"));

        assertThat(answer.asText()).contains("Orla Finn grinds rye.");
        assertThat(executeJsonRPCMethod("readDocuments").asBoolean()).isTrue();
    }
}
