package dev.tern.models.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.model.Ledger;
import dev.tern.model.Ledger.Expense;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import dev.tern.models.money.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountBookTest {
    private static final PriceTable PRICES =
            PriceTable.of(Map.of("chat", Price.of("1", "10"), "embed", Price.of("0.1", "0")));

    @TempDir
    Path directory;

    private final ManualClock clock = new ManualClock();

    private AccountBook open() {
        return AccountBook.in(directory, clock, Duration.ofMillis(100));
    }

    private static RunStart start(String id) {
        return new RunStart(id, "add ./contracts", "./store", "default");
    }

    private static Expense extraction(String document, long input, long output) {
        return new Expense("extract", document, "chat", input, output);
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(AccountBook.FILE));
    }

    @Test
    void addsUpWhatWasSpentEveryWay() {
        try (AccountBook book = open()) {
            Ledger first = book.begin(start("one")).ledger(PRICES);
            first.record(extraction("a.pdf", 1_000, 100));
            first.record(extraction("b.pdf", 2_000, 200));
            first.record(extraction("b.pdf", 1_000, 0));
            clock.advance(Duration.ofDays(1));
            Ledger second =
                    book.begin(new RunStart("two", "add x", "./other", "g")).ledger(PRICES);
            second.record(new Expense("embed", "", "embed", 10_000, 0));
            second.record(new Expense("extract", "c.pdf", "unheard-of", 7, 8));
        }
        try (AccountBook book = open()) {
            CostSums costs = book.costs();
            assertThat(costs.total(CostFilter.ALL)).isEqualTo(new GroupCost("", 5, 14_007, 308, Money.of("0.008"), 1));
            assertThat(costs.total(CostFilter.ALL).isWhole()).isFalse();
            assertThat(costs.byStep(CostFilter.ALL))
                    .containsExactly(
                            new GroupCost("extract", 4, 4_007, 308, Money.of("0.007"), 1),
                            new GroupCost("embed", 1, 10_000, 0, Money.of("0.001"), 0));
            assertThat(costs.byModel(CostFilter.ALL))
                    .extracting(GroupCost::name)
                    .containsExactly("chat", "embed", "unheard-of");
            assertThat(costs.byDocument(CostFilter.ALL, 0, 2))
                    .containsExactly(
                            new GroupCost("b.pdf", 2, 3_000, 200, Money.of("0.005"), 0),
                            new GroupCost("a.pdf", 1, 1_000, 100, Money.of("0.002"), 0));
            assertThat(costs.byDocument(CostFilter.ALL, 2, 2))
                    .extracting(GroupCost::name)
                    .containsExactly("", "c.pdf");
            assertThat(costs.byRun(CostFilter.ALL, 0, 10))
                    .extracting(GroupCost::name)
                    .containsExactly("two", "one");
            assertThat(costs.byDay(CostFilter.ALL, ZoneOffset.UTC))
                    .containsExactly(
                            new GroupCost("2026-03-01", 3, 4_000, 300, Money.of("0.007"), 0),
                            new GroupCost("2026-03-02", 2, 10_007, 8, Money.of("0.001"), 1));
            assertThat(costs.byDay(CostFilter.ALL, ZoneId.of("Pacific/Chatham")))
                    .as("12:00 UTC is 01:45 of the next day there")
                    .extracting(GroupCost::name)
                    .containsExactly("2026-03-02", "2026-03-03");
        }
    }

    @Test
    void amongEqualCostsThatOfMoreTokensIsFirst() {
        try (AccountBook book = open()) {
            Ledger ledger = book.begin(start("one")).ledger(PriceTable.EMPTY);
            ledger.record(extraction("a", 5, 1));
            ledger.record(extraction("b", 1, 20));
            ledger.record(extraction("c", 9, 9));
            assertThat(book.costs().byDocument(CostFilter.ALL, 0, 3))
                    .extracting(GroupCost::name)
                    .containsExactly("b", "c", "a");
        }
    }

    @Test
    void countsOnlyWhatTheFilterLetsThrough() {
        try (AccountBook book = open()) {
            book.begin(start("one")).ledger(PRICES).record(extraction("a", 1, 0));
            clock.advance(Duration.ofHours(1));
            Instant between = clock.instant();
            book.begin(new RunStart("two", "c", "s", "g")).ledger(PRICES).record(extraction("a", 2, 0));
            CostSums costs = book.costs();
            assertThat(costs.total(CostFilter.ofRun("one")).inputTokens()).isEqualTo(1);
            assertThat(costs.total(new CostFilter(null, "s", "g", null, null)).inputTokens())
                    .isEqualTo(2);
            assertThat(costs.total(new CostFilter(null, "s", "default", null, null))
                            .calls())
                    .isZero();
            assertThat(costs.total(new CostFilter(null, null, null, between, null))
                            .inputTokens())
                    .isEqualTo(2);
            assertThat(costs.total(new CostFilter(null, null, null, null, between))
                            .inputTokens())
                    .isEqualTo(1);
        }
    }

    @Test
    void aPriceThatChangesLaterChangesNothingThatWasWritten() {
        try (AccountBook book = open()) {
            Run run = book.begin(start("one"));
            run.ledger(PRICES).record(extraction("a", 1_000_000, 0));
            run.ledger(PRICES.with("chat", Price.of("3", "0"))).record(extraction("a", 1_000_000, 0));
            assertThat(book.costs().total(CostFilter.ALL).cost()).isEqualTo(Money.of("4"));
        }
    }

    @Test
    void runsAreListedWithHowFarTheyCameAndWhatTheySpent() {
        RunCounts counts = new RunCounts(1, 20, 5, 5, 1, 14);
        Instant began = clock.instant();
        try (AccountBook book = open()) {
            Run one = book.begin(start("one"));
            one.ledger(PRICES).record(extraction("a", 1_000, 0));
            clock.advance(Duration.ofSeconds(1));
            one.progress(counts);
            assertThat(one.end(RunState.DONE, "all done", new RunCounts(1, 20, 19, 19, 1, 0)))
                    .isZero();
            Run two = book.begin(start("two"));
            clock.advance(Duration.ofSeconds(5));
            two.progress(counts);
            book.begin(start("three")).end(RunState.FAILED, "no key", RunCounts.NONE);
            List<RunRecord> runs = book.runs(null, null, Set.of(), 10);
            assertThat(runs).extracting(run -> run.start().id()).containsExactly("three", "two", "one");
            assertThat(runs.getLast())
                    .isEqualTo(new RunRecord(
                            start("one"),
                            began,
                            began.plusSeconds(1),
                            Optional.of(began.plusSeconds(1)),
                            RunState.DONE,
                            "all done",
                            new RunCounts(1, 20, 19, 19, 1, 0),
                            new GroupCost("", 1, 1_000, 0, Money.of("0.001"), 0)));
            assertThat(runs.get(1).state()).as("of this process").isEqualTo(RunState.RUNNING);
            assertThat(runs.get(1).counts()).isEqualTo(counts);
            assertThat(runs.get(1).ended()).isEmpty();
            assertThat(runs.get(1).spent()).isEqualTo(new GroupCost("", 0, 0, 0, Money.ZERO, 0));
            assertThat(runs.getFirst().state()).isEqualTo(RunState.FAILED);
            book.begin(new RunStart("four", "tern ask", "./store", "default"));
            book.begin(new RunStart("five", "add", "./store", "other"));
            assertThat(book.runs("./store", "default", Set.of("tern chat", "tern ask"), 1))
                    .extracting(run -> run.start().id())
                    .containsExactly("three");
        }
    }

    @Test
    void aRunWhoseProcessIsGoneWasInterrupted() throws SQLException {
        try (AccountBook book = open()) {
            book.begin(start("one"));
            try (Connection connection = connection();
                    Statement statement = connection.createStatement()) {
                statement.execute("UPDATE runs SET process_began = process_began - 60000");
            }
            assertThat(book.runs(null, null, Set.of(), 1))
                    .as("another process has the number now")
                    .extracting(RunRecord::state)
                    .containsExactly(RunState.INTERRUPTED);
            try (Connection connection = connection();
                    Statement statement = connection.createStatement()) {
                statement.execute("UPDATE runs SET pid = 4194305");
            }
            assertThat(book.runs(null, null, Set.of(), 1))
                    .extracting(RunRecord::state)
                    .containsExactly(RunState.INTERRUPTED);
        }
    }

    @Test
    void progressIsWrittenAtMostTwiceASecond() throws SQLException {
        try (AccountBook book = open()) {
            Run run = book.begin(start("one"));
            run.progress(new RunCounts(1, 0, 0, 0, 0, 0));
            assertThat(book.runs(null, null, Set.of(), 1).getFirst().counts()).isEqualTo(RunCounts.NONE);
            clock.advance(Duration.ofMillis(500));
            run.progress(new RunCounts(2, 0, 0, 0, 0, 0));
            assertThat(book.runs(null, null, Set.of(), 1).getFirst().counts().documents())
                    .isEqualTo(2);
        }
    }

    @Test
    void secretsInSourcesAreNotKept() {
        RunStart start = new RunStart(
                "one",
                "add https://jo:pass@example.org/a?token=t0p&page=2 notes.pdf",
                "http://root:milvus@localhost:19530",
                "g");
        assertThat(start.command()).isEqualTo("add https://example.org/a?token=...&page=... notes.pdf");
        assertThat(start.store()).isEqualTo("http://localhost:19530");
    }

    @Test
    void whatCannotBeWrittenWaitsInMemory() throws SQLException {
        try (Warnings log = new Warnings();
                AccountBook book = open()) {
            Run run = book.begin(start("one"));
            Ledger ledger = run.ledger(PRICES);
            try (Connection other = connection();
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                for (int i = 0; i < 10; i++) {
                    ledger.record(extraction("a", 1, 0));
                }
                assertThat(run.end(RunState.DONE, "", RunCounts.NONE)).isEqualTo(10);
                statement.execute("COMMIT");
            }
            assertThat(log.warnings())
                    .containsExactly(
                            directory.resolve(AccountBook.FILE)
                                    + " is locked by another process: expenses are kept in memory until they can be"
                                    + " written",
                            "10 model calls could not be written to " + directory.resolve(AccountBook.FILE));
            assertThat(book.costs().total(CostFilter.ALL).calls()).isZero();
            assertThat(run.end(RunState.DONE, "", RunCounts.NONE)).isZero();
            assertThat(book.costs().total(CostFilter.ALL).calls()).isEqualTo(10);
        }
    }

    @Test
    void aDamagedBookIsPutAsideAndNoneOfThemIsOverwritten() throws IOException {
        for (int i = 1; i <= 3; i++) {
            Files.writeString(directory.resolve(AccountBook.FILE), ("no database " + i + " ").repeat(100));
            try (Warnings log = new Warnings();
                    AccountBook book = open()) {
                book.begin(start("run " + i)).ledger(PRICES).record(extraction("a", 1, 0));
                assertThat(book.costs().total(CostFilter.ALL).calls()).isEqualTo(1);
                assertThat(log.warnings()).hasSize(1);
            }
        }
        assertThat(directory.resolve("costs.db.damaged")).content().startsWith("no database 1");
        assertThat(directory.resolve("costs.db.damaged-2")).content().startsWith("no database 2");
        assertThat(directory.resolve("costs.db.damaged-3")).content().startsWith("no database 3");
    }

    @Test
    void whereNothingWasSpentNothingIsMade() {
        try (AccountBook book = open()) {
            assertThat(book.runs(null, null, Set.of(), 10)).isEmpty();
            assertThat(book.costs().byStep(CostFilter.ALL)).isEmpty();
            assertThat(book.costs().total(CostFilter.ALL)).isEqualTo(new GroupCost("", 0, 0, 0, Money.ZERO, 0));
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aBookThatCannotBeReadIsTheStoresFault() throws SQLException {
        try (AccountBook book = open()) {
            book.begin(start("one"));
        }
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version=2");
        }
        try (AccountBook book = open()) {
            assertThatThrownBy(() -> book.costs().total(CostFilter.ALL))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.STORE))
                    .hasMessageStartingWith("the account book cannot be read: " + directory.resolve(AccountBook.FILE));
        }
    }

    @Test
    void aRunCannotEndAsRunning() {
        try (AccountBook book = open()) {
            Run run = book.begin(start("one"));
            assertThatThrownBy(() -> run.end(RunState.RUNNING, "", RunCounts.NONE))
                    .hasMessage("a run cannot end as running");
        }
    }
}
