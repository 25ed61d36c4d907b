package dev.tern.house;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of documentation: headings with anchors as on code hosts, code, and links. */
record MarkdownPage(SourceTree tree, Path file) {
    private static final Pattern LINK =
            Pattern.compile("(?m)\\[[^\\]]*]\\(<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)|^ {0,3}\\[[^\\]]+]:\\s*(\\S+)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6}\\s+(.*?)\\s*#*$");
    private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final String ELSEWHERE = "(?i)[a-z][a-z0-9+.-]*:.*";

    /** Returns the broken relative links to files or anchors, as "page: target". */
    List<String> brokenLinks() {
        return LINK.matcher(prose().replaceAll("`[^`\n]*`", ""))
                .results()
                .map(MarkdownPage::group)
                .filter(target -> !target.matches(ELSEWHERE) && !leadsSomewhere(target))
                .map(target -> SourceTree.slashed(file) + ": " + target)
                .toList();
    }

    /** Returns the levels of the headings, in order. */
    List<Integer> levels() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group().indexOf(' '))
                .toList();
    }

    /** Returns the blocks of code in order, with their fences. */
    List<String> code() {
        return FENCED.matcher(tree.text(file))
                .results()
                .map(block -> block.group().strip())
                .toList();
    }

    /** Returns the sorted targets of links: files of the tree with their anchors, and addresses. */
    List<String> targets() {
        return LINK.matcher(prose().replaceAll("`[^`\n]*`", ""))
                .results()
                .map(MarkdownPage::group)
                .map(target -> target.matches(ELSEWHERE) ? target : resolved(target))
                .sorted()
                .toList();
    }

    private String resolved(String target) {
        return SourceTree.slashed(file.resolveSibling(target).normalize());
    }

    private static String group(MatchResult link) {
        return link.group(1) == null ? link.group(2) : link.group(1);
    }

    private boolean leadsSomewhere(String target) {
        String[] parts = target.split("#", 2);
        Path page = tree.root().resolve(file);
        String path = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
        Path linked = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        if (!Files.exists(linked) || !linked.startsWith(tree.root())) {
            return false;
        }
        return parts.length == 1
                || !linked.toString().endsWith(".md")
                || new MarkdownPage(tree, tree.root().relativize(linked))
                        .anchors()
                        .contains(parts[1]);
    }

    private Set<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        Stream<String> headings = HEADING.matcher(prose()).results().map(heading -> {
            String anchor = heading.group(1)
                    .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\p{M}_ -]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            return before == 0 ? anchor : anchor + "-" + before;
        });
        Stream<String> named = NAMED.matcher(prose()).results().map(name -> name.group(1));
        return Stream.concat(headings, named).collect(Collectors.toSet());
    }

    private String prose() {
        return FENCED.matcher(tree.text(file)).replaceAll("");
    }
}
