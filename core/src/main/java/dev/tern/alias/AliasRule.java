package dev.tern.alias;

/** Why two names may be one thing. */
public enum AliasRule {
    /** The same words but for signs, marks over letters, an article or a possessive: "Zoë's", "Zoe". */
    SPELLING("the same but for signs, marks, an article or a possessive"),
    /** The same words turned around a comma: "Twain, Mark". */
    ORDER("the same words, turned around a comma"),
    /** The same but for a title of address: "Captain Ahab", "Ahab". */
    TITLE("the same but for a title of address"),
    /** First names as initials: "J. R. R. Tolkien", "John Ronald Reuel Tolkien". */
    INITIALS("the same, with initials for first names"),
    /** Without what stands in the middle: "John F. Kennedy", "John Kennedy". */
    MIDDLE("the same without what stands in the middle"),
    /** The last word alone: "Kennedy", "John Kennedy". */
    LAST_NAME("the last word of it"),
    /** The first letters of its words: "UNO". */
    ABBREVIATION("the first letters of its words");

    private final String words;

    AliasRule(String words) {
        this.words = words;
    }

    /** The rule in words, to follow the shorter name and "is". */
    public String words() {
        return words;
    }
}
