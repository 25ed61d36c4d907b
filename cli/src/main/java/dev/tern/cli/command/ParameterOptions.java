package dev.tern.cli.command;

import dev.tern.cli.config.Setting;
import dev.tern.settings.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of the command line made from the table of {@linkplain Parameter parameters}. */
public final class ParameterOptions {
    private ParameterOptions() {}

    /** Groups of options that have some for parameters. */
    interface Group {
        /** Those that have options here. */
        Stream<Parameter<?>> parameters();

        /** Where the options put their values. */
        Flags flags();
    }

    /** Adds the options of parameters to a command and those below it, wherever it has a {@link Group} of them. */
    public static void addTo(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        for (CommandSpec mixin : List.copyOf(spec.mixins().values())) {
            if (mixin.userObject() instanceof Group group) {
                group.parameters().forEach(parameter -> spec.addOption(option(parameter, group.flags())));
            }
        }
        command.getSubcommands().values().forEach(ParameterOptions::addTo);
    }

    private static OptionSpec option(Parameter<?> parameter, Flags flags) {
        String name = name(parameter);
        Consumer<String> set = text -> flags.set(Setting.of(parameter), name, text);
        OptionSpec.Builder option = OptionSpec.builder(name).description(described(parameter));
        if (parameter.type() == Boolean.class) {
            return option.type(boolean.class)
                    .arity("0")
                    .negatable(true)
                    .setter(setter(value -> set.accept(String.valueOf(value))))
                    .build();
        }
        if (parameter.type() == List.class) {
            return option.type(List.class)
                    .auxiliaryTypes(String.class)
                    .arity("1")
                    .paramLabel("RULE")
                    .setter(setter(rules -> set.accept(String.join(",", strings(rules)))))
                    .build();
        }
        return option.type(String.class)
                .arity("1")
                .paramLabel(parameter.type() == Integer.class ? "N" : parameter.type() == Double.class ? "X" : "NAME")
                .setter(setter(value -> set.accept(String.valueOf(value))))
                .build();
    }

    private static List<String> strings(Object values) {
        return ((List<?>) values).stream().map(String::valueOf).toList();
    }

    private static CommandLine.Model.ISetter setter(Consumer<Object> set) {
        return new CommandLine.Model.ISetter() {
            @Override
            @SuppressWarnings("TypeParameterUnusedInFormals") // picocli's
            public <T> T set(T value) {
                if (value != null) {
                    set.accept(value);
                }
                return value;
            }
        };
    }

    /** {@code --entity-top-k} of {@code entityTopK}; shorter where people write it often. */
    public static String name(Parameter<?> parameter) {
        return parameter == Parameter.FINAL_TOP_K
                ? "--top"
                : "--"
                        + parameter
                                .name()
                                .replace("minimum", "min")
                                .replaceAll("([A-Z])", "-$1")
                                .toLowerCase(Locale.ROOT);
    }

    private static String described(Parameter<?> parameter) {
        String usual = parameter
                .defaultValue()
                .map(Parameter::text)
                .filter(text -> !text.isEmpty())
                .orElse(parameter.type() == List.class ? "none" : "off");
        return parameter.sentence() + ": " + parameter.values() + " (" + parameter.name() + "; default: " + usual
                + ").";
    }
}
