package dev.tern.store.milvus.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import io.milvus.v2.exception.ErrorCode;
import io.milvus.v2.exception.MilvusClientException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** Tests that failures are classified by kind, for any names in their messages. */
final class MilvusFailureTest {
    private static final ConnectionSettings SETTINGS = TestSettings.at("http://milvus:1", 1);
    private static final int OTHER_ERROR = 65_535;

    private static TernException of(RuntimeException failure) {
        return MilvusFailure.of(SETTINGS, "searching", failure);
    }

    private static MilvusClientException said(String message, int code) {
        return new MilvusClientException(ErrorCode.SERVER_ERROR, message, code, 0);
    }

    @Test
    void aGraphMayBeNamedAsAReasonToRefuse() {
        for (String name : new String[] {"permissions", "certificates"}) {
            assertThat(of(said("collection not found[collection=" + name + "_passages]", 100)))
                    .hasMessageContaining("no longer has a collection of this graph (searching)");
            assertThat(of(new MilvusClientException(
                            ErrorCode.TIMEOUT, "Retry timeout: 30000ms, reason: " + name + " is loading")))
                    .hasMessageContaining("did not answer within 30000 ms (searching)");
            assertThat(of(said("rate limit exceeded[collection=" + name + "_passages]", OTHER_ERROR)))
                    .hasMessageContaining("failed (searching): rate limit exceeded[collection=" + name + "_passages]");
        }
    }

    @Test
    void refusalsAreTheOperators() {
        for (RuntimeException refusal : new RuntimeException[] {
            new IllegalStateException("UNAUTHENTICATED: auth check failure"),
            new IllegalStateException("PERMISSION_DENIED: PrivilegeLoad: permission deny to ada"),
            said("rpc error: code = PermissionDenied", OTHER_ERROR)
        }) {
            assertThat(of(refusal)).hasMessageContaining("refuses the token");
            assertThat(of(refusal).fault()).isEqualTo(Fault.OPERATOR);
        }
        assertThat(of(new IllegalStateException(
                        "UNAVAILABLE: io exception", new SSLHandshakeException("PKIX path building failed"))))
                .hasMessageContaining("is not trusted, or the server does not speak TLS");
    }
}
