package dev.tern.curation.alias;

/** A rule by which two names may name the same entity. */
public enum AliasRule {
    /** The same words, except for signs, marks, an article or a possessive: "Zoë's", "Zoe". */
    SPELLING("the same but for punctuation, accents, article, possessive"),
    /** The same words turned around a comma: "Twain, Mark". */
    ORDER("the same words, swapped at a comma"),
    /** The same except for a title of address: "Captain Ahab", "Ahab". */
    TITLE("the same without a title of address"),
    /** First names as initials: "J. R. R. Tolkien", "John Ronald Reuel Tolkien". */
    INITIALS("the same, with initials for first names"),
    /** The second of three words left out: "John F. Kennedy", "John Kennedy". */
    MIDDLE("the same without the middle word"),
    /** The last word alone: "Kennedy", "John Kennedy". */
    LAST_NAME("its last word"),
    /** The first letters of the words: "UNO", "United Nations Organization". */
    ABBREVIATION("its initials");

    private final String description;

    AliasRule(String description) {
        this.description = description;
    }

    /** Returns the rule in words, for a sentence that begins with the shorter name and "is". */
    public String description() {
        return description;
    }
}
