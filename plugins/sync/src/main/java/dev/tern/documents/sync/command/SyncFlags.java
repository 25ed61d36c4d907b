package dev.tern.documents.sync.command;

import dev.tern.app.config.ConfigurationException;
import dev.tern.documents.SourceLoader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that control a synchronisation. */
final class SyncFlags {
    private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,4})([smhd])");

    @Option(names = "--name", paramLabel = "NAME", description = "The name of the source; ids of files begin with it.")
    @Nullable
    String name;

    @Option(
            names = "--list",
            description = "Only list the sources of the graph, with the result of the last run of each.")
    boolean list;

    @Option(names = "--forget", paramLabel = "NAME", description = "Only forget a source; its documents stay.")
    @Nullable
    String forget;

    @Option(names = "--documents", description = "With --forget: removes the source's documents too.")
    boolean documents;

    @Option(names = "--dry-run", description = "Only show the documents to add, replace and remove.")
    boolean dryRun;

    @Option(
            names = "--yes",
            description =
                    "Remove deleted documents even if they are more than a tenth of a source, and more than five.")
    boolean yes;

    @Option(names = "--moved", description = "The source of this name has moved here.")
    boolean moved;

    @Option(names = "--watch", description = "Keep running, and synchronise on every change in a folder.")
    boolean watch;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "Keep running, and synchronise every 30s, 15m, 1h or 1d.")
    @Nullable
    String every;

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description =
                    "Excludes files and folders: *.tmp anywhere, drafts/** from the folder on. Stored with the source"
                            + " until it is given again; \"\" excludes nothing.")
    private @Nullable List<String> exclude;

    @Option(names = "--no-ignore", description = "Also read what .gitignore and .ternignore leave out.")
    private boolean noIgnore;

    @Option(
            names = "--allow-private",
            description = "Also fetch pages of private, loopback and other addresses outside the open internet.")
    private boolean allowPrivate;

    SourceLoader loader(SourceLoader.Builder configured, List<String> excluded) {
        return configured
                .exclude(excluded)
                .ignoreFiles(!noIgnore)
                .allowPrivate(allowPrivate)
                .build();
    }

    /** Returns the given exclusion patterns; empty to keep the last run's. */
    Optional<List<String>> excluded() {
        return Optional.ofNullable(exclude).map(globs -> globs.equals(List.of("")) ? List.of() : globs);
    }

    /**
     * Returns the interval between runs; empty if none is given.
     *
     * @throws ConfigurationException if the interval is malformed
     */
    Optional<Duration> interval() {
        if (every == null) {
            return Optional.empty();
        }
        Matcher time = TIME.matcher(every);
        if (!time.matches()) {
            throw new ConfigurationException(List.of("--every is \"" + every
                    + "\"; it must be a number of up to five digits and s, m, h or d, as in 1h"));
        }
        long number = Long.parseLong(time.group(1));
        return Optional.of(
                switch (time.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }
}
