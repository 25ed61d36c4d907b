package dev.tern.docs;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The messages of errors as the sources spell them, with {@link #HOLE} for each part that is only known when it is thrown. */
final class ErrorMessages {
    static final String HOLE = "…";

    private static final Pattern CONVERSION = Pattern.compile("%[-#+ 0,(<]*\\d*(\\.\\d+)?[a-zA-Z]");
    private static final Pattern HOLES = Pattern.compile(HOLE + "(\\s*" + HOLE + ")+");

    /**
     * A message of the sources.
     *
     * @param file where it is made
     * @param fault whose fault it is, in the words of the page
     * @param wording its words, with holes
     */
    record Message(String file, String fault, String wording) {}

    private ErrorMessages() {}

    /** The messages of all sources below some folders, each once. */
    static List<Message> of(List<Path> folders) {
        List<Message> messages = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<Path> files = new ArrayList<>();
            for (Path folder : folders) {
                try (Stream<Path> found = Files.walk(folder)) {
                    found.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
                }
            }
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            for (var unit : task.parse()) {
                String name =
                        Path.of(unit.getSourceFile().toUri()).getFileName().toString();
                Named named = new Named();
                named.scan(unit, null);
                new Reader(name, named, messages).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return messages.stream().distinct().toList();
    }

    /** What the methods of a file return, and what its variables are first set to. */
    private static final class Named extends TreeScanner<Void, Void> {
        private final Map<String, List<ExpressionTree>> expressions = new HashMap<>();
        private String method = "";

        List<ExpressionTree> of(ExpressionTree use) {
            return use instanceof MethodInvocationTree call
                    ? expressions.getOrDefault(call.getMethodSelect() + "()", List.of())
                    : expressions.getOrDefault(use.toString(), List.of());
        }

        @Override
        public Void visitMethod(MethodTree node, Void unused) {
            method = node.getName() + "()";
            return super.visitMethod(node, null);
        }

        @Override
        public Void visitReturn(ReturnTree node, Void unused) {
            if (node.getExpression() != null) {
                expressions.computeIfAbsent(method, any -> new ArrayList<>()).add(node.getExpression());
            }
            return super.visitReturn(node, null);
        }

        @Override
        public Void visitVariable(VariableTree node, Void unused) {
            if (node.getInitializer() != null) {
                expressions
                        .computeIfAbsent(node.getName().toString(), any -> new ArrayList<>())
                        .add(node.getInitializer());
            }
            return super.visitVariable(node, null);
        }
    }

    private static final class Reader extends TreeScanner<Void, Void> {
        private final String file;
        private final Named named;
        private final List<Message> messages;

        Reader(String file, Named named, List<Message> messages) {
            this.file = file;
            this.named = named;
            this.messages = messages;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree node, Void unused) {
            if (node.getMethodSelect() instanceof MemberSelectTree select
                    && select.getExpression() instanceof IdentifierTree of
                    && !node.getArguments().isEmpty()) {
                fault(of.getName().toString(), select.getIdentifier().toString())
                        .ifPresent(fault -> add(fault, node.getArguments().getFirst()));
            }
            return super.visitMethodInvocation(node, null);
        }

        @Override
        public Void visitNewClass(NewClassTree node, Void unused) {
            String made = node.getIdentifier().toString();
            if (made.equals("ConfigurationException") || made.equals("ParameterException")) {
                node.getArguments().forEach(argument -> add("yours", inList(argument)));
            } else if (made.equals("UnreadableException")) {
                add("the document", node.getArguments().getFirst());
            }
            return super.visitNewClass(node, null);
        }

        private static ExpressionTree inList(ExpressionTree argument) {
            return argument instanceof MethodInvocationTree call
                            && call.getMethodSelect().toString().equals("List.of")
                            && call.getArguments().size() == 1
                    ? call.getArguments().getFirst()
                    : argument;
        }

        private static Optional<String> fault(String type, String method) {
            return switch (type + "." + method) {
                case "TernException.user", "problems.add" -> Optional.of("yours");
                case "TernException.operator" -> Optional.of("the operator");
                case "TernException.model", "TernException.refusal" -> Optional.of("the model");
                case "TernException.store", "TernException.damaged" -> Optional.of("the store");
                case "TernException.budget" -> Optional.of("the budget");
                default -> Optional.empty();
            };
        }

        private void add(String fault, ExpressionTree argument) {
            for (ExpressionTree way : ways(argument)) {
                List<ExpressionTree> made = named.of(way);
                for (ExpressionTree expression : made.isEmpty() ? List.of(way) : made) {
                    for (String words : words(expression)) {
                        messages.add(new Message(
                                file,
                                fault,
                                HOLES.matcher(words).replaceAll(HOLE).strip()));
                    }
                }
            }
        }

        private static List<ExpressionTree> ways(ExpressionTree argument) {
            return argument instanceof ConditionalExpressionTree condition
                    ? List.of(condition.getTrueExpression(), condition.getFalseExpression())
                    : List.of(argument);
        }

        /** The words of an expression, one way for each way that its conditions can go. */
        private static List<String> words(@Nullable Tree expression) {
            return switch (expression) {
                case BinaryTree sum
                when sum.getKind() == Tree.Kind.PLUS -> {
                    List<String> ends = words(sum.getRightOperand());
                    yield words(sum.getLeftOperand()).stream()
                            .flatMap(begin -> ends.stream().map(end -> begin + end))
                            .toList();
                }
                case LiteralTree literal
                when literal.getValue() instanceof String text -> List.of(text.replace("\n", " "));
                case ParenthesizedTree inner -> words(inner.getExpression());
                case ConditionalExpressionTree condition -> {
                    List<String> both = new ArrayList<>(words(condition.getTrueExpression()));
                    both.addAll(words(condition.getFalseExpression()));
                    yield both;
                }
                case MethodInvocationTree call
                when call.getMethodSelect().toString().equals("String.format") ->
                    words(format(call)).stream()
                            .map(words -> CONVERSION.matcher(words).replaceAll(HOLE))
                            .toList();
                case null, default -> List.of(HOLE);
            };
        }

        /** The format, behind the locale if there is one. */
        private static ExpressionTree format(MethodInvocationTree call) {
            ExpressionTree first = call.getArguments().getFirst();
            return first instanceof LiteralTree || first instanceof BinaryTree
                    ? first
                    : call.getArguments().get(1);
        }
    }
}
