package dev.tern.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code tern serve} as a process of its own, on a free port. */
record ServedProcess(Process process, int port) {
    private static final Pattern PORT = Pattern.compile("\"port\":(\\d+)");

    static ServedProcess start(Path home, String heap, Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tern.cli.Main",
                "serve",
                "--json",
                "--quiet",
                "--port",
                "0"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        home.resolve("serve.log").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        Matcher port = PORT.matcher(String.valueOf(out.readLine()));
        if (!port.find()) {
            process.destroyForcibly();
            throw new IOException("the server does not start: " + Files.readString(home.resolve("serve.log")));
        }
        return new ServedProcess(process, Integer.parseInt(port.group(1)));
    }

    String address(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    /** Memory that is the process's own, in megabytes; 0 where the system does not tell. */
    long ownMegabytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
                if (line.startsWith("RssAnon:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
                }
            }
        } catch (IOException e) {
            // It has ended, or this is no Linux.
        }
        return 0;
    }
}
