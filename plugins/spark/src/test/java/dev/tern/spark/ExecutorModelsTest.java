package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.junit.jupiter.api.Test;
import scala.Option;

final class ExecutorModelsTest {
    @Test
    void modelInProcessTakesNoMoreThreadsThanItsTaskHasCores() {
        EmbeddingModelSettings settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .endpoint(ModelEndpoint.builder().parallelRequests(4).build())
                .build();
        assertThat(ExecutorModels.onCores(settings, 1).endpoint().parallelRequests())
                .isEqualTo(1);
        assertThat(ExecutorModels.onCores(settings, 16)).isEqualTo(settings);
    }

    @Test
    void chatModelIsClosedWithItsTask() {
        AtomicInteger closed = new AtomicInteger();
        CloseableChatModel model = new CloseableChatModel() {
            @Override
            public List<String> omittedFeatures() {
                return List.of();
            }

            @Override
            public ChatResponse chat(ChatRequest request, Consumer<String> words) {
                throw new UnsupportedOperationException("nobody asks it");
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        TaskContext task = TaskContext$.MODULE$.empty();
        assertThat(ExecutorGraph.closedWith(task, model)).isSameAs(model);
        assertThat(closed).hasValue(0);
        task.markTaskCompleted(Option.apply(new IllegalStateException("the task failed")));
        assertThat(closed).hasValue(1);
    }
}
