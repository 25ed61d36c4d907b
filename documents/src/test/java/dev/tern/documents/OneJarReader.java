package dev.tern.documents;

import dev.tern.graph.SourceDocument;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** An application that loads the given places. */
public final class OneJarReader {
    private OneJarReader() {}

    /** Prints the id and the text of each document. */
    public static void main(String[] places) {
        try (LoadedDocuments documents = SourceLoader.builder()
                .build()
                .load(List.of(places), Path.of(""), InputStream.nullInputStream(), new Heard())) {
            for (SourceDocument document : documents) {
                System.out.println(document.id() + ": " + document.text());
            }
        }
    }
}
