package dev.tern.profile.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandProvider;
import java.util.List;

/** Provides the command {@code tern profile}. */
public final class ProfileCommandProvider implements CommandProvider {
    @Override
    public List<Object> commands(CommandContext context) {
        return List.of(new ProfileCommand(context));
    }
}
