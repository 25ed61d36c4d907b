package dev.tern.spark.bulk;

import dev.tern.store.milvus.client.ConnectionSettings;
import dev.tern.store.milvus.client.MilvusFailure;
import io.milvus.client.MilvusClient;
import io.milvus.client.MilvusServiceClient;
import io.milvus.grpc.GetImportStateResponse;
import io.milvus.grpc.KeyValuePair;
import io.milvus.param.ConnectParam;
import io.milvus.param.R;
import io.milvus.param.RetryParam;
import io.milvus.param.bulkinsert.BulkInsertParam;
import io.milvus.param.bulkinsert.GetBulkInsertStateParam;
import io.milvus.param.bulkinsert.ListBulkInsertTasksParam;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The import jobs of Milvus 2.3, with one file each, over gRPC and a connection of their own. */
final class GrpcImportJobs implements ImportJobs {
    private final ConnectionSettings settings;
    private final MilvusClient client;

    GrpcImportJobs(ConnectionSettings settings) {
        this.settings = settings;
        ConnectParam.Builder parameters = ConnectParam.newBuilder()
                .withUri(settings.address().toString())
                .withConnectTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .withRpcDeadline(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        settings.token().ifPresent(parameters::withToken);
        settings.database().ifPresent(parameters::withDatabaseName);
        settings.caFile()
                .ifPresent(file -> parameters
                        .withServerPemPath(file.toString())
                        .withServerName(settings.address().host()));
        try {
            client = new MilvusServiceClient(parameters.build()).withRetry(attempts(settings.maxRetries() + 1));
        } catch (RuntimeException e) {
            throw MilvusFailure.of(settings, "connecting for an import", e);
        }
    }

    private static RetryParam attempts(int max) {
        return RetryParam.newBuilder().withMaxRetryTimes(max).build();
    }

    @Override
    public int maxFiles() {
        return 1;
    }

    @Override
    public String begin(String collection, List<String> files) {
        BulkInsertParam.Builder wanted =
                BulkInsertParam.newBuilder().withCollectionName(collection).withFiles(files);
        settings.database().ifPresent(wanted::withDatabaseName);
        // Sends the request only once: the job may have started although its id was lost.
        MilvusClient once = client.withRetry(attempts(1));
        return String.valueOf(
                data("importing " + files, once.bulkInsert(wanted.build())).getTasks(0));
    }

    @Override
    public ImportJob job(String id) {
        GetImportStateResponse found = data(
                "requesting the import " + id,
                client.getBulkInsertState(GetBulkInsertStateParam.newBuilder()
                        .withTask(Long.parseLong(id))
                        .build()));
        String report = found.getInfosList().stream()
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .collect(Collectors.joining("\n"));
        return new ImportJob(
                switch (found.getState()) {
                    case ImportCompleted -> ImportState.DONE;
                    case ImportFailed, ImportFailedAndCleaned -> ImportState.FAILED;
                    default -> ImportState.RUNNING;
                },
                found.getRowCount(),
                number(info(found, "progress_percent")),
                info(found, "failed_reason"),
                report);
    }

    private static String info(GetImportStateResponse found, String key) {
        return found.getInfosList().stream()
                .filter(pair -> pair.getKey().equals(key))
                .map(KeyValuePair::getValue)
                .findFirst()
                .orElse("");
    }

    private static long number(String text) {
        return text.matches("\\d{1,3}") ? Long.parseLong(text) : 0;
    }

    @Override
    public List<String> jobs(String collection) {
        ListBulkInsertTasksParam.Builder wanted =
                ListBulkInsertTasksParam.newBuilder().withCollectionName(collection);
        settings.database().ifPresent(wanted::withDatabaseName);
        return data("listing the imports into " + collection, client.listBulkInsertTasks(wanted.build()))
                .getTasksList()
                .stream()
                .map(task -> String.valueOf(task.getId()))
                .toList();
    }

    private <T> T data(String action, R<T> reply) {
        @Nullable Exception failure = reply.getException();
        T data = reply.getData();
        if (failure != null || data == null) {
            throw MilvusFailure.of(
                    settings,
                    action,
                    failure instanceof RuntimeException known
                            ? known
                            : new IllegalStateException(String.valueOf(reply.getMessage()), failure));
        }
        return data;
    }

    @Override
    public void close() {
        client.close();
    }
}
