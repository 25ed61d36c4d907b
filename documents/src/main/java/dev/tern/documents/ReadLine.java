package dev.tern.documents;

/**
 * A line that was read in a picture.
 *
 * @param box where it stands
 * @param text what it says
 * @param confidence how sure the reader is of its characters, their mean, 0 to 1
 */
record ReadLine(LineBox box, String text, double confidence) {}
