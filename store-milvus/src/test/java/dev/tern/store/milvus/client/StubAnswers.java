package dev.tern.store.milvus.client;

import io.milvus.grpc.ConnectRequest;
import io.milvus.grpc.ConnectResponse;
import io.milvus.grpc.GetVersionRequest;
import io.milvus.grpc.GetVersionResponse;
import io.milvus.grpc.MilvusServiceGrpc.MilvusServiceImplBase;
import io.milvus.grpc.Status;
import io.milvus.shaded.io.grpc.stub.StreamObserver;

/** What a {@link StubServer} answers to a client that connects; a test says what it answers to the rest. */
public abstract class StubAnswers extends MilvusServiceImplBase {
    /** Sends a reply that ends the request. */
    protected static <T> void reply(StreamObserver<T> caller, T reply) {
        caller.onNext(reply);
        caller.onCompleted();
    }

    @Override
    public void connect(ConnectRequest request, StreamObserver<ConnectResponse> caller) {
        reply(
                caller,
                ConnectResponse.newBuilder()
                        .setStatus(Status.getDefaultInstance())
                        .build());
    }

    @Override
    public void getVersion(GetVersionRequest request, StreamObserver<GetVersionResponse> caller) {
        reply(
                caller,
                GetVersionResponse.newBuilder()
                        .setStatus(Status.getDefaultInstance())
                        .setVersion("v2.3.5")
                        .build());
    }
}
