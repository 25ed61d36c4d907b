package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a parser process. It is started with the first document, reused for later ones, and replaced
 * after a timeout, a crash or exhausted memory. Not thread-safe.
 */
final class ParserProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ParserProcess.class);
    private static final int OUT_OF_MEMORY = 3;
    private static final int START_SECONDS = 60;
    private static final int END_SECONDS = 5;

    /** Prevents host look-ups by configuring a hosts file that does not exist. */
    static final String NO_HOST_LOOKUPS = "-Djdk.net.hosts.file=/dev/null/names";

    /** Limits memory outside the heap: file buffers, classes (some 60 MB) and compiled code. */
    private static final List<String> OTHER_MEMORY =
            List.of("-XX:MaxDirectMemorySize=32m", "-XX:MaxMetaspaceSize=128m", "-XX:ReservedCodeCacheSize=48m");

    /** The inherited environment variables, besides LC_*: for language, Windows and Tesseract. */
    private static final Set<String> KEPT_VARIABLES = Set.of("LANG", "SystemRoot", "TESSDATA_PREFIX");

    private final LoadLimits limits;
    private final ParserPermits permits;
    private final OcrSettings ocr;
    /** The command without the class path, which is resolved at start. */
    private final List<String> command;

    private final Supplier<String> classPath;
    private final Path folder;
    private @Nullable RunningProcess running;

    /**
     * Creates a process that is not started.
     *
     * @param classPath called when a process starts
     * @param ocr the engine for text in pictures
     * @param hidden true to read hidden sheets, rows, columns and slides
     * @param folder an empty folder for its temporary files
     */
    ParserProcess(
            LoadLimits limits,
            ParserPermits places,
            Path java,
            Supplier<String> classPath,
            OcrSettings ocr,
            boolean hidden,
            Path folder) {
        this.limits = limits;
        this.permits = places;
        this.classPath = classPath;
        this.ocr = ocr;
        this.folder = folder;
        List<String> words = new ArrayList<>(List.of(
                java.toString(),
                "-Xmx" + limits.of(LoadLimit.PARSER_MEGABYTES) + "m",
                "-Xss2m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("crash.log"),
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + folder,
                "-Djdk.xml.entityExpansionLimit=1000",
                "-Djavax.xml.accessExternalDTD=",
                "-Djavax.xml.accessExternalSchema="));
        words.add(NO_HOST_LOOKUPS);
        words.addAll(OTHER_MEMORY);
        if (ocr.usesModels()) {
            words.add("--enable-native-access=ALL-UNNAMED");
        }
        words.add(ParserMain.class.getName());
        for (LoadLimit limit : LoadLimit.values()) {
            words.add(limit.name() + "=" + limits.of(limit));
        }
        words.addAll(ocr.arguments());
        words.add(ParserProtocol.HIDDEN + hidden);
        this.command = List.copyOf(words);
    }

    /** A reply: a document, the reason for its absence, or progress; no field is set at the end. */
    private record ParserReply(
            @Nullable ParsedFile parsed, @Nullable String reason, boolean working) {
        private ParserReply(@Nullable ParsedFile parsed, @Nullable String reason) {
            this(parsed, reason, false);
        }
    }

    /**
     * Parses a document, in a running process or a new one.
     *
     * @param source its path must be valid text, because the request carries it as text
     * @throws TernException if no process starts or is free, or the thread is interrupted
     */
    ParsedFile parse(SourceFile source, String type) throws UnreadableException {
        boolean used = running != null;
        ParserReply reply = ask(source, type);
        if (reply.parsed == null && reply.reason == null && used) {
            // Earlier documents may have exhausted the process.
            LOG.debug("The parser process ended; {} is tried again in a new one", source.shown());
            stop();
            reply = ask(source, type);
        }
        if (reply.reason != null) {
            throw new UnreadableException(reply.reason);
        }
        if (reply.parsed == null) {
            throw new UnreadableException(end());
        }
        return reply.parsed;
    }

    /** Returns the file of an attachment of the last parsed document. */
    Path attachment(int index) {
        return folder.resolve(MailParser.ATTACHED + index);
    }

    /** Returns the reason and remedy for unread text in pictures; empty if none is known. */
    String missingForPictures() {
        return ScanReader.unavailableReason(ocr, false);
    }

    private ParserReply ask(SourceFile source, String type) throws UnreadableException {
        long seconds = limits.of(LoadLimit.SECONDS);
        try {
            RunningProcess process = running();
            try {
                ParserProtocol.writeRequest(process.out, source, type);
            } catch (IOException e) {
                return new ParserReply(null, null);
            }
            Optional<ParserReply> reply = process.reply(seconds);
            // Each page has the time of a document; a hostile process might report progress
            // forever.
            for (long page = 0; reply.isPresent() && reply.get().working; page++) {
                boolean more = page < limits.of(LoadLimit.SCANNED_PAGES);
                reply = more ? process.reply(seconds) : Optional.empty();
            }
            if (reply.isEmpty()) {
                stop();
                throw new UnreadableException("takes longer to parse than " + seconds + " s (load.maxSeconds)");
            }
            return reply.get();
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
            throw TernException.user("loading was interrupted", e);
        }
    }

    private RunningProcess running() throws InterruptedException {
        RunningProcess process = running;
        if (process == null) {
            process = started();
            Optional<ParserReply> ready = process.reply(START_SECONDS);
            if (ready.isEmpty() || ready.get().reason == null) {
                String said = process.firstErrorLine();
                stop();
                throw TernException.store("the parser process does not start (" + command.getFirst() + ")"
                        + (said.isEmpty() ? "" : ": " + said));
            }
        }
        return process;
    }

    private RunningProcess started() throws InterruptedException {
        permits.acquire();
        try {
            List<String> words = new ArrayList<>(command);
            words.addAll(1, List.of("-cp", classPath.get()));
            RunningProcess process = new RunningProcess(words, folder, limits);
            running = process;
            return process;
        } finally {
            if (running == null) {
                permits.giveBack();
            }
        }
    }

    /** Returns the reason for the exit of the process, and stops using it. */
    private String end() {
        RunningProcess process = running;
        int code = process == null ? 0 : process.exitCode();
        stop();
        return code == OUT_OF_MEMORY
                ? "needs more memory to parse than " + limits.of(LoadLimit.PARSER_MEGABYTES)
                        + " MB (load.parserMegabytes)"
                : "crashed the parser process (exit code " + code + ")";
    }

    private void stop() {
        if (running != null) {
            running.kill();
            running = null;
            permits.giveBack();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** A started process, and the thread that reads its output. */
    private static final class RunningProcess {
        private final Process process;
        private final DataOutputStream out;
        private final Path errors;
        private final BlockingQueue<ParserReply> replies = new ArrayBlockingQueue<>(2);

        private RunningProcess(List<String> command, Path folder, LoadLimits limits) {
            errors = folder.resolve("errors.log");
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
            // A process that reads untrusted documents must not see the keys in Tern's environment.
            builder.environment().keySet().removeIf(name -> !name.startsWith("LC_") && !KEPT_VARIABLES.contains(name));
            try {
                process = builder.start();
            } catch (IOException e) {
                throw TernException.store("the parser process does not start: " + e.getMessage(), e);
            }
            out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
            Thread reader = new Thread(() -> read(limits), "parser-replies");
            reader.setDaemon(true);
            reader.start();
        }

        /**
         * Waits for the next reply; returns empty after the given seconds. While this process is stopped, as in a
         * paused container, at most one second of them passes.
         */
        private Optional<ParserReply> reply(long seconds) throws InterruptedException {
            ParserReply reply = null;
            for (long waited = 0; reply == null && waited < seconds; waited++) {
                reply = replies.poll(1, TimeUnit.SECONDS);
            }
            return Optional.ofNullable(reply);
        }

        private void read(LoadLimits limits) {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
                while (true) {
                    replies.put(reply(in, limits));
                }
            } catch (IOException e) {
                LOG.debug("The parser process ended: {}", String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            replies.offer(new ParserReply(null, null));
        }

        private static ParserReply reply(DataInputStream in, LoadLimits limits) throws IOException {
            int kind = in.readByte();
            return switch (kind) {
                case ParserProtocol.READY -> new ParserReply(null, "");
                case ParserProtocol.WORKING -> new ParserReply(null, null, true);
                case ParserProtocol.PARSED -> new ParserReply(ParserProtocol.readParsed(in, limits), null);
                case ParserProtocol.UNREADABLE -> new ParserReply(null, ParserProtocol.readField(in));
                default -> throw new StreamCorruptedException("a frame of the kind " + kind);
            };
        }

        private int exitCode() {
            try {
                if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    return -1;
                }
                return process.exitValue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return -1;
            }
        }

        /** Returns the first line of its standard error; empty if there is none. */
        private String firstErrorLine() {
            try {
                return new String(Files.readAllBytes(errors), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .findFirst()
                        .orElse("");
            } catch (IOException e) {
                return "";
            }
        }

        private void kill() {
            // Child processes would outlive the parser process.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            try {
                process.waitFor(END_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
