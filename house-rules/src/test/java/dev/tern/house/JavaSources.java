package dev.tern.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java files as the JDK's own parser sees them, reduced to what the house rules ask about. */
final class JavaSources {
    /** A method or constructor and how many lines it takes, its Javadoc not counted. */
    record Method(Path file, String name, long lines) {}

    /**
     * A type.
     *
     * @param open public, and not inside a type that is not
     * @param implemented the simple names of the interfaces that it implements
     */
    record Type(
            Path file,
            String name,
            Tree.Kind kind,
            boolean topLevel,
            boolean open,
            boolean documented,
            List<String> implemented) {}

    /** A name used in a file outside imports; {@code qualified} where it stands behind a dot. */
    record Use(Path file, String name, boolean qualified) {}

    /** What a file imports: a type, or a member of it, and the name by which the file then calls it. */
    record Import(Path file, String type, String name) {}

    /** The description in a Javadoc comment, in words, without its block tags. */
    record Description(Path file, int words) {}

    private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@");

    private final List<Method> methods = new ArrayList<>();
    private final List<Type> types = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();
    private final List<Description> descriptions = new ArrayList<>();

    private JavaSources() {}

    static JavaSources parsed(SourceTree tree) {
        JavaSources sources = new JavaSources();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<Path> paths =
                    tree.files(".java").stream().map(tree.root()::resolve).toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                Path file = tree.root().relativize(Path.of(unit.getSourceFile().toUri()));
                sources.new Reader(file, unit, trees).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    List<Method> methods() {
        return methods;
    }

    List<Type> types() {
        return types;
    }

    List<Use> uses() {
        return uses;
    }

    List<Import> imports() {
        return imports;
    }

    List<Description> descriptions() {
        return descriptions;
    }

    private final class Reader extends TreePathScanner<Void, Void> {
        private final Path file;
        private final CompilationUnitTree unit;
        private final Trees trees;
        private boolean enclosingIsOpen = true;

        Reader(Path file, CompilationUnitTree unit, Trees trees) {
            this.file = file;
            this.unit = unit;
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree node, Void unused) {
            boolean outerIsOpen = enclosingIsOpen;
            boolean open = outerIsOpen && isPublic(node);
            if (!node.getSimpleName().isEmpty()) {
                describe();
                types.add(new Type(
                        file,
                        node.getSimpleName().toString(),
                        node.getKind(),
                        getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree,
                        open,
                        trees.getDocComment(getCurrentPath()) != null,
                        node.getImplementsClause().stream()
                                .map(type -> type.toString().replaceFirst("<.*", ""))
                                .toList()));
            }
            enclosingIsOpen = open;
            super.visitClass(node, null);
            enclosingIsOpen = outerIsOpen;
            return null;
        }

        /** A member of an interface is public without saying so. */
        private boolean isPublic(ClassTree node) {
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            return node.getModifiers().getFlags().contains(Modifier.PUBLIC)
                    || parent.getKind() == Tree.Kind.INTERFACE
                    || parent.getKind() == Tree.Kind.ANNOTATION_TYPE;
        }

        private void describe() {
            String comment = trees.getDocComment(getCurrentPath());
            if (comment != null) {
                String description = BLOCK_TAG.split(comment, 2)[0].strip();
                int words = description.isEmpty() ? 0 : description.split("\\s+").length;
                descriptions.add(new Description(file, words));
            }
        }

        @Override
        public Void visitImport(ImportTree node, Void unused) {
            String imported = node.getQualifiedIdentifier().toString();
            imports.add(new Import(file, imported, imported.substring(imported.lastIndexOf('.') + 1)));
            return null;
        }

        @Override
        public Void visitVariable(VariableTree node, Void unused) {
            describe();
            return super.visitVariable(node, null);
        }

        @Override
        public Void visitMethod(MethodTree node, Void unused) {
            describe();
            SourcePositions positions = trees.getSourcePositions();
            long start = positions.getStartPosition(unit, node);
            long end = positions.getEndPosition(unit, node);
            if (start >= 0 && end > start) {
                long lines =
                        unit.getLineMap().getLineNumber(end) - unit.getLineMap().getLineNumber(start) + 1;
                methods.add(new Method(file, node.getName().toString(), lines));
            }
            return super.visitMethod(node, null);
        }

        @Override
        public Void visitIdentifier(IdentifierTree node, Void unused) {
            uses.add(new Use(file, node.getName().toString(), false));
            return super.visitIdentifier(node, null);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree node, Void unused) {
            uses.add(new Use(file, node.getIdentifier().toString(), true));
            return super.visitMemberSelect(node, null);
        }
    }
}
