package dev.tern.store.milvus.client;

import dev.tern.error.TernException;
import io.milvus.v2.exception.ErrorCode;
import io.milvus.v2.exception.MilvusClientException;
import io.milvus.v2.utils.ClientUtils;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Converts failures of Milvus's client to exceptions that name cause and remedy, if known. */
public final class MilvusFailure {
    private static final Pattern NO_DATABASE = Pattern.compile("database (\\S+ )?not (found|exist)");
    private static final Pattern NO_PERMISSION = Pattern.compile("permission[ _]?den");
    /** Messages about too large a reply, from a server's segments or proxy, or a gRPC client. */
    private static final Pattern TOO_LARGE = Pattern.compile("results exceed the (limit size|maxoutputsize limit)"
            + "|message larger than max|message exceeds maximum size");

    /**
     * Messages for a call that the server does not support, and for incompatible versions of server
     * and client.
     */
    private static final Pattern OTHER_VERSION = Pattern.compile("statusruntimeexception:? unimplemented"
            + "|(incompatible with|unsupported|upgrade your)( the| milvus)? (server|sdk|client)\\b"
            + "|(server|sdk|client) version\\b.{0,80}(not match|not supported|unsupported|incompatible)");

    private static final String TLS_HANDSHAKE = "sslhandshake";
    private static final int COLLECTION_NOT_FOUND = 100;
    private static final int LEGACY_COLLECTION_NOT_FOUND = 4;

    private MilvusFailure() {}

    /** Returns true if a requested collection does not exist. */
    public static boolean isCollectionNotFound(RuntimeException failure) {
        if (failure instanceof MilvusClientException milvus && milvus.getErrorCode() == ErrorCode.SERVER_ERROR) {
            return milvus.getServerErrCode() == COLLECTION_NOT_FOUND
                    || milvus.getLegacyServerCode() == LEGACY_COLLECTION_NOT_FOUND
                    || text(failure).contains("can't find collection")
                    || text(failure).contains("collection not found");
        }
        return false;
    }

    /** Returns true if the collection is not loaded, as after a restart of Milvus Lite. */
    public static boolean isNotLoaded(RuntimeException failure) {
        String text = text(failure);
        return text.contains("not loaded") || text.contains("unknown enum value");
    }

    /**
     * Returns true if the index cannot be changed, because the collection is loaded or being
     * loaded.
     */
    public static boolean isLoadedByAnother(RuntimeException failure) {
        return text(failure).contains("can't change the index for loaded collection");
    }

    /** Returns true if a reply exceeds the size limit of the server or of a proxy. */
    public static boolean isTooLarge(RuntimeException failure) {
        return TOO_LARGE.matcher(text(failure)).find();
    }

    /** Returns true if the server did not answer in time, or is not available. */
    static boolean isUnreachable(RuntimeException failure) {
        String text = text(failure);
        return (failure instanceof MilvusClientException milvus && milvus.getErrorCode() == ErrorCode.TIMEOUT)
                || text.contains("deadline")
                || text.contains("unavailable");
    }

    /** Returns true if server and client have incompatible versions. */
    static boolean isOtherVersion(RuntimeException failure) {
        return OTHER_VERSION.matcher(text(failure)).find();
    }

    /**
     * Returns the exception for a failed connection. Opens a socket to the server if the failure
     * does not show the cause.
     *
     * @param version reads the server's version; called only if it is needed. Empty if the server
     *     does not report it
     */
    static TernException connecting(
            ConnectionSettings settings, Supplier<Optional<String>> version, RuntimeException failure) {
        if (isOtherVersion(failure)) {
            return otherVersion(settings, version.get(), "connecting", failure);
        }
        return refusal(settings, failure)
                .or(() -> new ConnectionProbe(settings).trouble())
                .orElseGet(() -> TernException.store(
                        "cannot reach Milvus at " + settings.address() + " within "
                                + settings.connectTimeout().toMillis() + " ms: is the server running there?",
                        failure));
    }

    /** Returns the exception for a failed request to a server of unknown version. */
    public static TernException of(ConnectionSettings settings, String action, RuntimeException failure) {
        return of(settings, Optional.empty(), action, failure);
    }

    /** Returns the exception for a failed request to a connected server. */
    static TernException of(
            ConnectionSettings settings, Optional<String> version, String action, RuntimeException failure) {
        if (failure instanceof TernException known) {
            return known;
        }
        if (isOtherVersion(failure)) {
            return otherVersion(settings, version, action, failure);
        }
        if (isCollectionNotFound(failure)) {
            return TernException.store(
                    "Milvus at " + settings + " no longer has a collection of this graph (" + action
                            + "): another client dropped it; drop the graph to remove the rest",
                    failure);
        }
        if (isUnreachable(failure) && !text(failure).contains(TLS_HANDSHAKE)) {
            return TernException.store(
                    "Milvus at " + settings + " did not answer within "
                            + settings.timeout().toMillis() + " ms (" + action
                            + "): is it running, and is it overloaded?",
                    failure);
        }
        return refusal(settings, failure)
                .orElseGet(() -> TernException.store(
                        "Milvus at " + settings + " failed (" + action + "): " + reason(failure), failure));
    }

    private static TernException otherVersion(
            ConnectionSettings settings, Optional<String> version, String action, RuntimeException failure) {
        String client = new ClientUtils().getSDKVersion();
        return TernException.operator(
                "Milvus at " + settings + ", of "
                        + version.map(text -> "version " + text).orElse("an unknown version")
                        + ", and the client in this Tern, milvus-sdk-java "
                        + (client.isEmpty() ? "of an unknown version" : client)
                        + ", are incompatible (" + action + "): " + reason(failure)
                        + "; use a server version listed on the page on Milvus, or a Tern with another client",
                failure);
    }

    private static Optional<TernException> refusal(ConnectionSettings settings, RuntimeException failure) {
        String text = text(failure);
        if (text.contains("unauthenticated")
                || text.contains("auth check failure")
                || NO_PERMISSION.matcher(text).find()) {
            return Optional.of(TernException.operator(
                    "Milvus at " + settings + " refuses the token, or the user and password, or they lack the right",
                    failure));
        }
        if (NO_DATABASE.matcher(text).find()) {
            return Optional.of(TernException.operator("Milvus at " + settings + " has no such database", failure));
        }
        if (text.contains("does not contain valid certificates")) {
            return Optional.of(TernException.operator(
                    "the certificate file "
                            + settings.caFile().map(Path::toString).orElse("")
                            + " has no readable certificate",
                    failure));
        }
        // A server that replied has passed TLS; its message may name a graph called "certificates".
        boolean replied =
                failure instanceof MilvusClientException milvus && milvus.getErrorCode() == ErrorCode.SERVER_ERROR;
        if (!replied
                && (text.contains(TLS_HANDSHAKE) || text.contains("certificate") || text.contains("ssl exception"))) {
            return Optional.of(TernException.operator(
                    "the certificate of Milvus at " + settings + " is not trusted, or the server does not speak TLS",
                    failure));
        }
        return Optional.empty();
    }

    private static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }

    /**
     * Returns the class names and messages of the failure and its causes, at most ten, in lower
     * case.
     */
    private static String text(Throwable failure) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 10; cause = cause.getCause()) {
            text.append(cause.getClass().getSimpleName())
                    .append(' ')
                    .append(cause.getMessage())
                    .append('\n');
            depth++;
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
