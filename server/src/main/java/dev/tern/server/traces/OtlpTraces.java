package dev.tern.server.traces;

import dev.tern.ingest.IngestReport;
import dev.tern.query.QueryListener;
import dev.tern.server.settings.TraceSettings;
import dev.tern.settings.Mode;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends traces in batches by OTLP over HTTP; drops spans that cannot be sent in time. */
final class OtlpTraces implements Traces {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String PARENT = "traceparent";
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    OtlpTraces(TraceSettings settings, String version) {
        String endpoint = settings.endpoint().toString().replaceFirst("(?<!/)/++$", "") + "/v1/traces";
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(endpoint).setTimeout(PATIENCE);
        settings.headers().forEach(exporter::addHeader);
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(
                                AttributeKey.stringKey("service.name"),
                                "tern",
                                AttributeKey.stringKey("service.version"),
                                version))))
                // The caller's decision is ignored: every request is traced.
                .setSampler(Sampler.alwaysOn())
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build())
                        .setScheduleDelay(PAUSE)
                        .setExporterTimeout(PATIENCE)
                        .build())
                .build();
        this.tracer = provider.get("dev.tern.server", version);
    }

    /** Reads a request's {@code traceparent} header, which names the caller's trace and span. */
    private static final class Parent implements TextMapGetter<String> {
        @Override
        public Iterable<String> keys(String header) {
            return List.of(PARENT);
        }

        @Override
        public @Nullable String get(@Nullable String header, String key) {
            return key.equals(PARENT) ? header : null;
        }
    }

    // The scope is closed at the response, on the same thread.
    @SuppressWarnings("MustBeClosedChecker")
    @Override
    public RequestSpan request(String method, String route, String id, Optional<String> parent) {
        Context context =
                W3CTraceContextPropagator.getInstance().extract(Context.root(), parent.orElse(""), new Parent());
        Span span = tracer.spanBuilder(method + " " + route)
                .setParent(context)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", method)
                .setAttribute("http.route", route)
                .setAttribute("tern.request.id", id)
                .startSpan();
        Scope scope = span.makeCurrent();
        return status -> {
            scope.close();
            span.setAttribute(STATUS, (long) status);
            if (status >= 500) {
                span.setStatus(StatusCode.ERROR);
            }
            span.end();
        };
    }

    @Override
    public QueryListener query(Mode mode, QueryListener listener) {
        Span span = tracer.spanBuilder("query")
                .setAttribute("tern.mode", mode.name().toLowerCase(Locale.ROOT))
                .startSpan();
        return new TracedQuery(tracer, span).andThen(listener);
    }

    @Override
    public JobSpan job(String kind, String id, int tries) {
        Span span = tracer.spanBuilder("job " + kind)
                .setNoParent()
                .setAttribute("tern.job.id", id)
                .setAttribute("tern.job.tries", (long) tries)
                .startSpan();
        return (report, spent) -> {
            report.ifPresentOrElse(done -> setAttributes(span, done), () -> span.setStatus(StatusCode.ERROR));
            span.setAttribute("tern.model.calls", spent.calls());
            span.setAttribute("gen_ai.usage.input_tokens", spent.inputTokens());
            span.setAttribute("gen_ai.usage.output_tokens", spent.outputTokens());
            span.end();
        };
    }

    private static void setAttributes(Span span, IngestReport done) {
        span.setAttribute("tern.documents", done.documents());
        span.setAttribute("tern.passages", done.passages());
    }

    @Override
    public void close() {
        provider.shutdown().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
