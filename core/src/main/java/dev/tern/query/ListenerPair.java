package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.model.Call;
import dev.tern.query.trace.Trace;

/** Forwards each event of one query to two listeners in order. */
record ListenerPair(QueryListener first, QueryListener second) implements QueryListener {
    @Override
    public void stepStarted(String name) {
        first.stepStarted(name);
        second.stepStarted(name);
    }

    @Override
    public void stepEnded(Trace.Step step) {
        first.stepEnded(step);
        second.stepEnded(step);
    }

    @Override
    public void answerPart(String part) {
        first.answerPart(part);
        second.answerPart(part);
    }

    @Override
    public void callStarting(Call.Kind kind, String name) {
        first.callStarting(kind, name);
        second.callStarting(kind, name);
    }

    @Override
    public void callEnded(Call call) {
        first.callEnded(call);
        second.callEnded(call);
    }

    @Override
    public String failed(TernException failure, String message) {
        return second.failed(failure, first.failed(failure, message));
    }

    @Override
    public void queryEnded(Trace.Cost spent) {
        first.queryEnded(spent);
        second.queryEnded(spent);
    }
}
