package dev.tern.cli.evaluate;

import dev.tern.cli.Main;

/** The process of a Tern that can evaluate: the same with {@code tern eval}, started where its jar is on the class path. */
public final class EvaluationMain {
    private EvaluationMain() {}

    /** Runs the command that the arguments name, and ends the process with its exit code. */
    public static void main(String[] arguments) {
        Main.run(arguments, EvaluateCommands::of);
    }
}
