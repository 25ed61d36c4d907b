package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The options that limit spending on models. */
public class CostFlags extends Flags {
    @Option(
            names = "--max-cost",
            paramLabel = "AMOUNT",
            description =
                    "Stops before models cost more, with exit code 4; everything done is kept. A server fails the job.")
    public final void maxCost(String text) {
        set(Setting.MAX_COST, "--max-cost", text);
    }
}
