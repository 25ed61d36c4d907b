package dev.tern.eval.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.FileArgument;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.eval.questions.OriginalFiles;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "convert",
        description = {
            "Makes a folder for tern eval of the files that MuSiQue (jsonl), HotpotQA (json) and 2WikiMultihopQA (json)"
                    + " publish.",
            "Passages get the triplets of HippoRAG's OpenIE files, if such are given. What a file is, shows in its"
                    + " first record."
        })
final class EvalConvertCommand extends TernCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files with questions and their passages.")
    private List<String> files = List.of();

    @Option(names = "--to", required = true, paramLabel = "DIR", description = "The folder to write.")
    private String to = "";

    @Option(
            names = "--openie",
            paramLabel = "FILE",
            description = "A file of HippoRAG's with the triplets of passages; can be given several times.")
    private List<String> openie = List.of();

    @Option(
            names = "--corpus",
            paramLabel = "FILE",
            description =
                    "A file of HippoRAG's with all passages, title and text (default: those that the questions come"
                            + " with); can be given several times.")
    private List<String> corpus = List.of();

    EvalConvertCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        Path folder = FileArgument.path(to, environment());
        OriginalFiles.ConversionCounts converted =
                OriginalFiles.convert(paths(files), paths(corpus), paths(openie), folder);
        if (json()) {
            printJson(converted);
        } else {
            print(List.of(Phrases.count(converted.queries(), "question") + " and "
                    + Phrases.count(converted.documents(), "document") + " in " + folder + ", "
                    + Phrases.count(converted.extracted(), "document") + " with triplets"));
            if (converted.droppedTriplets() > 0) {
                printRemark(
                        Phrases.count(converted.droppedTriplets(), "triplet") + " dropped that had not three parts");
            }
            if (converted.unknownPassages() > 0) {
                printRemark(Phrases.count(converted.unknownPassages(), "passage")
                        + " of the OpenIE files left out that the corpus does not have");
            }
        }
        return ExitCode.OK;
    }

    private List<Path> paths(List<String> names) {
        return names.stream()
                .map(name -> FileArgument.path(name, environment()))
                .toList();
    }
}
