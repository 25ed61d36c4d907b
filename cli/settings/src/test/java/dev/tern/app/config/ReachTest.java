package dev.tern.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requires a decision about the trust of each setting, new ones included. */
final class ReachTest {
    private static List<Setting> of(ValueKind... kinds) {
        return Arrays.stream(Setting.values())
                .filter(setting -> List.of(kinds).contains(setting.kind()))
                .toList();
    }

    @Test
    void everySecretGoesSomewhereOrIsTheOwners() {
        assertThat(of(ValueKind.SECRET))
                .hasSizeGreaterThan(4)
                .allMatch(secret -> !secret.goesTo().isEmpty() || secret.effect() == SettingEffect.OWNER);
    }

    @Test
    void onlySecretsGoSomewhere() {
        assertThat(Setting.values())
                .filteredOn(setting -> !setting.goesTo().isEmpty())
                .allMatch(Setting::secret);
    }

    @Test
    void everyAddressIsKnownToTheSecretThatGoesThere() {
        assertThat(of(ValueKind.URL, ValueKind.STORE))
                .hasSizeGreaterThan(3)
                .allMatch(address -> address.effect() == SettingEffect.ADDRESS);
    }

    @Test
    void noPathIsLeftToTheProjectAlone() {
        assertThat(of(ValueKind.PATH))
                .hasSizeGreaterThan(6)
                .allMatch(path -> Set.of(SettingEffect.PATH, SettingEffect.OWNER, SettingEffect.ADDRESS)
                        .contains(path.effect()));
    }
}
