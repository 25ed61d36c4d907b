package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.query.trace.Trace;

/** Forwards each event of one query to two listeners in order. */
record BothListeners(QueryListener first, QueryListener second) implements QueryListener {
    @Override
    public void begun(String name) {
        first.begun(name);
        second.begun(name);
    }

    @Override
    public void ended(Trace.Step step) {
        first.ended(step);
        second.ended(step);
    }

    @Override
    public void words(String part) {
        first.words(part);
        second.words(part);
    }

    @Override
    public void calling(Call.Kind kind, String name) {
        first.calling(kind, name);
        second.calling(kind, name);
    }

    @Override
    public void called(Call call) {
        first.called(call);
        second.called(call);
    }

    @Override
    public String failed(TernException failure, String told) {
        return second.failed(failure, first.failed(failure, told));
    }

    @Override
    public void over(Trace.Cost spent) {
        first.over(spent);
        second.over(spent);
    }
}
