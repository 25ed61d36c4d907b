package dev.tern.documents;

/**
 * What there is to load, found without opening anything.
 *
 * @param files how many files
 * @param bytes their size
 * @param streams how many of the places are standard input or pages of the web, whose size is not known
 */
public record Listing(long files, long bytes, long streams) {}
