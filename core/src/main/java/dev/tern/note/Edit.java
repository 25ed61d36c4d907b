package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.EntityName;
import dev.tern.graph.Triplet;
import dev.tern.settings.SourceRule;
import dev.tern.text.CodePoints;
import dev.tern.text.TextTruncation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A correction of a graph by a person: a note in parsed form. An edit refers to names, and to ids
 * made from content, so it still applies if the same documents are removed and added again.
 * Immutable.
 *
 * @param id the id of its note
 * @param change the correction
 * @param made the author, time and reason
 * @param undone the author, time and reason of its undo; empty while the edit is in effect
 */
public record Edit(String id, Change change, Note.Act made, Optional<Note.Act> undone) {
    /** The maximum number of names of one merge. */
    public static final int MAX_MERGED = 32;

    /** The maximum length of a name, in UTF-16 units. */
    public static final int MAX_NAME = 300;

    /** The maximum number of code points of an added sentence. */
    public static final int MAX_SENTENCE = 2000;

    /** The maximum number of documents of one split. */
    public static final int MAX_DOCUMENTS = 100;

    /** The prefix of the ids of documents that hold added statements. */
    public static final String DOCUMENTS = "edit/";

    private static final int MAX_SHOWN_LENGTH = 200;

    /** The content of an edit. */
    public sealed interface Change {
        /**
         * Returns the kind as one word: {@code rename}, {@code merge}, {@code split}, {@code
         * wrong}, {@code missing} or {@code trust}.
         */
        String act();

        /** Returns true for a naming rule, which is applied when rows are written. */
        default boolean isRule() {
            return true;
        }

        /** Returns a description for display, of less than 1,000 characters. */
        String describe();
    }

    /**
     * Shows an entity under another name; the entity can be found by both names.
     *
     * @param entity one of its names
     * @param name the name to show
     */
    public record Rename(String entity, String name) implements Change {
        /**
         * Trims the names, which may be two spellings of one name.
         *
         * @throws TernException the user's fault, if a name is blank or too long
         */
        public Rename {
            entity = required(entity);
            name = required(name);
        }

        @Override
        public String act() {
            return "rename";
        }

        @Override
        public String describe() {
            return "\"" + entity + "\" is shown as \"" + name + "\"";
        }
    }

    /**
     * Declares that several names name the same entity.
     *
     * @param names the names as written, 2 to {@value Edit#MAX_MERGED}, distinct after {@linkplain
     *     EntityName#normalise normalising}; the entity is shown under the first
     */
    public record Merge(List<String> names) implements Change {
        /**
         * Trims the names and removes duplicates.
         *
         * @throws TernException the user's fault, if there are over {@value Edit#MAX_MERGED} names
         *     or fewer than 2 different ones, or a name is blank or too long
         */
        public Merge {
            if (names.size() > MAX_MERGED) {
                throw TernException.user("there are " + names.size() + " names; a merge joins 2 to " + MAX_MERGED);
            }
            Map<String, String> distinct = new LinkedHashMap<>();
            names.forEach(name -> distinct.putIfAbsent(EntityName.normalise(name), required(name)));
            if (distinct.size() < 2) {
                throw TernException.user("there are " + distinct.size() + " different names: " + distinct.values()
                        + "; a merge joins 2 to " + MAX_MERGED);
            }
            names = List.copyOf(distinct.values());
        }

        /** Returns the normalised names of the merge. */
        public Set<String> keys() {
            return names.stream().map(EntityName::normalise).collect(Collectors.toSet());
        }

        @Override
        public String act() {
            return "merge";
        }

        @Override
        public String describe() {
            return TextTruncation.withEllipsis("\"" + String.join("\" = \"", names) + "\"", MAX_SHOWN_LENGTH);
        }
    }

    /**
     * Splits an entity: in some documents, its statements are about another entity.
     *
     * @param entity one of its names
     * @param name the name of the other entity
     * @param documents 1 to {@value Edit#MAX_DOCUMENTS} ids, each once
     */
    public record Split(String entity, String name, List<String> documents) implements Change {
        /**
         * Trims the names and removes duplicate documents.
         *
         * @throws TernException the user's fault, if a name is blank or too long, or the number of
         *     documents is out of range
         */
        public Split {
            entity = required(entity);
            name = required(name);
            documents = documents.stream().distinct().toList();
            if (documents.isEmpty() || documents.size() > MAX_DOCUMENTS) {
                throw TernException.user(
                        "there are " + documents.size() + " documents; a split takes 1 to " + MAX_DOCUMENTS);
            }
        }

