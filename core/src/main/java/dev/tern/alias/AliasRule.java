package dev.tern.alias;

/** A rule by which two names may name the same entity. */
public enum AliasRule {
    /** The same words, except for signs, marks, an article or a possessive: "Zoë's", "Zoe". */
    SPELLING("the same but for signs, marks, an article or a possessive"),
    /** The same words turned around a comma: "Twain, Mark". */
    ORDER("the same words, turned around a comma"),
    /** The same except for a title of address: "Captain Ahab", "Ahab". */
    TITLE("the same but for a title of address"),
    /** First names as initials: "J. R. R. Tolkien", "John Ronald Reuel Tolkien". */
    INITIALS("the same, with initials for first names"),
    /** Without the second of three words: "John F. Kennedy", "John Kennedy". */
    MIDDLE("the same without what stands in the middle"),
    /** The last word alone: "Kennedy", "John Kennedy". */
    LAST_NAME("the last word of it"),
    /** The first letters of the words: "UNO", "United Nations Organization". */
    ABBREVIATION("the first letters of its words");

    private final String words;

    AliasRule(String words) {
        this.words = words;
    }

    /** Returns the rule in words, for a sentence that begins with the shorter name and "is". */
    public String description() {
        return words;
    }
}
