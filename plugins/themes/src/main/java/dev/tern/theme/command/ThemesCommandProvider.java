package dev.tern.theme.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandProvider;
import dev.tern.store.GraphStore;
import dev.tern.theme.Theme;
import dev.tern.theme.leiden.ThemeFinder;
import java.util.List;

/** Provides the command {@code tern themes}, and the topics of a new graph. */
public final class ThemesCommandProvider implements CommandProvider {
    @Override
    public List<Object> commands(CommandContext context) {
        return List.of(new ThemesCommand(context));
    }

    @Override
    public List<List<String>> topics(GraphStore graph) {
        return new ThemeFinder(graph)
                .preview().all().stream()
                        .filter(theme -> theme.parent().isEmpty())
                        .map(Theme::names)
                        .toList();
    }
}
