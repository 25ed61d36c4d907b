package dev.tern.store.milvus.client;

import io.milvus.grpc.ConnectRequest;
import io.milvus.grpc.ConnectResponse;
import io.milvus.grpc.DataType;
import io.milvus.grpc.FieldData;
import io.milvus.grpc.GetLoadStateRequest;
import io.milvus.grpc.GetLoadStateResponse;
import io.milvus.grpc.GetVersionRequest;
import io.milvus.grpc.GetVersionResponse;
import io.milvus.grpc.LoadState;
import io.milvus.grpc.MilvusServiceGrpc.MilvusServiceImplBase;
import io.milvus.grpc.QueryResults;
import io.milvus.grpc.ScalarField;
import io.milvus.grpc.StringArray;
import io.milvus.shaded.io.grpc.stub.StreamObserver;
import java.util.List;

/** The replies of a {@link StubMilvus} to a connecting client; tests add other replies. */
public abstract class StubAnswers extends MilvusServiceImplBase {
    /** Sends a reply and ends the request. */
    protected static <T> void reply(StreamObserver<T> caller, T reply) {
        caller.onNext(reply);
        caller.onCompleted();
    }

    /** Ends a request like a server without such a call. */
    protected static void lacking(StreamObserver<?> caller) {
        caller.onError(io.milvus.shaded.io.grpc.Status.UNIMPLEMENTED.asRuntimeException());
    }

    /** Returns the reply to a query with some rows' fields. */
    protected static QueryResults rows(List<FieldData> fields) {
        return QueryResults.newBuilder()
                .addAllOutputFields(fields.stream().map(FieldData::getFieldName).toList())
                .addAllFieldsData(fields)
                .build();
    }

    /** Returns a field with one text for each row. */
    protected static FieldData texts(String field, List<String> values) {
        return FieldData.newBuilder()
                .setFieldName(field)
                .setType(DataType.VarChar)
                .setScalars(ScalarField.newBuilder()
                        .setStringData(StringArray.newBuilder().addAllData(values)))
                .build();
    }

    @Override
    public void connect(ConnectRequest request, StreamObserver<ConnectResponse> caller) {
        reply(caller, ConnectResponse.getDefaultInstance());
    }

    @Override
    public void getVersion(GetVersionRequest request, StreamObserver<GetVersionResponse> caller) {
        reply(caller, GetVersionResponse.newBuilder().setVersion("v2.3.5").build());
    }

    @Override
    public void getLoadState(GetLoadStateRequest request, StreamObserver<GetLoadStateResponse> caller) {
        reply(
                caller,
                GetLoadStateResponse.newBuilder()
                        .setState(LoadState.LoadStateLoaded)
                        .build());
    }
}
