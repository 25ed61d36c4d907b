package dev.tern.models.kept;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cache of the prepared statements of one connection. Confined to one thread. */
final class PreparedStatements implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    PreparedStatements(Connection connection) {
        this.connection = connection;
    }

    /** Returns a prepared statement with its parameters; the caller must not close it. */
    PreparedStatement of(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    int run(String sql, @Nullable Object... parameters) throws SQLException {
        return of(sql, parameters).executeUpdate();
    }

    void execute(String... all) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : all) {
                statement.execute(sql);
            }
        }
    }

    /** Runs a statement to its end, such as an incremental vacuum, which works in steps. */
    void exhaust(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** Returns the integer in the first row of a query; 0 if there is no row. */
    long number(String sql, @Nullable Object... parameters) throws SQLException {
        try (ResultSet row = of(sql, parameters).executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
