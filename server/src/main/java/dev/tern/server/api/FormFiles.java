package dev.tern.server.api;

import dev.tern.server.front.Exchange;
import dev.tern.server.front.Problem;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.NameValuePair;
import org.apache.james.mime4j.stream.RawBody;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RawFieldParser;
import org.apache.james.mime4j.stream.RecursionMode;

/** Reads the files of a multipart/form-data body one by one, as they arrive. */
final class FormFiles {
    private static final String TYPE = "multipart/form-data";
    private static final int MAX_HEADERS = 20;
    private static final int MAX_LINE = 8_192;
    private static final MimeConfig LIMITS = MimeConfig.custom()
            .setStrictParsing(true)
            .setMaxHeaderCount(MAX_HEADERS)
            .setMaxHeaderLen(MAX_LINE)
            .setMaxLineLen(MAX_LINE)
            .build();

    private FormFiles() {}

    interface FileReceiver {
        /** Receives a file of the form and its name, as the client sent it. */
        void file(String name, InputStream content) throws IOException;
    }

    /** Returns true if a request declares its body as a form. */
    static boolean isIn(Exchange exchange) {
        return type(exchange).regionMatches(true, 0, TYPE, 0, TYPE.length());
    }

    /**
     * Reads the body; fields without a file name are skipped.
     *
     * @throws Problem if it is no valid form, or longer than the limit of the request
     */
    static void read(Exchange exchange, FileReceiver receiver) throws IOException {
        MimeTokenStream parts = new MimeTokenStream(LIMITS);
        parts.setRecursionMode(RecursionMode.M_NO_RECURSE);
        try {
            parts.parseHeadless(exchange.bodyStream(), type(exchange));
            String name = "";
            EntityState state = parts.getState();
            while (state != EntityState.T_END_OF_STREAM) {
                if (state == EntityState.T_START_HEADER) {
                    name = "";
                } else if (state == EntityState.T_FIELD) {
                    name = parts.getField().getName().equalsIgnoreCase("Content-Disposition")
                            ? fileName(parts.getField())
                            : name;
                } else if (state == EntityState.T_BODY && !name.isEmpty()) {
                    receiver.file(name, new FileContent(parts.getInputStream()));
                }
                state = parts.next();
            }
        } catch (MimeException | MimeIOException e) {
            throw unreadable(e);
        }
    }

    private static Problem unreadable(Exception e) {
        return Problem.badRequest("the form cannot be read: " + e.getMessage());
    }

    private static String type(Exchange exchange) {
        return exchange.requestHeader("Content-Type").orElse("");
    }

    /** Returns the {@code filename} parameter, sent as UTF-8; empty if there is none. */
    private static String fileName(Field field) {
        RawBody body = RawFieldParser.DEFAULT.parseRawBody(new RawField(field.getName(), field.getBody()));
        return body.getParams().stream()
                .filter(pair -> pair.getName().equalsIgnoreCase("filename"))
                .map(NameValuePair::getValue)
                .findFirst()
                .orElse("");
    }

    /** The content of a file; throws a {@link Problem} if the form is truncated. */
    private static final class FileContent extends FilterInputStream {
        private FileContent(InputStream part) {
            super(part);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return super.read(buffer, offset, length);
            } catch (MimeIOException e) {
                throw unreadable(e);
            }
        }
    }
}
