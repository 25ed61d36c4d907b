package dev.tern.documents.sync.command;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.output.Printable;
import dev.tern.documents.sync.SyncedSource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Describes sources that no run reads, as the user of this machine has not named them. */
final class UnnamedSource {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./][\\p{L}\\p{N}_./:@%+=,-]*");

    private UnnamedSource() {}

    /**
     * Returns the reason why a source is not read, and the command that names the source. Its name
     * and address are quoted, as they are untrusted.
     */
    static String sentence(SyncedSource source, Configuration configuration) {
        String reason = "the source \"" + Printable.text(source.name()) + "\" at " + Printable.text(source.address())
                + " is not read: it came with the graph, or is from an earlier version of Tern, and was not added on"
                + " this machine";
        return isPlace(source.address())
                ? reason + ". To read it with your permissions: tern sync " + quoted(source.address())
                        + " --name=" + quoted(source.name()) + " --graph " + configuration.graph() + " --store "
                        + quoted(configuration.storeShown())
                : reason;
    }

    private static boolean isPlace(String address) {
        try {
            return address.chars().noneMatch(Character::isISOControl)
                    && (address.matches("(?i)https?://.*") || Path.of(address).isAbsolute());
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String quoted(String word) {
        String shown = Printable.text(word);
        return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
    }
}
