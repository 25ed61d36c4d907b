package dev.tern.documents;

import java.util.ArrayList;
import java.util.List;

/** Records the events of a load. */
final class Heard implements LoadListener {
    final List<String> skipped = new ArrayList<>();
    final List<String> noted = new ArrayList<>();
    final List<String> read = new ArrayList<>();

    @Override
    public void skipped(String source, String reason) {
        skipped.add(source + " " + reason);
    }

    @Override
    public void documentChanged(String source, String note) {
        noted.add(source + " " + note);
    }

    @Override
    public void read(String source, long bytes) {
        read.add(source + " " + bytes);
    }
}
