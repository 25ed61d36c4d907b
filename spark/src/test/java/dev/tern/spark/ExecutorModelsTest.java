package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Endpoint;
import dev.tern.models.Provider;
import org.junit.jupiter.api.Test;

final class ExecutorModelsTest {
    @Test
    void modelInProcessTakesNoMoreThreadsThanItsTaskHasCores() {
        EmbeddingModelSettings settings = EmbeddingModelSettings.builder()
                .provider(Provider.IN_PROCESS)
                .endpoint(Endpoint.builder().parallelRequests(4).build())
                .build();
        assertThat(ExecutorModels.onCores(settings, 1).endpoint().parallelRequests())
                .isEqualTo(1);
        assertThat(ExecutorModels.onCores(settings, 16)).isEqualTo(settings);
    }
}
