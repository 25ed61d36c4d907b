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

    /** All that the server sends until it closes the connection, which the client leaves open. */
    static String answer(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
