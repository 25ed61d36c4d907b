package dev.tern.house;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A text for readers, such as comments, messages or pages, with counts of its words. */
record Prose(String text) {
    private static final Pattern WORD = Pattern.compile("\\p{L}+");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");

    private static final int MIN_WORDS_OF_MESSAGE = 4;

    /** Classes with prompts of language models or with lists of words. */
    private static final Pattern NO_MESSAGES =
            Pattern.compile("TripletPrompt|ChatAnswerer|ChatChooser|ModelFollowUpRewriter|ModelRecogniser|ShortAnswers"
                    + "|NonEntities|NonNames|Language|Interrogatives|English\\w+|German\\w+|Abbreviations");

    /** The first line of a Javadoc that begins like a fragment. */
    private static final Pattern FRAGMENT = Pattern.compile(
            "(?<=/\\*\\*)\\s*\\*?\\s*((?:What|Whatever|Whether|How|Of|Those|That|Who|Whoever|As)\\b[^\\n]*)");

    private static final Pattern SCRIPT =
            Pattern.compile("\\.([mc]?js|ts|css|sh|py)$|pom\\.xml$|(^|/)(tern|verify|try|times|words)$");

    private static final Pattern SCRIPT_COMMENT =
            Pattern.compile("(?ms)^\\s*(?://|#).*?$|/\\*+\\s.*?\\*/|^\\s*\"\"\"\\w.*?\"\"\"|<!--.*?-->");

    /** Returns the comments of page scripts, style sheets, shell and Python scripts, and POMs. */
    static Prose ofScripts(SourceTree tree) {
        return new Prose(tree.files().stream()
                .filter(file -> SCRIPT.matcher(SourceTree.slashed(file)).find())
                .flatMap(file -> SCRIPT_COMMENT.matcher(tree.text(file)).results())
                .map(comment -> comment.group())
                .collect(Collectors.joining("\n")));
    }

    static Prose ofComments(SourceTree tree, List<Path> files) {
        return new Prose(files.stream()
                .flatMap(file -> JavaFile.read(tree, file).comments())
                .collect(Collectors.joining("\n")));
    }

    /** Returns the messages and descriptions that users read at run time, including the REST API's. */
    static Prose ofMessages(SourceTree tree) {
        Stream<String> strings = tree.mainSources().stream()
                .map(file -> JavaFile.read(tree, file))
                .filter(file -> !NO_MESSAGES.matcher(file.name()).matches())
                .flatMap(JavaFile::strings)
                .filter(string -> WORD.matcher(string).results().count() >= MIN_WORDS_OF_MESSAGE);
        Stream<String> api = tree.files("openapi.yaml").stream().map(tree::text);
        return new Prose(Stream.concat(strings, api).collect(Collectors.joining("\n")));
    }

    /** Returns the English pages written by hand, without blocks of code. */
    static Prose ofPages(SourceTree tree) {
        return new Prose(tree.files(".md").stream()
                .filter(file -> (file.startsWith("docs") && !file.startsWith("docs/readme") && !file.endsWith("cli.md"))
                        || file.getNameCount() == 1)
                .map(file -> CODE_BLOCK.matcher(tree.text(file)).replaceAll(""))
                .collect(Collectors.joining("\n")));
    }

    long words() {
        return WORD.matcher(text).results().count();
    }

    /** Returns how often a pattern occurs in 10,000 words, rounded up to a tenth. */
    double per10000(Pattern counted) {
        return Math.ceil(100_000.0 * counted.matcher(text).results().count() / Math.max(1, words())) / 10;
    }

    /** Returns the first lines of Javadocs that have neither a verb nor a subject. */
    Stream<String> fragments() {
        return FRAGMENT.matcher(text).results().map(fragment -> fragment.group(1));
    }
}
