package dev.tern.theme.command;

import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.cli.command.output.TextWidth;
import dev.tern.graph.Embedded;
import dev.tern.graph.Relation;
import dev.tern.theme.Theme;
import dev.tern.theme.Themes;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats themes as text for a terminal. */
final class ThemesText {
    private static final int ID_SHOWN = 6;
    private static final int NAMES_SHOWN = 5;
    private static final int MAX_SENTENCE_LINES = 3;
    private static final int WIDEST = 100;

    private final TextStyle style;
    private final int width;

    /** Creates a formatter for a number of columns; texts are fitted to 20 to {@value #WIDEST}. */
    ThemesText(TextStyle style, int columns) {
        this.style = style;
        this.width = Math.clamp(columns, 20, WIDEST);
    }

    /** Formats all themes: each first-level theme with one sentence, followed by its parts. */
    List<String> tree(Themes themes, List<VisibleTheme> seen) {
        List<String> lines = new ArrayList<>();
        long first = seen.stream().filter(one -> one.theme().parent().isEmpty()).count();
        lines.add(style.faint(String.format(
                Locale.ROOT,
                "  %s and %s of them, in %s, found %s",
                Phrases.count(first, "theme"),
                Phrases.count(seen.size() - first, "part"),
                Phrases.count(themes.relations(), "relation"),
                themes.foundAt())));
        for (VisibleTheme one : seen) {
            boolean part = one.theme().parent().isPresent();
            String lead = (part ? "      " : "") + one.theme().id().substring(0, ID_SHOWN) + "  ";
            String names = TextWidth.cut(names(one.theme()), width - lead.length());
            if (!part) {
                lines.add("");
            }
            lines.add(style.faint(lead) + (part ? names : style.bold(names)));
            if (!part) {
                lines.addAll(sentence(one.relations().getFirst(), ID_SHOWN + 2));
            }
        }
        if (seen.isEmpty()) {
            lines.add(
                    themes.all().isEmpty()
                            ? "  no statement names three entities that belong together: there are no themes"
                            : "  no theme of the graph is visible");
        }
        return lines;
    }

    private static String names(Theme theme) {
        List<String> names = theme.names();
        String first = String.join(", ", names.subList(0, Math.min(NAMES_SHOWN, names.size())));
        return Printable.line(first) + "  (" + theme.entities() + ")";
    }

    private List<String> sentence(Embedded<Relation> relation, int indent) {
        return TextWidth.wrap(relation.value().text(), width - indent, MAX_SENTENCE_LINES).stream()
                .map(line -> " ".repeat(indent) + line)
                .toList();
    }

    /** Formats one theme with all its visible names and sentences. */
    List<String> details(VisibleTheme visibleTheme) {
        Theme theme = visibleTheme.theme();
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("theme " + theme.id())
                + theme.parent().map(parent -> ", a part of " + parent).orElse(""));
        lines.add("  " + Phrases.count(theme.entities(), "entity") + ", "
                + Phrases.count(theme.statements(), "statement") + " between them");
        lines.add("");
        lines.add(style.heading("Central"));
        TextWidth.wrap(Printable.line(String.join(", ", theme.names())), width - 2)
                .forEach(line -> lines.add("  " + line));
        lines.add("");
        lines.add(style.heading("Central statements"));
        for (Embedded<Relation> relation : visibleTheme.relations()) {
            List<String> sentence = sentence(relation, 4);
            lines.add("  - " + sentence.getFirst().strip());
            lines.addAll(sentence.subList(1, sentence.size()));
            relation.value().mentions().stream()
                    .limit(1)
                    .forEach(mention -> lines.add("    " + style.faint(Printable.line(mention.documentId()))));
        }
        return lines;
    }
}
