package dev.tern.transfer.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an exported graph line by line; the first bytes show whether it is compressed with gzip.
 * The last line is a footer with the hash of all lines before it. {@link #next} throws if the
 * footer is missing, since the file is then truncated, or if the hash differs.
 *
 * <p>A missing or invalid file is the user's fault; for an invalid line, the message has its number
 * and perhaps the column. A file that cannot be read for another reason is the store's fault.
 */
final class GraphFileReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LINES_PER_CHECK = 256;

    private final Path path;
    private final InputStream in;
    private final LineJson json = new LineJson();
    private final MessageDigest sha = Sha256.digest();
    private final GraphLine.Header header;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private int filled;
    private long number;
    private long passages;
    private long statements;
    private boolean ended;

    private GraphFileReader(Path path, InputStream in) throws IOException {
        this.path = path;
        this.in = in;
        this.header = readHeader();
    }

    /** Opens a file and reads its header; throws if it is invalid or the file is a pipe. */
    static GraphFileReader open(Path path) {
        InputStream in = null;
        try {
            in = uncompressed(path);
            return new GraphFileReader(path, in);
        } catch (IOException e) {
            closeQuietly(in);
            throw unreadable(path, e);
        } catch (RuntimeException e) {
            closeQuietly(in);
            throw e;
        }
    }

    private static InputStream uncompressed(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw TernException.user(path + " is a folder, not an exported graph");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // The path may be a pipe, which would be empty when read again.
            throw TernException.user(path + " is not a file: a graph is checked before it is written, so it is read"
                    + " twice; put it into a file first");
        }
        BufferedInputStream file = new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES);
        try {
            file.mark(2);
            boolean gzip = file.read() == 0x1f && file.read() == 0x8b;
            file.reset();
            return gzip ? new GZIPInputStream(file, BUFFER_BYTES) : file;
        } catch (IOException e) {
            closeQuietly(file);
            throw e;
        }
    }

    private static void closeQuietly(@Nullable InputStream in) {
        if (in != null) {
            try {
                in.close();
            } catch (IOException e) {
                // The first failure is reported instead.
            }
        }
    }

    GraphLine.Header header() {
        return header;
    }

    long passages() {
        return passages;
    }

    private GraphLine.Header readHeader() throws IOException {
        String first = readLine();
        if (first == null) {
            throw TernException.user(path + " is empty");
        }
        JsonNode node = tree(first).path("header");
        if (!node.path("format").asText().equals(GraphLine.FORMAT)) {
            throw TernException.user(path
                    + " is not an exported graph: its first line is not a header (documents are added with tern add)");
        }
        if (node.path("version").asLong() > GraphLine.VERSION) {
            throw TernException.user(path + " has version "
                    + node.path("version").asLong() + " of the format, and this version of Tern reads up to "
                    + GraphLine.VERSION + "; use a newer Tern");
        }
        if (!(parse(first) instanceof GraphLine.Header found)) {
            throw bad("expected the header");
        }
        requireReadableNotes(found);
        if (found.dimension() < 1) {
            throw bad("the dimension is " + found.dimension() + "; it must be at least 1");
        }
        return found;
    }

    private void requireReadableNotes(GraphLine.Header found) {
        try {
            found.said();
        } catch (TernException e) {
            throw bad(String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode tree(String line) {
        try {
            JsonNode node = new JsonMapper().readTree(line);
            return node == null ? MissingNode.getInstance() : node;
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Returns the next line before the footer, then null; throws if the file is invalid. */
    GraphLine.@Nullable InnerLine next() {
        if (ended) {
            return null;
        }
        try {
            String text = readLine();
            if (text == null) {
                throw truncated();
            }
            switch (parse(text)) {
                case GraphLine.Header again -> throw bad("a second header (version " + again.version() + ")");
                case GraphLine.InnerLine inner -> {
                    count(inner);
                    return inner;
                }
                case GraphLine.Footer last -> {
                    end(last);
                    return null;
                }
            }
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private void count(GraphLine.InnerLine line) {
        switch (line) {
            case GraphLine.PassageLine passage -> {
                passages++;
                statements += passage.statements().size();
            }
            case GraphLine.EntityVector entity -> requireVectors("entity " + entity.id());
            case GraphLine.RelationVector relation -> requireVectors("relation " + relation.key());
        }
    }

    private void requireVectors(String row) {
        if (!header.vectors()) {
            throw bad("the vector of " + row + ", in a file without vectors");
        }
    }

    private void end(GraphLine.Footer footer) throws IOException {
        ended = true;
        String hash = HexFormat.of().formatHex(sha.digest());
        if (!hash.equals(footer.sha256())) {
            throw TernException.user(path + " is damaged, or was changed after the export: the SHA-256 of its lines is "
                    + hash + ", and its footer says " + footer.sha256());
        }
        if (passages != footer.passages() || statements != footer.statements()) {
            throw TernException.user(path + " is damaged: it holds " + passages + " passages with " + statements
                    + " statements, and its footer says " + footer.passages() + " with " + footer.statements());
        }
        this.footer = footer;
        if (fill()) {
            number++;
            throw bad("there is data after the footer");
        }
    }

    private GraphLine.@Nullable Footer footer;

    /** Returns the footer, after the end of the file. */
    GraphLine.Footer footer() {
        if (footer == null) {
            throw new IllegalStateException("the file has more lines");
        }
        return footer;
    }

    /** Returns the next line as text, null at the end; adds the line before it to the hash. */
    private @Nullable String readLine() throws IOException {
        if (number % LINES_PER_CHECK == 0 && Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while reading " + path);
        }
        if (pending.length > 0) {
            sha.update(pending);
            sha.update((byte) '\n');
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
        boolean complete = false;
        while (!complete && fill()) {
            int end = start;
            while (end < filled && buffer[end] != '\n') {
                end++;
            }
            if (bytes.size() + end - start > LineJson.MAX_BYTES) {
                number++;
                throw bad("the line has more than " + LineJson.MAX_BYTES + " bytes");
            }
            bytes.write(buffer, start, end - start);
            complete = end < filled;
            start = complete ? end + 1 : end;
        }
        if (!complete && bytes.size() == 0) {
            return null;
        }
        number++;
        if (!complete && number > 1) {
            throw truncated();
        }
        pending = bytes.toByteArray();
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(pending))
                    .toString();
        } catch (CharacterCodingException e) {
            throw bad("it is not UTF-8 text");
        }
    }

    /** The last line read. It is hashed when another line follows, so the footer is not. */
    private byte[] pending = new byte[0];

    private boolean fill() throws IOException {
        if (start == filled) {
            start = 0;
            try {
                filled = Math.max(0, in.read(buffer));
            } catch (EOFException e) {
                throw truncated();
            }
        }
        return filled > 0;
    }

    private GraphLine parse(String text) {
        try {
            return json.parse(text);
        } catch (JsonProcessingException e) {
            throw bad(LineProblem.of(e), e);
        }
    }

    private TernException truncated() {
        return TernException.user(
                path + " is truncated: it ends at line " + number + " and has no footer; nothing can be imported");
    }

    /** Returns the exception for a problem of the last line read. */
    TernException bad(String problem) {
        return TernException.user(path + ", line " + number + ": " + problem);
    }

    private TernException bad(String problem, JsonProcessingException cause) {
        return TernException.user(path + ", line " + number + ", " + problem, cause);
    }

    private static TernException unreadable(Path path, IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return TernException.user("there is no file " + path, failure);
        }
        if (failure instanceof EOFException) {
            return TernException.user(path + " is truncated: it ends within the header of gzip", failure);
        }
        if (failure instanceof ZipException) {
            return TernException.user(path + " is damaged: " + failure.getMessage(), failure);
        }
        return TernException.store(path + " cannot be read: " + failure.getMessage(), failure);
    }

    @Override
    public void close() {
        closeQuietly(in);
    }
}
