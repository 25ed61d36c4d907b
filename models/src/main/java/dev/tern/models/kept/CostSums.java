package dev.tern.models.kept;

import dev.tern.error.TernException;
import dev.tern.models.money.Money;
import java.nio.file.Files;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Sums costs: 0 for a damaged book; throws TernException if it is unreadable. Thread-safe. */
public final class CostSums {
    private static final String SUMS = "COUNT(*), COALESCE(SUM(e.input), 0), COALESCE(SUM(e.output), 0),"
            + " COALESCE(SUM(e.cost), 0), COALESCE(SUM(e.cost IS NULL), 0)";
    private static final String TABLES = " FROM expenses e JOIN runs r ON r.number = e.run WHERE"
            + " (?1 IS NULL OR r.id = ?1) AND (?2 IS NULL OR r.store = ?2) AND (?3 IS NULL OR r.graph = ?3)"
            + " AND (?4 IS NULL OR e.at >= ?4) AND (?5 IS NULL OR e.at < ?5)";
    /** The unit of sums: in every time zone in use, days begin at a quarter of an hour. */
    private static final long QUARTER_MILLIS = 15 * 60 * 1000L;

    private final SqliteFile file;

    CostSums(SqliteFile file) {
        this.file = file;
    }

    /** Returns the sum over all matching calls. */
    public GroupCost total(CostFilter filter) {
        List<GroupCost> lines = lines("SELECT ''," + SUMS + TABLES, filter);
        return lines.isEmpty() ? new GroupCost("", 0, 0, 0, Money.ZERO, 0) : lines.getFirst();
    }

    /** Returns the costs by step, the highest first. */
    public List<GroupCost> byStep(CostFilter filter) {
        return grouped("e.step", filter, 0, Integer.MAX_VALUE);
    }

    /** Returns the costs by model, the highest first. */
    public List<GroupCost> byModel(CostFilter filter) {
        return grouped("e.model", filter, 0, Integer.MAX_VALUE);
    }

    /**
     * Returns a page of the costs by document, the highest first.
     *
     * @param offset the number to skip
     * @param limit the maximum number returned
     */
    public List<GroupCost> byDocument(CostFilter filter, int offset, int limit) {
        return grouped("e.document", filter, offset, limit);
    }

    /**
     * Returns a page of the costs by run, the latest first.
     *
     * @param offset the number to skip
     * @param limit the maximum number returned
     */
    public List<GroupCost> byRun(CostFilter filter, int offset, int limit) {
        return lines(
                "SELECT r.id, " + SUMS + TABLES + " GROUP BY e.run ORDER BY r.began DESC, r.number DESC LIMIT " + limit
                        + " OFFSET " + offset,
                filter);
    }

    /** Returns the costs by day of a time zone, named as {@code 2026-01-31}, the earliest first. */
    public List<GroupCost> byDay(CostFilter filter, ZoneId zone) {
        TreeMap<LocalDate, GroupCost> days = new TreeMap<>();
        for (GroupCost quarter :
                lines("SELECT e.at / " + QUARTER_MILLIS + ", " + SUMS + TABLES + " GROUP BY 1 ORDER BY 1", filter)) {
            Instant start = Instant.ofEpochMilli(Long.parseLong(quarter.name()) * QUARTER_MILLIS);
            LocalDate day = LocalDate.ofInstant(start, zone);
            days.merge(day, renamed(quarter, day.toString()), CostSums::sum);
        }
        return List.copyOf(days.values());
    }

    private List<GroupCost> grouped(String column, CostFilter filter, int offset, int limit) {
        return lines(
                "SELECT " + column + ", " + SUMS + TABLES + " GROUP BY 1 ORDER BY 5 DESC,"
                        + " SUM(e.input) + SUM(e.output) DESC, 1 LIMIT " + limit + " OFFSET " + offset,
                filter);
    }

    private List<GroupCost> lines(String sql, CostFilter filter) {
        if (!Files.exists(file.path())) {
            return List.of();
        }
        try {
            return file.read(statements -> {
                List<GroupCost> lines = new ArrayList<>();
                try (ResultSet row = statements
                        .of(
                                sql,
                                filter.run(),
                                filter.store(),
                                filter.graph(),
                                filter.from() == null ? null : filter.from().toEpochMilli(),
                                filter.until() == null ? null : filter.until().toEpochMilli())
                        .executeQuery()) {
                    while (row.next()) {
                        lines.add(line(row, row.getString(1), 2));
                    }
                }
                return lines;
            });
        } catch (SQLException failure) {
            throw unreadable(file, failure);
        }
    }

    /** Returns the cost of a group from five columns; {@code column} is the first, from 1. */
    static GroupCost line(ResultSet row, String name, int column) throws SQLException {
        return new GroupCost(
                name,
                row.getLong(column),
                row.getLong(column + 1),
                row.getLong(column + 2),
                new Money(row.getLong(column + 3)),
                row.getLong(column + 4));
    }

    static TernException unreadable(SqliteFile file, SQLException failure) {
        return TernException.store(
                "the account book cannot be read: " + file.path() + " " + FileFailureLog.reason(failure), failure);
    }

    private static GroupCost renamed(GroupCost line, String name) {
        return new GroupCost(
                name, line.calls(), line.inputTokens(), line.outputTokens(), line.cost(), line.unpricedCalls());
    }

    private static GroupCost sum(GroupCost one, GroupCost other) {
        return new GroupCost(
                one.name(),
                one.calls() + other.calls(),
                one.inputTokens() + other.inputTokens(),
                one.outputTokens() + other.outputTokens(),
                one.cost().plus(other.cost()),
                one.unpricedCalls() + other.unpricedCalls());
    }
}
