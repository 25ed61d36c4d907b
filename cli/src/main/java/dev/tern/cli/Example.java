package dev.tern.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The examples, one for each way into Tern. */
enum Example {
    PLAIN(
            "plain",
            "a plain Java program over the embedded store",
            "src/main/java/example/plain/Bernoullis.java",
            "docs/library.md",
            Way.PROGRAM),
    LANGCHAIN4J(
            "langchain4j",
            "an assistant of LangChain4j that is shown what the graph finds",
            "src/main/java/example/langchain4j/Assistant.java",
            "docs/langchain4j.md",
            Way.PROGRAM),
    SPRING_BOOT(
            "spring-boot",
            "a web application of Spring Boot, started, asked and ended",
            "src/main/java/example/spring/BernoullisApplication.java",
            "docs/spring.md",
            Way.WEB_APPLICATION),
    COMMAND_LINE(
            "command-line",
            "from passages to an answer by commands: add, ask, compare, filter",
            "bernoullis.sh",
            "docs/command-line.md",
            Way.SCRIPT),
    SERVER("server", "a server, filled and asked over HTTP with curl", "bernoullis.sh", "docs/server.md", Way.SCRIPT),
    MCP(
            "mcp",
            "what an agent says to Tern by the Model Context Protocol, and is told",
            "bernoullis.sh",
            "docs/mcp.md",
            Way.SCRIPT);

    /** How an example is run. */
    enum Way {
        /** A project of Maven with a program in Java, started with a folder and a question. */
        PROGRAM,
        /** A project of Maven with a web application, which is asked over HTTP. */
        WEB_APPLICATION,
        /** A script of the shell, started with a question. */
        SCRIPT
    }

    private static final String SOURCES = "src/main/java/";

    private static final Path FOLDER = Path.of("examples");

    private final String word;
    private final String about;
    private final String source;
    private final String page;
    private final Way way;

    Example(String word, String about, String source, String page, Way way) {
        this.word = word;
        this.about = about;
        this.source = source;
        this.page = page;
        this.way = way;
    }

    static Optional<Example> named(String word) {
        return Arrays.stream(values())
                .filter(example -> example.word.equals(word))
                .findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(example -> example.word).toList();
    }

    /** What it is called, and its folder too. */
    String word() {
        return word;
    }

    /** What it is, in a few words. */
    String about() {
        return about;
    }

    /** Its folder, from the root of the sources. */
    Path folder() {
        return FOLDER.resolve(word);
    }

    /** The file to read, from the root of the sources. */
    Path source() {
        return folder().resolve(source);
    }

    /** The page about this way in, from the root of the sources. */
    String page() {
        return page;
    }

    Way way() {
        return way;
    }

    /** The class of the source, which a Java example is started with. */
    String mainClass() {
        return source.substring(SOURCES.length(), source.length() - ".java".length())
                .replace('/', '.');
    }
}
