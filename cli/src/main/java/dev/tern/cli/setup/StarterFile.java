package dev.tern.cli.setup;

import dev.tern.app.config.Setting;
import dev.tern.error.TernException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes a first {@code tern.yaml}, with the chosen settings, and with others as comments. */
final class StarterFile {
    static final String STORE = "./tern-store";

    private final Map<Setting, String> chosen;
    private final String documents;
    private final UnaryOperator<String> called;

    /**
     * Creates the content of a file; {@link #write} writes it.
     *
     * @param chosen the store, and the chosen settings of the chat model
     * @param documents the command that adds the documents, for a comment
     * @param called replaces {@code tern} in commands by the name that the user typed
     */
    StarterFile(Map<Setting, String> chosen, String documents, UnaryOperator<String> called) {
        this.chosen = chosen;
        this.documents = documents;
        this.called = called;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(
                "# The settings of Tern in this folder. Options and environment variables override this file.",
                called.apply("# All settings with their values: tern doctor --settings. To check them: tern doctor."),
                "",
                called.apply("# The documents: tern " + documents.replaceAll("\\R", " ")),
                "",
                "# Where the graph is kept: a directory, or the address of a Milvus server."));
        option(lines, "store: ", Setting.STORE);
        lines.add("");
        lines.add("# The language model. Its key belongs into the environment, as in OPENAI_API_KEY, and not into this"
                + " file.");
        lines.add("chat:");
        option(lines, "  provider: ", Setting.CHAT_PROVIDER);
        option(lines, "  model: ", Setting.CHAT_MODEL);
        option(lines, "  baseUrl: ", Setting.CHAT_BASE_URL);
        lines.addAll(List.of(
                "",
                "# The maximum cost of models in one command; prices are dollars for a million tokens in and out.",
                "# maxCost: 5",
                "# prices: \"gpt-6-luna=0.15/0.60\"",
                "",
                "# How passages are found: naive, local, graph or overview. Without it, the best that the models"
                        + " allow.",
                "# mode: local"));
        return lines;
    }

    private void option(List<String> lines, String key, Setting setting) {
        if (chosen.containsKey(setting)) {
            lines.add(key + quoted(chosen.get(setting)));
        }
    }

    private static String quoted(String text) {
        return text.matches("[A-Za-z0-9./_-]*[A-Za-z0-9/_-]")
                        && !text.matches("(?i)true|false|yes|no|on|off|null|[0-9.]*")
                ? text
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /**
     * Writes the configuration file. An incomplete file is deleted.
     *
     * @throws TernException the user's fault, if the file exists already or cannot be written
     */
    void write(Path file) {
        boolean made = false;
        try (Writer writer = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            made = true;
            writer.write(String.join("\n", lines()) + "\n");
        } catch (FileAlreadyExistsException e) {
            throw TernException.user(file + " was written by another program meanwhile; it was left as it is", e);
        } catch (IOException e) {
            if (made) {
                remove(file);
            }
            throw TernException.user(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw TernException.user(file + " is not whole, and cannot be removed: " + e.getMessage(), e);
        }
    }
}
