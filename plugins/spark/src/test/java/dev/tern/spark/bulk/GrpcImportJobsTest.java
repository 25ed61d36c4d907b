package dev.tern.spark.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.store.milvus.client.StubAnswers;
import dev.tern.store.milvus.client.StubMilvus;
import io.milvus.grpc.GetImportStateRequest;
import io.milvus.grpc.GetImportStateResponse;
import io.milvus.grpc.ImportRequest;
import io.milvus.grpc.ImportResponse;
import io.milvus.grpc.ListImportTasksRequest;
import io.milvus.grpc.ListImportTasksResponse;
import io.milvus.shaded.io.grpc.Status;
import io.milvus.shaded.io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs over gRPC, with a server whose replies are lost. */
@Timeout(60)
class GrpcImportJobsTest {
    private static final int RETRIES = 2;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final StubMilvus server = new StubMilvus(new StubAnswers() {
        @Override
        public void import_(ImportRequest request, StreamObserver<ImportResponse> caller) {
            begun.incrementAndGet();
            caller.onError(
                    Status.UNAVAILABLE.withDescription("the connection was cut").asRuntimeException());
        }

        @Override
        public void getImportState(GetImportStateRequest request, StreamObserver<GetImportStateResponse> caller) {
            looks.incrementAndGet();
            caller.onError(Status.UNAVAILABLE.asRuntimeException());
        }

        @Override
        public void listImportTasks(ListImportTasksRequest request, StreamObserver<ListImportTasksResponse> caller) {
            looks.incrementAndGet();
            caller.onError(Status.UNAVAILABLE.asRuntimeException());
        }
    });
    private final GrpcImportJobs jobs = new GrpcImportJobs(server.settings(RETRIES));

    @AfterEach
    void stop() {
        jobs.close();
        server.close();
    }

    @Test
    void a_job_is_never_asked_for_twice() {
        assertThatThrownBy(() -> jobs.begin("g_entities", List.of("a.json")))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("did not answer within 30000 ms (importing [a.json])");
        assertThat(begun).hasValue(1);
    }

    @Test
    void questions_about_jobs_are_sent_again_as_often_as_the_settings_say() {
        assertThatThrownBy(() -> jobs.job("7"))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("(requesting the import 7)");
        assertThat(looks).hasValue(RETRIES + 1);
        assertThatThrownBy(() -> jobs.jobs("g_entities"))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("(listing the imports into g_entities)");
        assertThat(looks).hasValue(2 * (RETRIES + 1));
    }
}
