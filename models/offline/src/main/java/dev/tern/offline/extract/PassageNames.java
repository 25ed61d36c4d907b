package dev.tern.offline.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Table;
import dev.tern.text.Language;
import dev.tern.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the topic of a passage and the names in its sentences, in any script, without a model.
 *
 * <p>In a document of up to {@value #SHORT_DOCUMENT_PASSAGES} passages, the title is the topic
 * of each passage. In a longer document, it is the topic only of passages that contain it.
 */
final class PassageNames {
    static final int MAX_NAME = 256;

    /** The number of leading characters of a text in which its topic is searched. */
    private static final int MAX_OPENING = 2 * MAX_NAME;

    private static final int MAX_WORDS = 10;

    private static final int SHORT_DOCUMENT_PASSAGES = 8;

    private static final Set<String> ARTICLES = Set.of("the", "a", "an");
    private static final Set<String> PRONOUNS = Set.of(
            "he", "she", "it", "they", "this", "that", "these", "those", "there", "here", "his", "her", "its", "their",
            "we", "our", "i", "my", "you", "your", "who", "what");

    /** Verbs that follow the topic of a text: "is" and "was" in several languages. */
    private static final String TELLS =
            "is|was|are|were|ist|war|sind|waren|est|était|es|fue|era|è|é|foi" + "|adalah|ialah|merupakan";

    /** Matches a first line that is no sentence; the group "name" omits brackets at its end. */
    private static final Pattern HEADING = Pattern.compile(
            "\\s{0,9}(?<name>[^\\s.!?:;,][^\\n:]{0,98}?[^\\s.!?:;,)])(?: \\([^)\\n]{1,98}\\))?[ \\r]{0,9}\\n");

    private static final Pattern SUBJECT = Pattern.compile(
            "^(?:[Tt]he |An? )?(?<name>\\p{Lu}[^\\s(),.;:]*(?: [^\\s(),.;:]+){0,9}?)(?:(?<told> (?:" + TELLS
                    + ") )|\\s*[(,])",
            Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern WORD_BREAKS = Pattern.compile("[\\s\\p{Punct}\\p{Pi}\\p{Pf}]+");
    private static final Pattern HEADINGS = Pattern.compile(Pattern.quote(Position.BETWEEN_HEADINGS));

    private final String title;
    private final Language language;
    private final UncasedNames uncased;
    private final CasedNames cased;

    /** Creates a finder for a passage of a document with a number of passages. */
    PassageNames(Passage passage, WordForms forms, int passages) {
        String givenTitle = bare(passage.title());
        List<String> known = new ArrayList<>(List.of(givenTitle));
        known.addAll(HEADINGS.splitAsStream(passage.position().heading()).toList());
        uncased = new UncasedNames(known, passage.text());
        language = forms.language();
        cased = new CasedNames(forms, givenTitle, passage.text());
        if (passages > SHORT_DOCUMENT_PASSAGES) {
            title = names(passage.text(), givenTitle) ? givenTitle : "";
        } else {
            title = givenTitle.isEmpty() && passages == 1 ? opening(passage.text()) : givenTitle;
        }
    }

    private static boolean names(String text, String title) {
        return !title.isEmpty() && text.toLowerCase(Locale.ROOT).contains(title.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the topic of the passage: the title without brackets at its end ("Mercury (planet)").
     * If the document is a single passage whose title is missing, an address or a file name,
     * returns the subject with which the text opens ("The <i>Vale bridge</i> is ..."). Returns an
     * empty text if the topic is unknown.
     */
    String title() {
        return title;
    }

    /**
     * Returns the name with which a text opens: a first line that is a heading and looks like a
     * name; or, after signs and an article, the part before the first "is", bracket or comma if it
     * looks like a name, even with lower-case words ("Smiles of a Summer Night is a film"); or the
     * first capitalised name. Empty after a heading in capitals or a row of cells.
     */
    private String opening(String text) {
        Matcher heading = HEADING.matcher(text);
        boolean cells = text.lines().findFirst().orElse("").contains(" | ");
        if (cells || (heading.lookingAt() && isCapitals(heading.group("name")))) {
            return "";
        }
        if (heading.lookingAt() && isName(heading.group("name"))) {
            return heading.group("name");
        }
        String start = text.substring(0, Math.min(text.length(), MAX_OPENING));
        List<Span> names = in(start);
        int first = names.isEmpty() ? -1 : names.getFirst().start();
        boolean opens = first >= 0
                && WORD_BREAKS
                        .splitAsStream(start.substring(0, first))
                        .map(EntityName::normalise)
                        .allMatch(word -> word.isEmpty() || ARTICLES.contains(word) || language.isArticle(word));
        Matcher subject = SUBJECT.matcher(start);
        if (subject.lookingAt()) {
            boolean verbFollows = subject.group("told") != null;
            String name = language.withoutArticle(subject.group("name"));
            boolean named =
                    language == Language.ENGLISH || (opens && names.getFirst().end() == subject.end("name"));
            if ((verbFollows || (opens && named && first == subject.start("name"))) && isName(name)) {
                return name;
            }
        }
        return opens ? names.getFirst().text() : "";
    }

    private static boolean isCapitals(String text) {
        return text.codePoints().anyMatch(Character::isUpperCase)
                && text.codePoints().noneMatch(Character::isLowerCase);
    }

    /** Returns true for up to ten words that end like a name and do not begin with a pronoun. */
    private boolean isName(String text) {
        if (EntityName.normalise(text).isEmpty() || isNumber(text)) {
            return false;
        }
        String[] words = text.split(" ", -1);
        int last = words[words.length - 1].codePointAt(0);
        return words.length <= MAX_WORDS
                && (words.length == 1 || Character.isUpperCase(last) || Character.isDigit(last))
                && !PRONOUNS.contains(EntityName.normalise(words[0]))
                && !(language != Language.ENGLISH && language.isFunctionWord(EntityName.normalise(words[0])))
                && !(words.length == 1 && NameSpans.isFunctionWord(EntityName.normalise(text)));
    }

    private static boolean isNumber(String text) {
        return Numbers.isNumber(EntityName.normalise(text)) || Table.isDate(text);
    }

    boolean isTitle(String name) {
        return EntityName.normalise(name).equals(EntityName.normalise(title));
    }

    /** Returns the names in a sentence in order, without overlaps. */
    List<Span> in(String sentence) {
        List<Span> names = new ArrayList<>(uncased.in(sentence));
        boolean mixed = !names.isEmpty();
        for (Span found : cased.in(sentence)) {
            if (!mixed || names.stream().noneMatch(name -> name.start() < found.end() && found.start() < name.end())) {
                names.add(found);
            }
        }
        names.removeIf(name -> name.text().length() > MAX_NAME
                || EntityName.normalise(name.text()).isEmpty());
        if (mixed) {
            names.sort(Comparator.comparingInt(Span::start));
        }
        return names;
    }

    private static String bare(String title) {
        if (EntityName.isAddress(title)) {
            return "";
        }
        int bracket = title.endsWith(")") ? title.lastIndexOf(" (") : -1;
        String bare = bracket > 0 ? title.substring(0, bracket) : title;
        return bare.length() > MAX_NAME || EntityName.normalise(bare).isEmpty() ? "" : bare.strip();
    }
}
