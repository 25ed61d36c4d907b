package dev.tern.server.traces;

import dev.tern.model.Call;
import dev.tern.query.QueryListener;
import dev.tern.query.trace.Trace;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Records a query, its steps and their calls as nested spans. Only one thread reports steps. */
final class TracedQuery implements QueryListener {
    private final Tracer tracer;
    private final Span query;
    private volatile @Nullable Span step;

    TracedQuery(Tracer tracer, Span query) {
        this.tracer = tracer;
        this.query = query;
    }

    @Override
    public void stepStarted(String name) {
        step = tracer.spanBuilder(name).setParent(Context.root().with(query)).startSpan();
    }

    @Override
    public void callEnded(Call call) {
        Span within = step;
        Instant end = Instant.now();
        Span span = tracer.spanBuilder(call.kind() == Call.Kind.STORE ? "store " + call.name() : call.name())
                .setParent(Context.root().with(within == null ? query : within))
                .setSpanKind(SpanKind.CLIENT)
                .setStartTimestamp(end.minusNanos(call.nanos()))
                .startSpan();
        call.task().ifPresent(task -> span.setAttribute("tern.task", task.toString()));
        if (call.kind() == Call.Kind.MODEL) {
            span.setAttribute("gen_ai.usage.input_tokens", call.inputTokens());
            span.setAttribute("gen_ai.usage.output_tokens", call.outputTokens());
        }
        if (call.failed()) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end(end);
    }

    @Override
    public void stepEnded(Trace.Step done) {
        Span span = step;
        step = null;
        if (span != null) {
            span.setAttribute("tern.in", (long) done.inCount());
            span.setAttribute("tern.out", (long) done.outCount());
            span.setAttribute("tern.round_trips", (long) done.cost().roundTrips());
            span.end();
        }
    }

    @Override
    public void queryEnded(Trace.Cost spent) {
        Span broken = step;
        if (broken != null) {
            broken.setStatus(StatusCode.ERROR).end();
            query.setStatus(StatusCode.ERROR);
        }
        query.setAttribute("gen_ai.usage.input_tokens", spent.inputTokens());
        query.setAttribute("gen_ai.usage.output_tokens", spent.outputTokens());
        query.end();
    }
}
