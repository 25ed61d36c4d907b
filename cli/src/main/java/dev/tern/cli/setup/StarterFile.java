package dev.tern.cli.setup;

import dev.tern.app.config.Setting;
import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A first {@code tern.yaml}: what was chosen, and as comments what could be. */
final class StarterFile {
    /** Where the graph is kept unless another place is chosen. */
    static final String STORE = "./tern-store";

    private final Map<Setting, String> chosen;
    private final String documents;

    /**
     * A file with some settings.
     *
     * @param chosen what was chosen besides the defaults
     * @param documents where the documents are, for a comment
     */
    StarterFile(Map<Setting, String> chosen, String documents) {
        this.chosen = chosen;
        this.documents = documents;
    }

    /** The lines of the file. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(
                "# What Tern does in this folder. Flags and variables of the environment are stronger than this file.",
                "# All settings with their values: tern config show. What works: tern doctor.",
                "",
                "# The documents: tern sync " + documents.replaceAll("\\R", " "),
                "",
                "# Where the graph is kept: a directory, or the address of a Milvus server."));
        lines.add("store: " + quoted(chosen.getOrDefault(Setting.STORE, STORE)));
        lines.add("");
        lines.add("# The language model. Its key belongs into the environment, as in OPENAI_API_KEY, and not into this"
                + " file.");
        if (chosen.containsKey(Setting.CHAT_PROVIDER)) {
            lines.add("chat:");
            option(lines, "  provider: ", Setting.CHAT_PROVIDER);
            option(lines, "  model: ", Setting.CHAT_MODEL);
            option(lines, "  baseUrl: ", Setting.CHAT_BASE_URL);
        } else {
            lines.add("# chat:");
            lines.add("#   provider: openai");
        }
        lines.addAll(List.of(
                "",
                "# The most that one command may spend on models; prices are dollars for a million tokens in and out.",
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
     * Writes the file, whole or not at all.
     *
     * @throws TernException the user's, if it is there already or cannot be written
     */
    void write(Path file) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.write(part, lines());
            // A link does not replace what is there.
            Files.createLink(file, part);
        } catch (FileAlreadyExistsException e) {
            throw TernException.user(file + " was written by another program meanwhile; it was left as it is", e);
        } catch (UnsupportedOperationException | IOException e) {
            throw TernException.user(file + " cannot be written: " + e.getMessage(), e);
        } finally {
            remove(part);
        }
    }

    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw TernException.user(part + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
