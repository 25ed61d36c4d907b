package dev.tern.theme.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandProvider;
import java.util.List;

/** Provides the command {@code tern themes}. */
public final class ThemesCommandProvider implements CommandProvider {
    @Override
    public List<Object> commands(CommandContext context) {
        return List.of(new ThemesCommand(context));
    }
}
