package dev.tern.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program in a pseudo-terminal that Python makes, started by its launcher. Without Python, which a build needs, its start
 * fails.
 */
final class PseudoTerminal implements AutoCloseable {
    /** The time limit for a hang; no test measures the start of the program. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * The time within which an immediate effect must appear; a process waits 20 s for a command that ignores a signal.
     */
    static final Duration AT_ONCE = Duration.ofSeconds(18);

    /** The escape sequences that move the cursor, and set colours and modes. */
    private static final Pattern MARKS = Pattern.compile("\u001b(\\[[0-9;?]*[ -/]*[@-~]|[=>])");

    private static final String LAUNCH =
            "app=$1 java_home=$2 kept=$3 folder=$4; shift 4; . ../../cli/src/launcher/launch.sh; cd \"$folder\"; launch"
                    + " \"$@\"";

    private final Process process;
    private final StringBuilder shown = new StringBuilder();
    private int read;
    private boolean ended;

    /**
     * Starts a command.
     *
     * @param folder the working directory of the command
     * @param rows the reported height of the terminal; 0 for none
     * @param columns the reported width of the terminal; 0 for none
     */
    PseudoTerminal(Path folder, int rows, int columns, Map<String, String> variables, String... command)
            throws IOException, InterruptedException {
        Launched.first();
        List<String> words = new ArrayList<>(List.of(
                "python3",
                "src/test/python/terminal.py",
                Integer.toString(rows),
                Integer.toString(columns),
                "sh",
                "-c",
                LAUNCH,
                "launch",
                Launched.home().resolve("cli/target").toString(),
                System.getProperty("java.home"),
                Launched.home().resolve(".tern-build").toString(),
                folder.toString()));
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().keySet().removeAll(List.of("COLUMNS", "XDG_STATE_HOME", "NO_COLOR"));
        builder.environment().putAll(variables);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("HOME", folder.toString());
        process = builder.start();
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        byte[] part = new byte[8192];
        try (InputStream in = process.getInputStream()) {
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                add(new String(part, 0, count, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            add("\nthe terminal cannot be read: " + e);
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void add(String part) {
        shown.append(part);
        notifyAll();
    }

    void type(String keys) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Returns the output since the last call up to a text, without escape sequences. */
    String until(String text) throws InterruptedException {
        return until(text, PATIENCE);
    }

    /** Returns the output up to a text, like {@code until}, within a time. */
    synchronized String until(String text, Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            String plain = MARKS.matcher(shown).replaceAll("").replace("\r", "");
            int found = plain.indexOf(text, read);
            if (found >= 0) {
                String part = plain.substring(read, found + text.length());
                read = found + text.length();
                return part;
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (ended || left <= 0) {
                throw new AssertionError("\"" + text + "\" is not shown after: " + plain.substring(read));
            }
            wait(left);
        }
    }

    /** Sends a signal to the program. */
    void signal(String name) throws IOException, InterruptedException {
        Matcher number = Pattern.compile("process (\\d+)").matcher(shown);
        if (!number.find()
                || new ProcessBuilder("kill", "-" + name, number.group(1))
                                .start()
                                .waitFor()
                        != 0) {
            throw new AssertionError("there is no process to send a signal: " + shown);
        }
    }

    /** Closes the terminal under the program, as closing a window does. */
    void hangUp() throws IOException {
        process.getOutputStream().close();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
