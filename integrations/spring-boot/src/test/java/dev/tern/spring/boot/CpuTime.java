package dev.tern.spring.boot;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** A profiler for the process's CPU time of an operation, in microseconds. Made by JMH. */
public final class CpuTime implements InternalProfiler {
    /** The name of the result. */
    static final String NAME = "cpu";

    private final OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long nanosBefore;

    public CpuTime() {}

    @Override
    public String getDescription() {
        return "CPU time of an operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        nanosBefore = machine.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = machine.getProcessCpuTime() - nanosBefore;
        return List.of(new ScalarResult(
                NAME, nanos / 1_000 / result.getMetadata().getAllOps(), "us/op", AggregationPolicy.AVG));
    }
}
