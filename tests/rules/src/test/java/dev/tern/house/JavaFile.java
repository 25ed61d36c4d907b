package dev.tern.house;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A formatted Java file as text.
 *
 * @param code the text with blanks for comments and literals, of the same length
 */
record JavaFile(Path file, String text, String code) {
    private static final Pattern NO_CODE = Pattern.compile(
            "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*+\"|'(?:\\\\.|[^'\\\\])++'|//[^\\n]*+|/\\*.*?\\*/");
    private static final Pattern TYPE = Pattern.compile("(?<!\\S)(class|@?interface|enum|record) (\\w+)");

    /**
     * The content of braces, outside parentheses.
     *
     * @param header the text before the braces, from the end of the previous block or statement
     */
    record Block(Path file, @Nullable Block outer, String header, long lines, boolean documented) {
        /** Returns kind and name of a type; empty for any other block. */
        Optional<String[]> type() {
            Matcher type = TYPE.matcher(header);
            return type.find() ? Optional.of(new String[] {type.group(1), type.group(2)}) : Optional.empty();
        }

        boolean isMethod() {
            return type().isEmpty() && outer != null && outer.type().isPresent();
        }

        /** Returns true if public: itself, or as a member of an interface, in a public type. */
        boolean isOpen() {
            return outer == null
                    ? header.contains("public ")
                    : outer.isOpen()
                            && (header.contains("public ")
                                    || outer.type()
                                            .map(type -> type[0].endsWith("interface"))
                                            .orElse(false));
        }
    }

    static JavaFile read(SourceTree tree, Path file) {
        String text = tree.text(file);
        return new JavaFile(
                file,
                text,
                NO_CODE.matcher(text).replaceAll(part -> part.group().replaceAll("[^\\n]", " ")));
    }

    /** Returns its comments with their delimiters. */
    Stream<String> comments() {
        return NO_CODE.matcher(text).results().map(MatchResult::group).filter(part -> part.startsWith("/"));
    }

    /** Returns its string literals with their quotation marks. */
    Stream<String> strings() {
        return NO_CODE.matcher(text).results().map(MatchResult::group).filter(part -> part.startsWith("\""));
    }

    /** Returns its blocks, each after the blocks within it. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Deque<int[]> open = new ArrayDeque<>();
        Deque<Block> outer = new ArrayDeque<>();
        int start = 0;
        int parentheses = 0;
        for (int i = 0; i < code.length(); i++) {
            char at = code.charAt(i);
            parentheses += at == '(' ? 1 : at == ')' ? -1 : 0;
            if (parentheses > 0 || "{};".indexOf(at) < 0) {
                continue;
            }
            if (at == '{') {
                String header = code.substring(start, i);
                boolean documented = text.substring(start, i).contains("/**");
                open.push(new int[] {
                    start + header.length() - header.stripLeading().length()
                });
                outer.push(new Block(file, outer.peek(), header.strip(), 0, documented));
            } else if (at == '}') {
                Block block = outer.pop();
                long lines = code.substring(open.pop()[0], i).lines().count();
                blocks.add(new Block(file, block.outer(), block.header(), lines, block.documented()));
            }
            start = i + 1;
        }
        return blocks;
    }

    /** Returns the type with the file's name. */
    Block type() {
        return blocks().stream()
                .filter(block -> block.outer() == null)
                .findFirst()
                .orElseThrow();
    }

    String name() {
        return file.getFileName().toString().replace(".java", "");
    }

    /** Returns the qualified name of that type. */
    String qualifiedName() {
        return code.split(";", 2)[0].strip().replaceFirst("package ", "") + "." + name();
    }
}
