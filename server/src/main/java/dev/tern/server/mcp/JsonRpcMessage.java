package dev.tern.server.mcp;

import dev.tern.server.front.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client's message in JSON-RPC 2.0.
 *
 * @param id a string or an integer; null for a notification
 * @param params the parameters; empty if there are none
 */
record JsonRpcMessage(@Nullable Object id, String method, Map<String, Object> params) {
    /** The largest integer that is exact as a JavaScript number. */
    private static final long MAX_EXACT_INTEGER = (1L << 53) - 1;

    /** Parses the fields of a message; throws a {@link Problem} if one is invalid. */
    static JsonRpcMessage of(@Nullable Map<String, Object> fields) {
        if (fields == null || !"2.0".equals(fields.get("jsonrpc"))) {
            throw Problem.badRequest("\"jsonrpc\" must be \"2.0\"");
        }
        if (!(fields.get("method") instanceof String method)) {
            throw Problem.badRequest("\"method\" must be a string: the server accepts requests and notifications");
        }
        Object id = fields.containsKey("id") ? id(fields.get("id")) : null;
        Object params = fields.get("params");
        if (params == null && !fields.containsKey("params")) {
            return new JsonRpcMessage(id, method, Map.of());
        }
        if (!(params instanceof Map<?, ?> given)) {
            throw Problem.badRequest("\"params\" must be an object");
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> named = (Map<String, Object>) given;
        return new JsonRpcMessage(id, method, named);
    }

    /** Parses an id that every library can represent; 7.0 is an integer too. */
    private static Object id(@Nullable Object given) {
        if (given instanceof String text) {
            return text;
        }
        if (given instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && Math.abs(number.doubleValue()) <= MAX_EXACT_INTEGER) {
            return number.longValue();
        }
        throw Problem.badRequest("\"id\" must be a string or a whole number of at most 2^53 - 1");
    }

    /** Returns the id of a message that gets a reply. */
    Object replyId() {
        if (id == null) {
            throw new IllegalStateException("a notification gets no reply");
        }
        return id;
    }
}
