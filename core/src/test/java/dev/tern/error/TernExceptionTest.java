package dev.tern.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException.Fault;
import org.junit.jupiter.api.Test;

class TernExceptionTest {
    private final RuntimeException cause = new IllegalStateException("why");

    @Test
    void everyFailureSaysWhoseFaultItIs() {
        assertThat(TernException.user("a").fault()).isEqualTo(Fault.USER);
        assertThat(TernException.user("a", cause).fault()).isEqualTo(Fault.USER);
        assertThat(TernException.operator("a").fault()).isEqualTo(Fault.OPERATOR);
        assertThat(TernException.operator("a", cause).fault()).isEqualTo(Fault.OPERATOR);
        assertThat(TernException.model("a").fault()).isEqualTo(Fault.MODEL);
        assertThat(TernException.model("a", cause).fault()).isEqualTo(Fault.MODEL);
        assertThat(TernException.store("a").fault()).isEqualTo(Fault.STORE);
        assertThat(TernException.store("a", cause).fault()).isEqualTo(Fault.STORE);
    }

    @Test
    void aConflictIsTheUsersFaultAndKnownFromOthers() {
        assertThat(TernException.conflict("a").fault()).isEqualTo(Fault.USER);
        assertThat(TernException.conflict("a").isConflict()).isTrue();
        assertThat(TernException.user("a").isConflict()).isFalse();
        assertThat(TernException.refusal("a", cause).isConflict()).isFalse();
        assertThat(TernException.refusal("a", cause).isRefusal()).isTrue();
    }

    @Test
    void latenessIsOfWhatWasWaitedFor() {
        assertThat(TernException.timeLimitPassed(Fault.MODEL, "a").fault()).isEqualTo(Fault.MODEL);
        assertThat(TernException.timeLimitPassed(Fault.USER, "a").isTimeLimitPassed())
                .isTrue();
        assertThat(TernException.user("a").isTimeLimitPassed()).isFalse();
    }

    @Test
    void theMessageAndTheCauseAreKept() {
        assertThat(TernException.store("the disk is full", cause))
                .hasMessage("the disk is full")
                .hasCause(cause);
        assertThat(TernException.user("the question is blank")).hasNoCause();
    }
}
