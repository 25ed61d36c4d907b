package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import dev.tern.settings.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Command line options generated from the table of {@linkplain Parameter parameters}. */
public final class ParameterOptions {
    private ParameterOptions() {}

    /** A group of options, to which options for parameters are added. */
    interface OptionGroup {
        /** Returns the parameters of this group; each that has a setting gets an option. */
        Stream<Parameter<?>> parameters();

        /** Returns the flags that receive the values. */
        Flags flags();
    }

    /** Adds options to a command and its subcommands, for each {@link OptionGroup} mixed in. */
    public static void addTo(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        for (CommandSpec mixin : List.copyOf(spec.mixins().values())) {
            if (mixin.userObject() instanceof OptionGroup group) {
                group.parameters()
                        .forEach(parameter -> Setting.of(parameter)
                                .ifPresent(setting -> spec.addOption(option(parameter, setting, group.flags()))));
            }
        }
        command.getSubcommands().values().forEach(ParameterOptions::addTo);
    }

    private static OptionSpec option(Parameter<?> parameter, Setting setting, Flags flags) {
        String name = name(parameter);
        OptionValue optionValue = new OptionValue(text -> flags.set(setting, name, text));
        OptionSpec.Builder option = OptionSpec.builder(name)
                .description(described(parameter))
                .getter(optionValue)
                .setter(optionValue);
        if (parameter.type() == Boolean.class) {
            return option.type(boolean.class).arity("0").negatable(true).build();
        }
        if (parameter.type() == List.class) {
            return option.type(List.class)
                    .auxiliaryTypes(String.class)
                    .arity("1")
                    .paramLabel("RULE")
                    .build();
        }
        return option.type(String.class)
                .arity("1")
                .paramLabel(parameter.type() == Integer.class ? "N" : parameter.type() == Double.class ? "X" : "NAME")
                .build();
    }

    /** The value of an option; a repeatable option collects its values. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in picocli's interfaces
    private static final class OptionValue implements IGetter, ISetter {
        private final Consumer<String> set;
        private @Nullable Object value;

        OptionValue(Consumer<String> set) {
            this.set = set;
        }

        @Override
        public <T> @Nullable T get() {
            return (T) value;
        }

        @Override
        public <T> @Nullable T set(@Nullable T newValue) {
            T before = (T) value;
            value = newValue;
            if (newValue instanceof List<?> rules) {
                set.accept(rules.stream().map(String::valueOf).collect(Collectors.joining(",")));
            } else if (newValue != null) {
                set.accept(String.valueOf(newValue));
            }
            return before;
        }
    }

    /** Returns the option of a parameter, such as {@code --min-entity-similarity}. */
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

    private static String described(Parameter<?> one) {
        String values = one.type() == Boolean.class ? "" : ": " + one.values();
        return one.description() + values + " (" + one.name() + "; default: " + defaultText(one) + ").";
    }

    /** Returns the default value as text, or in a word if there is none. */
    public static String defaultText(Parameter<?> parameter) {
        String none = parameter.type() == Double.class ? "off" : parameter == Parameter.CONSISTENCY ? "strong" : "none";
        String text = parameter.defaultValue().map(Parameter::text).orElse("");
        return text.isEmpty() ? none : text;
    }
}
