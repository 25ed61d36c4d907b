package dev.tern.cli.add;

import dev.tern.documents.DocumentLoader;
import java.util.List;
import picocli.CommandLine.Option;

/** How documents are loaded. */
final class SourceFlags {
    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description = "Leaves out files and folders of a folder: *.tmp anywhere, drafts/** from the folder on.")
    private List<String> exclude = List.of();

    @Option(names = "--no-ignore", description = "Also read what .gitignore and .ternignore leave out.")
    private boolean noIgnore;

    @Option(
            names = "--allow-private",
            description = "Also fetch pages of private, loopback and other addresses outside the open internet.")
    private boolean allowPrivate;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "stdin",
            description = "The id of the document that is read from standard input (default: stdin).")
    private String name = "stdin";

    DocumentLoader loader(DocumentLoader.Builder configured) {
        return configured
                .exclude(exclude)
                .ignoreFiles(!noIgnore)
                .allowPrivate(allowPrivate)
                .stdinName(name)
                .build();
    }
}
