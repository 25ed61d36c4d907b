package dev.tern.store.milvus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import io.milvus.grpc.ConnectRequest;
import io.milvus.grpc.ConnectResponse;
import io.milvus.grpc.GetVersionRequest;
import io.milvus.grpc.GetVersionResponse;
import io.milvus.grpc.Status;
import io.milvus.shaded.io.grpc.stub.StreamObserver;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.exception.MilvusClientException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests that incompatible versions of server and client are named, with a way out. */
final class OtherVersionTest {
    private static final String CLIENT =
            String.valueOf(MilvusClientV2.class.getPackage().getImplementationVersion());
    private static final String WAY_OUT =
            "; use a server version listed on the page on Milvus, or a Tern with another client";

    private static void open(StubAnswers answers) {
        try (StubMilvus server = new StubMilvus(answers)) {
            MilvusConnection.open(server.settings(1)).close();
        }
    }

    private static void assertToldOf(String server, String action, String reason, ThrowingCallable call) {
        assertThat(CLIENT).matches("\\d+\\.\\d+\\.\\d+");
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.OPERATOR))
                .hasMessageMatching("Milvus at http://127\\.0\\.0\\.1:\\d+, of " + server
                        + ", and the client in this Tern, milvus-sdk-java " + CLIENT.replace(".", "\\.")
                        + ", are incompatible \\(" + action + "\\): .*" + reason + ".*" + WAY_OUT);
    }

    @Test
    void serverThatRefusesTheClientWhenItConnects() {
        String said = "client version 2.6 is not supported by this server";
        assertToldOf(
                "version v9.1.0",
                "connecting",
                said,
                () -> open(new OfVersion("v9.1.0") {
                    @Override
                    public void connect(ConnectRequest request, StreamObserver<ConnectResponse> caller) {
                        reply(
                                caller,
                                ConnectResponse.newBuilder()
                                        .setStatus(Status.newBuilder()
                                                .setCode(65_535)
                                                .setReason(said))
                                        .build());
                    }
                }));
    }

    @Test
    void serverOfATimeBeforeClientsSaidWhoTheyAre() {
        assertToldOf(
                "version v2.1.4",
                "connecting",
                "UNIMPLEMENTED",
                () -> open(new OfVersion("v2.1.4") {
                    @Override
                    public void connect(ConnectRequest request, StreamObserver<ConnectResponse> caller) {
                        lacking(caller);
                    }
                }));
    }

    @Test
    void serverThatDoesNotTellItsVersion() {
        assertToldOf(
                "an unknown version",
                "requesting its version",
                "UNIMPLEMENTED",
                () -> open(new StubAnswers() {
                    @Override
                    public void getVersion(GetVersionRequest request, StreamObserver<GetVersionResponse> caller) {
                        lacking(caller);
                    }
                }));
    }

    @Test
    void serverThatLacksACallThatTheClientMakes() {
        assertToldOf("version v4.0.0", "listing graphs", "UNIMPLEMENTED", () -> {
            try (StubMilvus server = new StubMilvus(new OfVersion("v4.0.0") {});
                    MilvusConnection connection = MilvusConnection.open(server.settings(1))) {
                connection.call("listing graphs", MilvusClientV2::listCollections);
            }
        });
    }

    @Test
    void clientThatRefusesTheServer() {
        assertThat(MilvusFailure.isOtherVersion(new MilvusClientException(
                        io.milvus.v2.exception.ErrorCode.CLIENT_ERROR,
                        "The server does not support Search Iterator V2. Please upgrade your Milvus server version to"
                                + " 2.5.2 and later")))
                .isTrue();
        assertThat(MilvusFailure.isOtherVersion(new IllegalStateException(
                        "this version of sdk is incompatible with server, please downgrade your sdk")))
                .isTrue();
        assertThat(MilvusFailure.isOtherVersion(
                        new IllegalStateException("collection not found[collection=unsupported_sdk_version]")))
                .isFalse();
    }

    private abstract static class OfVersion extends StubAnswers {
        private final String version;

        OfVersion(String version) {
            this.version = version;
        }

        @Override
        public void getVersion(GetVersionRequest request, StreamObserver<GetVersionResponse> caller) {
            reply(caller, GetVersionResponse.newBuilder().setVersion(version).build());
        }
    }
}