        @Override
        public String act() {
            return "split";
        }

        @Override
        public String describe() {
            return "\"" + entity + "\" is \"" + name + "\" in "
                    + TextTruncation.withEllipsis("\"" + String.join("\", \"", documents) + "\"", MAX_SHOWN_LENGTH);
        }
    }

    /** Excludes an entity, relation or passage from all questions, but keeps it as extracted. */
    public sealed interface Wrong extends Change {
        @Override
        default String act() {
            return "wrong";
        }
    }

    /**
     * Declares that a name is no entity: no question starts from the name or passes through it.
     *
     * @param name in any case and spacing
     */
    public record WrongEntity(String name) implements Wrong {
        /**
         * Trims and validates the name.
         *
         * @throws TernException the user's fault, if the name is blank or too long
         */
        public WrongEntity {
            name = required(name);
        }

        @Override
        public String describe() {
            return "\"" + name + "\" is no name";
        }
    }

    /** Declares that a relation is wrong, in all passages that state it. */
    public record WrongRelation(String key, String text) implements Wrong {
        @Override
        public String describe() {
            return "the relation \"" + TextTruncation.withEllipsis(text, MAX_SHOWN_LENGTH) + "\" is wrong";
        }
    }

    /**
     * Excludes a passage from all answers.
     *
     * @param document the id of its document
     * @param text the beginning of its text
     */
    public record WrongPassage(String id, String document, String text) implements Wrong {
        /** Truncates the text for display. */
        public WrongPassage {
            text = TextTruncation.withEllipsis(text, MAX_SHOWN_LENGTH);
        }

        @Override
        public String describe() {
            return "a passage of the document \"" + document + "\" is wrong: \"" + text + "\"";
        }
    }

    /**
     * Sets the trust in sources, and the maximum number of their passages in an answer.
     *
     * @param rule the sources, their trust and limit
     */
    public record Trusted(SourceRule rule) implements Change {
        @Override
        public String act() {
            return "trust";
        }

        @Override
        public boolean isRule() {
            return false;
        }

        @Override
        public String describe() {
            return TextTruncation.withEllipsis(rule.source().text(), MAX_SHOWN_LENGTH) + "=" + rule.numbers();
        }
    }

    /**
     * Adds a statement that no passage makes, in a new document with the id {@link Edit#document}.
     *
     * @param triplet the statement
     * @param text the sentence for the statement, 1 to {@value Edit#MAX_SENTENCE} characters
     * @param passage the id of the passage whose metadata the document takes; empty for no metadata
     */
    public record Missing(Triplet triplet, String text, String passage) implements Change {
        /**
         * Trims and validates the sentence.
         *
         * @throws TernException the user's fault, if one of the texts is blank or too long
         */
        public Missing {
            required(triplet.subject());
            required(triplet.object());
            text = text.strip();
            if (EntityName.normalise(text).isEmpty() || CodePoints.count(text) > MAX_SENTENCE) {
                throw TernException.user("the sentence to add has " + CodePoints.count(text)
                        + " characters; it must have 1 to " + MAX_SENTENCE);
            }
            if (CodePoints.count(triplet.predicate()) > MAX_SENTENCE) {
                throw TernException.user("the predicate to add has " + CodePoints.count(triplet.predicate())
                        + " characters; the limit is " + MAX_SENTENCE);
            }
        }

        @Override
        public String act() {
            return "missing";
        }

        @Override
        public boolean isRule() {
            return false;
        }

        @Override
        public String describe() {
            return "added: \"" + TextTruncation.withEllipsis(text, MAX_SHOWN_LENGTH) + "\"";
        }
    }

    /** Returns the id of the document with the statement, if the change is {@link Missing}. */
    public String document() {
        return DOCUMENTS + id;
    }

    /** Returns true if the edit is not undone. */
    public boolean isInEffect() {
        return undone.isEmpty();
    }

    private static String required(String name) {
        if (EntityName.normalise(name).isEmpty()) {
            throw TernException.user("a name in an edit is blank");
        }
        if (name.length() > MAX_NAME) {
            throw TernException.user("the name \"" + TextTruncation.withEllipsis(name, MAX_SHOWN_LENGTH) + "\" has "
                    + name.length() + " characters; a name in an edit has at most " + MAX_NAME);
        }
        return name.strip();
    }
}
