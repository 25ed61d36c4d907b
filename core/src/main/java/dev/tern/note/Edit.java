package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.EntityName;
import dev.tern.graph.Triplet;
import dev.tern.settings.SourceRule;
import dev.tern.text.Beginning;
import dev.tern.text.CodePoints;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a person changed of a graph, beside its passages: a note, read as what it says. What it is about is named by ids that are
 * made of content, so the same documents, added again, have it again. Immutable.
 *
 * @param id that of its note
 * @param change what it says
 * @param made who said so, when and why
 * @param undone who took it back; empty while it holds
 */
public record Edit(String id, Change change, Note.Act made, Optional<Note.Act> undone) {
    /** The most names of one merge. */
    public static final int MAX_MERGED = 32;

    /** The longest name in an edit. */
    public static final int MAX_NAME = 300;

    /** The longest sentence that a person adds. */
    public static final int MAX_SENTENCE = 2000;

    /** The most documents of one split. */
    public static final int MAX_DOCUMENTS = 100;

    /** What the ids of the documents begin with that hold what people added. */
    public static final String DOCUMENTS = "edit/";

    private static final int SHOWN = 200;

    /** What an edit says. */
    public sealed interface Change {
        /** The act in one word: rename, merge, split, wrong, missing or trust. */
        String act();

        /** Tells whether it is a naming rule, which rows are written by. */
        default boolean isRule() {
            return true;
        }

        /** What it says, in one line of at most a few hundred characters. */
        String words();
    }

    /**
     * An entity is shown under another name, and found under it too.
     *
     * @param entity one of its names
     * @param name the one that is shown
     */
    public record Rename(String entity, String name) implements Change {
        /**
         * Trims the names, which may differ in their spelling alone.
         *
         * @throws TernException the user's fault, if one is blank or too long
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
        public String words() {
            return "\"" + entity + "\" is shown as \"" + name + "\"";
        }
    }

    /**
     * Several names are one thing.
     *
     * @param names as they were written, 2 to {@value Edit#MAX_MERGED}, distinct after
     *     {@linkplain EntityName#normalise normalising}; the thing is shown under the first
     */
    public record Merge(List<String> names) implements Change {
        /**
         * Trims the names, and leaves out what is named twice.
         *
         * @throws TernException the user's fault, if there are too few or too many, or one is blank
         *     or too long
         */
        public Merge {
            if (names.size() > MAX_MERGED) {
                throw TernException.user("these are " + names.size() + " names; a merge joins 2 to " + MAX_MERGED);
            }
            Map<String, String> distinct = new LinkedHashMap<>();
            names.forEach(name -> distinct.putIfAbsent(EntityName.normalise(name), required(name)));
            if (distinct.size() < 2) {
                throw TernException.user("these are " + distinct.size() + " different names: " + distinct.values()
                        + "; a merge joins 2 to " + MAX_MERGED);
            }
            names = List.copyOf(distinct.values());
        }

        /** The normalised names of the thing. */
        public Set<String> keys() {
            return names.stream().map(EntityName::normalise).collect(Collectors.toSet());
        }

        @Override
        public String act() {
            return "merge";
        }

        @Override
        public String words() {
            return Beginning.shown("\"" + String.join("\" = \"", names) + "\"", SHOWN);
        }
    }

    /**
     * A name is two things: what some documents say of the entity is said of another one.
     *
     * @param entity one of its names
     * @param name that of the other
     * @param documents 1 to {@value Edit#MAX_DOCUMENTS} ids, each once
     */
    public record Split(String entity, String name, List<String> documents) implements Change {
        /**
         * Trims the names, and leaves out what is named twice.
         *
         * @throws TernException the user's fault, if a name is blank or too long, or there are no documents or too many
         */
        public Split {
            entity = required(entity);
            name = required(name);
            documents = documents.stream().distinct().toList();
            if (documents.isEmpty() || documents.size() > MAX_DOCUMENTS) {
                throw TernException.user(
                        "these are " + documents.size() + " documents; a split is of 1 to " + MAX_DOCUMENTS);
            }
        }

        @Override
        public String act() {
            return "split";
        }

        @Override
        public String words() {
            return "\"" + entity + "\" is \"" + name + "\" in "
                    + Beginning.shown("\"" + String.join("\", \"", documents) + "\"", SHOWN);
        }
    }

    /** Something is wrong: it is in no question, and the passage keeps it as it was found. */
    public sealed interface Wrong extends Change {
        @Override
        default String act() {
            return "wrong";
        }
    }

    /**
     * Something is the name of nothing: no question starts from it or goes through it.
     *
     * @param name in any spelling
     */
    public record WrongEntity(String name) implements Wrong {
        /**
         * Trims the name, which may be in any spelling.
         *
         * @throws TernException the user's fault, if it is blank or too long
         */
        public WrongEntity {
            name = required(name);
        }

        @Override
        public String words() {
            return "\"" + name + "\" is no name";
        }
    }

    /**
     * A relation does not hold, whichever passages state it.
     *
     * @param key that of the relation
     * @param text what it says
     */
    public record WrongRelation(String key, String text) implements Wrong {
        @Override
        public String words() {
            return "the relation \"" + Beginning.shown(text, SHOWN) + "\" is wrong";
        }
    }

    /**
     * A passage answers no question.
     *
     * @param id that of the passage
     * @param document the id of its document
     * @param text how it begins
     */
    public record WrongPassage(String id, String document, String text) implements Wrong {
        /** Shortens the text to what is shown. */
        public WrongPassage {
            text = Beginning.shown(text, SHOWN);
        }

        @Override
        public String words() {
            return "a passage of the document \"" + document + "\" is wrong: \"" + text + "\"";
        }
    }

    /**
     * Sources are trusted so far, and fill so many passages of an answer.
     *
     * @param rule which sources, and how
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
        public String words() {
            return Beginning.shown(rule.source().text(), SHOWN) + "=" + rule.numbers();
        }
    }

    /**
     * A statement that no passage makes. A document of its own makes it, {@link Edit#document}.
     *
     * @param triplet what is stated
     * @param text the sentence that says it, 1 to {@value Edit#MAX_SENTENCE} characters
     * @param passage id of the passage beside which it is said, whose metadata it takes; empty if there is none
     */
    public record Missing(Triplet triplet, String text, String passage) implements Change {
        /**
         * Trims the sentence that is to be added.
         *
         * @throws TernException the user's fault, if it is blank, or it or a name is too long
         */
        public Missing {
            required(triplet.subject());
            required(triplet.object());
            text = text.strip();
            if (EntityName.normalise(text).isEmpty() || CodePoints.count(text) > MAX_SENTENCE) {
                throw TernException.user("the sentence to add has " + CodePoints.count(text)
                        + " characters; it has 1 to " + MAX_SENTENCE);
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
        public String words() {
            return "added: \"" + Beginning.shown(text, SHOWN) + "\"";
        }
    }

    /** The id of the document that makes the statement which this edit adds. */
    public String document() {
        return DOCUMENTS + id;
    }

    /** Whether it has not been taken back. */
    public boolean holds() {
        return undone.isEmpty();
    }

    private static String required(String name) {
        if (EntityName.normalise(name).isEmpty()) {
            throw TernException.user("a name in an edit is blank");
        }
        if (name.length() > MAX_NAME) {
            throw TernException.user("the name \"" + Beginning.shown(name, SHOWN) + "\" has " + name.length()
                    + " characters; a name in an edit has at most " + MAX_NAME);
        }
        return name.strip();
    }
}
