package dev.tern.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no proper client sends. */
final class RawHttp {
    private RawHttp() {}

    static int status(int port, String start, String header) throws IOException {
        String answer = answer(port, start + " HTTP/1.1\r\n" + header + "\r\nConnection: close\r\n\r\n");
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    /** Returns all that the server sends until it closes the connection; the client does not. */
    static String answer(int port, String request) throws IOException {
        try (Socket socket = connect(port)) {
            send(socket, request);
            return rest(socket, Integer.MAX_VALUE);
        }
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        return socket;
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Returns the response before the connection ends, of at most some bytes. */
    static String rest(Socket socket, int most) throws IOException {
        return new String(socket.getInputStream().readNBytes(most), StandardCharsets.UTF_8);
    }
}
