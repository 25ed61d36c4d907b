package dev.tern.cli.setup;

import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.cli.models.ModelCheck;
import dev.tern.cli.models.TestedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the results of testing a model: success, time, cost and rejections. */
final class ModelText {
    private ModelText() {}

    static List<String> lines(TestedModel model, TextStyle style) {
        List<String> lines = new ArrayList<>();
        if (!model.tasks().isEmpty()) {
            lines.add("  for      " + String.join(", ", model.tasks()));
        }
        for (ModelCheck check : model.checks()) {
            String took = Phrases.time(1000 * check.seconds())
                    + (check.inputTokens() + check.outputTokens() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    ", %,d tokens sent, %,d received, cost %s",
                                    check.inputTokens(),
                                    check.outputTokens(),
                                    check.cost().orElse("?")));
            lines.add(String.format("  %-7s  ", check.asked())
                    + (check.works() ? style.good("works") : style.bad("fails")) + "  " + took);
            lines.add("           " + Printable.text(check.said()));
        }
        for (String refused : model.givenUp()) {
            lines.add(style.warning("  refused") + "  " + Printable.text(refused));
        }
        return lines;
    }
}
