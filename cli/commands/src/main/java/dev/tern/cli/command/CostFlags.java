package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The options that limit spending on models. */
public class CostFlags extends Flags {
    @Option(
            names = "--max-cost",
            paramLabel = "AMOUNT",
            description =
                    "Maximum cost of models, in the currency of the prices; exit code 4, and finished work is kept.")
    public final void maxCost(String text) {
        set(Setting.MAX_COST, "--max-cost", text);
    }
}
