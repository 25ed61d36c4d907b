package dev.tern.cli.add;

import dev.tern.documents.SourceLoader;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that control the loading of documents. */
final class SourceFlags {
    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description =
                    "Leave out files and folders by pattern: *.tmp anywhere, drafts/** relative to the " + "folder.")
    private List<String> exclude = List.of();

    @Option(names = "--no-ignore", description = "Also read files that .gitignore and .ternignore leave out.")
    private boolean noIgnore;

    @Option(names = "--hidden", description = "Also read hidden sheets, rows, columns and slides.")
    private boolean hidden;

    @Option(
            names = "--allow-private",
            description = "Also fetch pages of private, loopback and other addresses outside the open internet.")
    private boolean allowPrivate;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "stdin",
            description = "The id of the document on standard input (default: stdin).")
    private String name = "stdin";

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            description = "The encoding of texts that declare none and are not UTF-8, such as windows-1250 "
                    + "(default: guessed).")
    private @Nullable String encoding;

    SourceLoader loader(SourceLoader.Builder configured) {
        if (encoding != null) {
            configured.encoding(encoding);
        }
        if (hidden) {
            configured.hidden(true);
        }
        return configured
                .exclude(exclude)
                .ignoreFiles(!noIgnore)
                .allowPrivate(allowPrivate)
                .stdinName(name)
                .build();
    }
}
