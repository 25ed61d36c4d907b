package dev.tern.store.milvus.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeferredCheckTest {
    private final DeferredCheck later = new DeferredCheck();
    private final List<String> succeeded = new CopyOnWriteArrayList<>();
    private final AtomicBoolean reachable = new AtomicBoolean();

    private Runnable check(String name) {
        return () -> {
            if (!reachable.get()) {
                throw TernException.store("Milvus is gone");
            }
            succeeded.add(name);
        };
    }

    @Test
    void a_check_behind_one_that_fails_is_done_later() {
        later.begin(check("first"));
        for (String next : List.of("second", "third")) {
            assertThatThrownBy(() -> later.begin(check(next))).hasMessage("Milvus is gone");
        }
        assertThatThrownBy(later::await).hasMessage("Milvus is gone");
        reachable.set(true);
        later.await();
        assertThat(succeeded).containsExactly("first", "second", "third");
        later.await();
        assertThat(succeeded).hasSize(3);
    }

    @Test
    void a_check_behind_one_whose_wait_is_interrupted_is_done_later() {
        reachable.set(true);
        CountDownLatch answered = new CountDownLatch(1);
        later.begin(() -> {
            while (answered.getCount() > 0) {
                Thread.onSpinWait();
            }
            succeeded.add("first");
        });
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> later.begin(check("second"))).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        answered.countDown();
        later.await();
        assertThat(succeeded).containsExactly("first", "second");
    }
}
