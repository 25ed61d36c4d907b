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
 * A Java file as text, which every formatted file can be read by.
 *
 * @param code the text with blanks for comments and literals, so that both are of one length
 */
record JavaFile(Path file, String text, String code) {
    private static final Pattern NO_CODE = Pattern.compile(
            "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*+\"|'(?:\\\\.|[^'\\\\])++'|//[^\\n]*+|/\\*.*?\\*/");
    private static final Pattern TYPE = Pattern.compile("(?<!\\S)(class|@?interface|enum|record) (\\w+)");

    /**
     * What stands in braces, outside parentheses.
     *
     * @param header what stands before the braces, from the end of what is before it
     */
    record Block(Path file, @Nullable Block outer, String header, long lines, boolean documented) {
        /** Its kind and its name, if it is a type. */
        Optional<String[]> type() {
            Matcher type = TYPE.matcher(header);
            return type.find() ? Optional.of(new String[] {type.group(1), type.group(2)}) : Optional.empty();
        }

        boolean isMethod() {
            return type().isEmpty() && outer != null && outer.type().isPresent();
        }

        /** Whether others can call it: public, as members of interfaces are, in a type that is. */
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

    /** Returns its comments with the marks that begin and end them. */
    Stream<String> comments() {
        return NO_CODE.matcher(text).results().map(MatchResult::group).filter(part -> part.startsWith("/"));
    }

    /** Returns its blocks, each behind the blocks that it holds. */
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

    /** Its type that bears its name. */
    Block type() {
        return blocks().stream()
                .filter(block -> block.outer() == null)
                .findFirst()
                .orElseThrow();
    }

    String name() {
        return file.getFileName().toString().replace(".java", "");
    }

    /** The name of its type behind that of its package. */
    String qualifiedName() {
        return code.split(";", 2)[0].strip().replaceFirst("package ", "") + "." + name();
    }
}
