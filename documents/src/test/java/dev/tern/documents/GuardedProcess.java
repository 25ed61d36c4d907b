package dev.tern.documents;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

/** A careless parser in the parser process: prints a line for each attempt to fetch. */
final class GuardedProcess {
    private GuardedProcess() {}

    /** Tries every way, with the address of a listening server and with a known host name. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        URL address = URI.create(arguments[0]).toURL();
        ParserMain.refuseNetwork();
        try {
            URI.create(arguments[0]).toURL().openStream().close();
            out.println("address: open");
        } catch (IOException e) {
            out.println("address: " + e.getMessage());
        }
        String xml = "<!DOCTYPE a [<!ENTITY e SYSTEM '" + arguments[0] + "'>]><a>&e;</a>";
        try {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
            out.println("entity: open");
        } catch (IOException e) {
            out.println("entity: " + e.getMessage());
        }
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            out.println("socket: " + socket);
        } catch (IllegalStateException e) {
            out.println("socket: " + e.getMessage());
        }
        try {
            out.println("name: " + InetAddress.getByName(arguments[1]));
        } catch (UnknownHostException e) {
            out.println("name: unknown");
        }
    }
}
