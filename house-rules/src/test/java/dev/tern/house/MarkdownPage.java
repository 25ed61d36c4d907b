package dev.tern.house;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One page of documentation: its headings' anchors, as code hosts form them, and the links that lead nowhere. */
final class MarkdownPage {
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)");
    private static final Pattern DEFINITION = Pattern.compile("^ {0,3}\\[[^\\]]+\\]:\\s*(\\S+)");
    private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");
    private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("^[a-z][a-z0-9+.-]*:.*", Pattern.CASE_INSENSITIVE);

    private final SourceTree tree;
    private final Path file;
    private final List<String> prose;

    MarkdownPage(SourceTree tree, Path file) {
        this.tree = tree;
        this.file = file;
        this.prose = withoutCode(tree.text(file));
    }

    /** Each relative link to a file or an anchor that is not there, as "page: target". */
    List<String> brokenLinks() {
        List<String> broken = new ArrayList<>();
        for (String target : targets()) {
            if (!ELSEWHERE.matcher(target).matches() && !leadsSomewhere(target)) {
                broken.add(SourceTree.slashed(file) + ": " + target);
            }
        }
        return broken;
    }

    private boolean leadsSomewhere(String target) {
        int hash = target.indexOf('#');
        String path = URLDecoder.decode(hash < 0 ? target : target.substring(0, hash), StandardCharsets.UTF_8);
        Path page = tree.root().resolve(file);
        Path linked = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        if (!Files.exists(linked) || !linked.startsWith(tree.root())) {
            return false;
        }
        boolean isPage = linked.toString().endsWith(".md");
        return hash < 0
                || !isPage
                || new MarkdownPage(tree, tree.root().relativize(linked))
                        .anchors()
                        .contains(target.substring(hash + 1));
    }

    private List<String> targets() {
        List<String> targets = new ArrayList<>();
        for (String line : prose) {
            String text = line.replaceAll("`[^`]*`", "");
            for (Pattern pattern : List.of(LINK, DEFINITION)) {
                Matcher link = pattern.matcher(text);
                while (link.find()) {
                    targets.add(link.group(1));
                }
            }
        }
        return targets;
    }

    private Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : prose) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String anchor = anchor(heading.group(1));
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
            Matcher named = NAMED.matcher(line);
            while (named.find()) {
                anchors.add(named.group(1));
            }
        }
        return anchors;
    }

    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\p{M}_ -]", "")
                .replace(' ', '-');
    }

    private static List<String> withoutCode(String text) {
        List<String> prose = new ArrayList<>();
        boolean inCode = false;
        for (String line : text.lines().toList()) {
            if (line.stripLeading().startsWith("```")) {
                inCode = !inCode;
            } else if (!inCode) {
                prose.add(line);
            }
        }
        return prose;
    }
}
