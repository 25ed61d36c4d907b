package dev.tern.transfer.format;

import dev.tern.graph.Passage;
import dev.tern.graph.Place;
import dev.tern.store.GraphView;
import dev.tern.store.RelationRow;
import dev.tern.transfer.scan.ExportTally;
import dev.tern.transfer.scan.GraphPages;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Three tables as RFC 4180 has them, in a zip, because they belong together and a stream can hold only one file:
 * {@code entities.csv}, {@code relations.csv} (a line for each statement of a passage) and {@code passages.csv}.
 *
 * <p>Every cell stands in quotes. A cell that begins with one of {@code = + - @}, also as wide as a Chinese character, a tab or a line break would be a
 * formula to a spreadsheet, which may start programs; it gets an apostrophe in front, as OWASP's page on CSV injection says.
 */
public final class CsvExport {
    private static final String FORMULAS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private final GraphView view;
    private final ExportTally tally;

    /** Of a view, counted as it is written. */
    public CsvExport(GraphView view, ExportTally tally) {
        this.view = view;
        this.tally = tally;
    }

    /** Writes the whole graph. The stream is not closed. */
    public void write(OutputStream to) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(to, StandardCharsets.UTF_8);
        table(
                zip,
                "entities.csv",
                List.of("id", "name"),
                table -> GraphPages.entities(view, entity -> table.put(entity.id(), entity.name())));
        List<String> relation = List.of("id", "relation", "text", "entities", "passage", "document");
        table(
                zip,
                "relations.csv",
                relation,
                table -> GraphPages.relations(view, row -> {
                    if (!RelationRow.relation(List.of(row)).namesOnly()) {
                        table.put(
                                row.id(),
                                row.key(),
                                row.text(),
                                String.join(" ", row.entityIds()),
                                row.passageId(),
                                row.documentId());
                    }
                }));
        List<String> passage =
                List.of("id", "document", "ordinal", "title", "text", "start", "end", "page", "last page", "heading");
        table(
                zip,
                "passages.csv",
                passage,
                table -> GraphPages.passages(view, page -> {
                    page.forEach(found -> table.put(cells(found.value())));
                    tally.wrote(page);
                }));
        zip.finish();
    }

    private static String[] cells(Passage passage) {
        Place place = passage.place();
        return new String[] {
            passage.id(),
            passage.documentId(),
            String.valueOf(passage.ordinal()),
            passage.title(),
            passage.text(),
            String.valueOf(place.start()),
            String.valueOf(place.end()),
            String.valueOf(place.page()),
            String.valueOf(place.lastPage()),
            place.heading()
        };
    }

    private void table(ZipOutputStream zip, String name, List<String> columns, Consumer<Table> rows)
            throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Writer text = new BufferedWriter(new OutputStreamWriter(zip, StandardCharsets.UTF_8));
        Table table = new Table(text);
        table.put(columns.toArray(String[]::new));
        rows.accept(table);
        text.flush();
        zip.closeEntry();
    }

    /** A table that is being written. */
    private record Table(Writer text) {
        void put(String... cells) {
            try {
                for (int i = 0; i < cells.length; i++) {
                    text.write(i == 0 ? "\"" : ",\"");
                    text.write(harmless(cells[i]).replace("\"", "\"\""));
                    text.write('"');
                }
                text.write("\r\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String harmless(String cell) {
        return !cell.isEmpty() && FORMULAS.indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell;
    }
}
