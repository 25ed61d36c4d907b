package dev.tern.documents;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main class of a parser process: reads requests from standard input and answers on standard
 * output, one at a time. It exits when its input ends, even in the middle of a document, so that it
 * never outlives its parent.
 *
 * <p>It opens no connection: classic sockets and URL handlers throw, and host names are not
 * resolved. This stops a parser that would fetch a linked resource. It does not stop injected code:
 * a malicious document that can run code has the rights of Tern's user.
 */
final class ParserMain {
    private static final Set<String> NETWORK = Set.of("http", "https", "ftp", "mailto", "jmod");

    private ParserMain() {}

    /** A document to parse. */
    private record ParseRequest(Path file, String name, String type, String charset) {}

    /**
     * Answers requests until the input ends.
     *
     * @param arguments the limits, and the settings of OCR and hidden parts, as {@code KEY=VALUE}
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        // Output of libraries must not mix with the answers.
        detach();
        refuseNetwork();
        boolean hidden = List.of(arguments).contains(ParserProtocol.HIDDEN + true);
        FormatParser parser =
                new FormatParser(limits(arguments), hidden, new ScanReader(OcrSettings.of(arguments), () -> {
                    out.writeByte(ParserProtocol.WORKING);
                    out.flush();
                }));
        LinkedBlockingQueue<ParseRequest> requests = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> readUntilEnd(in, requests), "requests");
        reader.setDaemon(true);
        reader.start();
        out.writeByte(ParserProtocol.READY);
        out.flush();
        // Standard error reports failures of the start only; documents could fill a disk with
        // messages.
        System.setErr(discarding());
        while (true) {
            answer(out, parser, requests.take());
        }
    }

    private static void answer(DataOutputStream out, FormatParser parser, ParseRequest request) throws IOException {
        ParsedFile parsed;
        try {
            parsed = parser.parse(request.file(), request.name(), request.type(), request.charset());
        } catch (UnreadableException e) {
            out.writeByte(ParserProtocol.UNREADABLE);
            ParserProtocol.writeText(out, e.reason());
            out.flush();
            return;
        }
        ParserProtocol.writeParsed(out, parsed);
    }

    private static void readUntilEnd(DataInputStream in, LinkedBlockingQueue<ParseRequest> requests) {
        try {
            while (in.readByte() == ParserProtocol.PARSE) {
                requests.add(new ParseRequest(
                        Path.of(ParserProtocol.readField(in)),
                        ParserProtocol.readField(in),
                        ParserProtocol.readField(in),
                        ParserProtocol.readField(in)));
            }
        } catch (IOException ended) {
            // The process exits at the end of the input, even in the middle of a request.
        }
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(0);
    }

    private static LoadLimits limits(String[] arguments) {
        LoadLimits limits = LoadLimits.DEFAULTS;
        for (String argument : arguments) {
            int sign = argument.indexOf('=');
            for (LoadLimit limit : LoadLimit.values()) {
                if (sign > 0 && limit.name().equals(argument.substring(0, sign))) {
                    limits = limits.with(limit, Long.parseLong(argument.substring(sign + 1)));
                }
            }
        }
        return limits;
    }

    private static void detach() {
        System.setIn(InputStream.nullInputStream());
        System.setOut(discarding());
    }

    private static PrintStream discarding() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("deprecation") // the only way to block all classic sockets of a process
    static void refuseNetwork() throws IOException {
        Socket.setSocketImplFactory(() -> {
            throw new IllegalStateException("the parser process opens no connection");
        });
        java.net.URL.setURLStreamHandlerFactory(protocol -> NETWORK.contains(protocol) ? new Refusing() : null);
    }

    /** Refuses every URL, so that no parser fetches one. */
    private static final class Refusing extends java.net.URLStreamHandler {
        @Override
        protected java.net.URLConnection openConnection(java.net.URL address) throws IOException {
            throw new IOException("the parser process opens no connection");
        }
    }
}
