package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.app.Backend;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.kept.VectorCache;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands over models that make mistakes, and that make Tern make some. */
final class MistakesTest {
    private static final int TIMES = 1_800;

    @TempDir
    private Path folder;

    private Shell shell;

    /** A model that repeats itself until its reply is cut off, as small ones do. */
    private static final class RepeatingModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            String said = request.responseFormat() == null
                    ? "Lena Marr built the Vale bridge [" + "1, ".repeat(TIMES) + "1]."
                    : "{\"useful_relationships\": [" + "1, ".repeat(TIMES);
            return ChatResponse.builder().aiMessage(AiMessage.from(said)).build();
        }
    }

    private static class Models extends Backend {
        @Override
        public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
            return new HashingEmbeddingModel(settings.modelName());
        }

        @Override
        public ChatModel chatModel(ChatModelSettings settings) {
            return new RepeatingModel();
        }
    }

    private static final class MissingModels extends Models {
        @Override
        public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
            throw new NoClassDefFoundError("dev/tern/Missing");
        }
    }

    @BeforeEach
    void fill() {
        shell = new Shell(folder)
                .over(new Models())
                .with("TERN_EXTRACTOR", "rules")
                .with("TERN_CHAT_PROVIDER", "openai")
                .with("TERN_CHAT_MODEL", "scripted")
                .with("TERN_CHAT_API_KEY", "no-key-of-anybody");
        shell.file("lena.txt", "Lena Marr built the Vale bridge. Emil Marr taught in Halden.");
        assertThat(shell.run("add", "lena.txt").exitCode()).isZero();
    }

    @Test
    void questionIsAnsweredThoughTheModelRepeatsItself() {
        Shell.Run run = shell.run("ask", "Which bridge did Lena Marr build?", "--mode", "graph");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("built the Vale bridge");
    }

    @Test
    void anyErrorIsToldAsAMistakeOfTern() {
        Shell.Run run = shell.over(new MissingModels()).run("retrieve", "Which bridge did Lena Marr build?");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("this is a mistake in Tern: java.lang.NoClassDefFoundError: dev/tern/Missing");
    }
}
