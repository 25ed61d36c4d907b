package dev.tern.cli.setup;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.process.ExitCode;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in a shell.",
            "bash: source <(tern completion). zsh: tern completion zsh into a file"
                    + " _tern in a folder of $$fpath, before compinit."
        })
final class CompletionCommand extends TernCommand {
    enum ShellName {
        bash,
        zsh
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ShellName shell = ShellName.bash;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    CompletionCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        CommandLine tern = spec.root().commandLine();
        addValues(spec.root());
        print(List.of(
                switch (shell) {
                    case bash -> AutoComplete.bash("tern", tern);
                    // zsh autoloads the script as a function, so the script ends with a call of the
                    // function that it defines. zsh has no compopt.
                    case zsh ->
                        "#compdef tern\ntype compopt >/dev/null || compopt() { :; }\n"
                                + AutoComplete.bash("tern", tern)
                                + "\n_bash_complete -o default -F _complete_tern";
                }));
        return ExitCode.OK;
    }

    /** Adds the words to choose from to the options of settings. */
    private static void addValues(CommandSpec command) {
        for (Setting setting : Setting.values()) {
            OptionSpec option = command.findOption("--" + setting.key().replace('.', '-'));
            if (option != null && !setting.words().isEmpty()) {
                command.remove(option);
                // The script names a list of words by the label.
                command.addOption(OptionSpec.builder(option)
                        .paramLabel(setting.name())
                        .completionCandidates(setting.words())
                        .build());
            }
        }
        command.subcommands().values().forEach(subcommand -> addValues(subcommand.getCommandSpec()));
    }
}
