package dev.tern.spring.boot;

import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.SyncProgress;
import dev.tern.documents.sync.SyncReport;
import dev.tern.note.SyncedSource;
import java.util.List;
import java.util.Locale;

/** The state of the application's synchronisation, without types of {@code tern-sync}. */
record BackgroundDocuments(BackgroundSync sync) implements TernDocuments {
    @Override
    public List<Place> places() {
        return sync.progress().places().stream().map(BackgroundDocuments::place).toList();
    }

    @Override
    public boolean read() {
        return sync.start();
    }

    private static Place place(SyncProgress.PlaceProgress place) {
        return new Place(
                place.place(),
                place.state().name().toLowerCase(Locale.ROOT),
                place.stored(),
                place.started().orElse(null),
                place.ended().orElse(null),
                place.report().map(BackgroundDocuments::report).orElse(null),
                place.error().isEmpty() ? null : place.error());
    }

    private static Report report(SyncReport report) {
        SyncedSource.Counts counts = report.source().counts();
        return new Report(
                counts.documents(),
                counts.added(),
                counts.replaced(),
                counts.removed(),
                counts.unchanged(),
                counts.failed(),
                report.source().failures(),
                report.source().remark());
    }
}
