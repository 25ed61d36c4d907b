package dev.tern.server.front;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNamesTest {
    private static void check(AllowedOrigins origins, String authority) {
        origins.check(authority, Optional.empty(), Optional.empty(), false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fd00::1", "FD00::1", "[fd00::1]"})
    void addressOfTheServerMayBeOneOfIpv6(String address) {
        AllowedOrigins own = new AllowedOrigins(address, Set.of(), Set.of(), false);
        AllowedOrigins other = new AllowedOrigins("127.0.0.1", Set.of(address), Set.of(), false);
        for (AllowedOrigins origins : Set.of(own, other)) {
            for (String authority : Set.of("[fd00::1]", "[fd00::1]:8080", "[::1]:8080", "localhost:8080")) {
                assertThatCode(() -> check(origins, authority)).doesNotThrowAnyException();
            }
            assertThatThrownBy(() -> check(origins, "[fd00::2]:8080"))
                    .isInstanceOf(Problem.class)
                    .hasMessage("the name in the Host header is not allowed; the operator can add it");
        }
    }
}
