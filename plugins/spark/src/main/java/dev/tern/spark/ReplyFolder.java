package dev.tern.spark;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import dev.tern.model.ReplyCache;
import dev.tern.models.kept.ModelCache;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies of chat models in a folder shared by all executors, one file per reply, named by {@link
 * ModelCache#replyKey}. Thread-safe, also across processes.
 *
 * <p>A file is written under another name and renamed, so that no reader sees a partial file; of
 * two writers either wins. The first line of a file has the tokens, the length and the SHA-256 of
 * the reply; a file that does not match is ignored and rewritten. An I/O error fails no run: the
 * first of reading and the first of writing are logged, and an unreadable reply is requested again.
 */
final class ReplyFolder implements ReplyCache {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyFolder.class);
    private static final String FORM = "tern-reply-1";
    private static final int MAX_HEAD_BYTES = 200;
    private static final int MAX_BYTES = 64 << 20;

    private final Path folder;
    private final Configuration hadoop;
    private final AtomicBoolean cannotRead = new AtomicBoolean();
    private final AtomicBoolean cannotWrite = new AtomicBoolean();

    ReplyFolder(String folder, Configuration hadoop) {
        this.folder = new Path(folder);
        this.hadoop = hadoop;
    }

    /**
     * Checks the folder with a small file.
     *
     * @throws TernException if the file cannot be written or read
     */
    void requireUsable() {
        Path probe = new Path(folder, ".unfinished/probe." + UUID.randomUUID());
        try {
            FileSystem files = files();
            try (FSDataOutputStream out = files.create(probe, false)) {
                out.write(FORM.getBytes(StandardCharsets.UTF_8));
            }
            try (FSDataInputStream in = files.open(probe)) {
                if (!FORM.equals(new String(in.readNBytes(MAX_HEAD_BYTES), StandardCharsets.UTF_8))) {
                    throw new IOException("reading back gives other bytes than were written");
                }
            }
            files.delete(probe, false);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException failure) {
            throw TernException.operator(
                    "replies cannot be stored in " + folder + ": " + failure.getMessage(), failure);
        }
    }

    @Override
    public Optional<CachedReply> find(String key) {
        Path file = file(ModelCache.replyKey(key));
        try (FSDataInputStream in = files().open(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            Optional<CachedReply> reply = read(bytes);
            if (reply.isEmpty() && !cannotRead.getAndSet(true)) {
                LOG.warn("the stored reply {} is damaged: it and similar ones are requested again", file);
            }
            return reply;
        } catch (FileNotFoundException none) {
            return Optional.empty();
        } catch (IOException failure) {
            if (!cannotRead.getAndSet(true)) {
                LOG.warn("stored replies cannot be read, and are requested again: {}: {}", file, failure.toString());
            }
            return Optional.empty();
        }
    }

    @Override
    public void keep(String key, CachedReply reply) {
        String name = ModelCache.replyKey(key);
        Path file = file(name);
        Path unfinished = new Path(folder, ".unfinished/" + name + "." + UUID.randomUUID());
        try {
            FileSystem files = files();
            try (FSDataOutputStream out = files.create(unfinished, true)) {
                out.write(written(reply));
            }
            files.mkdirs(file.getParent());
            if (!renamed(files, unfinished, file)) {
                files.delete(unfinished, false);
            }
        } catch (IOException failure) {
            if (!cannotWrite.getAndSet(true)) {
                LOG.warn("replies cannot be stored: {}: {}", file, failure.toString());
            }
        }
    }

    private boolean renamed(FileSystem files, Path from, Path to) throws IOException {
        if (files.rename(from, to)) {
            return true;
        }
        // The existing file is damaged, or another writer's reply to the same request.
        files.delete(to, false);
        return files.rename(from, to);
    }

    private FileSystem files() throws IOException {
        return folder.getFileSystem(hadoop);
    }

    private Path file(String name) {
        return new Path(folder, name.substring(0, 2) + "/" + name);
    }

    private static byte[] written(CachedReply reply) {
        byte[] text = reply.text().getBytes(StandardCharsets.UTF_8);
        byte[] head = String.join(
                        " ",
                        FORM,
                        Long.toString(reply.inputTokens()),
                        Long.toString(reply.outputTokens()),
                        Integer.toString(text.length),
                        sha256(text) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(head, head.length + text.length);
        System.arraycopy(text, 0, whole, head.length, text.length);
        return whole;
    }

    private static Optional<CachedReply> read(byte[] bytes) {
        int end = 0;
        while (end < Math.min(bytes.length, MAX_HEAD_BYTES) && bytes[end] != '\n') {
            end++;
        }
        String[] head = new String(bytes, 0, end, StandardCharsets.UTF_8).split(" ", -1);
        byte[] text = Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length);
        if (head.length != 5
                || !head[0].equals(FORM)
                || !head[3].equals(Integer.toString(text.length))
                || !head[4].equals(sha256(text))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new CachedReply(
                    new String(text, StandardCharsets.UTF_8), Long.parseLong(head[1]), Long.parseLong(head[2])));
        } catch (NumberFormatException damaged) {
            return Optional.empty();
        }
    }

    private static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
    }
}
