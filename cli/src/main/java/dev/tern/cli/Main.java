package dev.tern.cli;

import dev.tern.app.Backend;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.process.DataStream;
import dev.tern.cli.command.process.Environment;
import dev.tern.cli.command.process.InterruptHandler;
import dev.tern.cli.command.process.StandardError;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The entry point of the process: opens its streams, handles signals, and sets the exit code. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        DataStream data = new DataStream(new FileOutputStream(FileDescriptor.out));
        PrintStream out = new PrintStream(data, false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(StandardError.stream(), true, StandardCharsets.UTF_8);
        System.setErr(err);
        // A library that prints must not disturb a command's output for programs.
        System.setOut(err);
        InterruptHandler interruption = InterruptHandler.of(Thread.currentThread());
        Environment environment = new Environment(
                out,
                err,
                System.getProperty("tern.terminal", "").contains("in"),
                System.getProperty("tern.terminal", "").contains("out"),
                System.getProperty("tern.terminal", "").contains("err"),
                columns(),
                System.in,
                variables(),
                Path.of("").toAbsolutePath());
        int exitCode = CommandLineRun.run(environment, new Backend(), arguments);
        out.flush();
        exitCode = data.exitCode(exitCode, err);
        interruption.commandEnded();
        System.exit(exitCode);
    }

    /** Returns the environment variables, with {@code TERN_CALLED} if started from tern.jar. */
    private static Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        String jar = System.getProperty("java.class.path");
        if (jar.endsWith("tern.jar")) {
            variables.putIfAbsent("TERN_CALLED", "java -jar " + Phrases.quoted(jar));
        }
        return variables;
    }

    private static int columns() {
        String property = System.getProperty("tern.columns", "");
        try {
            int columns = property.isEmpty() ? 0 : Integer.parseInt(property);
            return columns >= 20 ? columns : Environment.USUAL_COLUMNS;
        } catch (NumberFormatException e) {
            return Environment.USUAL_COLUMNS;
        }
    }
}
