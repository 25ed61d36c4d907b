package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UrlSecretsTest {
    @ParameterizedTest
    @CsvSource({
        "https://me:pass@host/v1, https://host/v1",
        "https://me:p@ss@host/v1, https://host/v1",
        "https://me:p#ss@host/v1, https://host/v1",
        "https://me:p/ss@host/v1, https://host/v1",
        "https://me:p?s@s@host/v1, https://host/v1",
        "https://token@host/v1, https://host/v1",
        "https://host:8080/@me/notes, https://host:8080/@me/notes",
        "https://host/@me:x/notes, https://host/@me:x/notes",
        "https://[::1]:80/@me, https://[::1]:80/@me",
        "add http://a:b@one/x http://c:d@e@two/y, add http://one/x http://two/y",
        "http://a:b://c:d://e:f g://h:i@j, http://a:b://c:d://e:f g://j",
        "http://host:80/http://a:b@c/http://d:e@f, http://host:80/http://f",
        "me@example.org, me@example.org"
    })
    void usersAndPasswordsAreTakenOut(String text, String shown) {
        assertThat(UrlSecrets.withoutUsers(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "https://host/v1?token=abc&page=2 notes.pdf, https://host/v1?token=...&page=... notes.pdf",
        "https://me:p@ss@host/?a=b#c, https://host/?a=...#c"
    })
    void valuesOfQueriesAreTakenOut(String text, String shown) {
        assertThat(UrlSecrets.hidden(text)).isEqualTo(shown);
    }

    @Test
    void textsOfManyUrlsAreReadOnce() {
        // Searching for an @ from each of them to the end takes minutes.
        String many = "://a:b".repeat(100_000);
        assertThat(UrlSecrets.hidden(many)).isEqualTo(many);
        assertThat(UrlSecrets.withoutUsers(many + "@c" + many)).isEqualTo("://c" + many);
    }
}
