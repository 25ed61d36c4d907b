package dev.tern.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
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
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java files as the JDK's own parser sees them, reduced to what the house rules ask about. */
final class JavaSources {
    /** A method or constructor and how many lines it takes, its Javadoc not counted. */
    record Method(Path file, String name, long lines) {}

    /** A type; {@code open} means public and not inside a type that is not. */
    record Type(Path file, String name, boolean open, boolean documented) {}

    /** A name used in a file, in an import, an annotation or an expression. */
    record Use(Path file, String name) {}

    private final List<Method> methods = new ArrayList<>();
    private final List<Type> types = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();

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
                boolean documented = trees.getDocComment(getCurrentPath()) != null;
                types.add(new Type(file, node.getSimpleName().toString(), open, documented));
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

        @Override
        public Void visitMethod(MethodTree node, Void unused) {
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
            uses.add(new Use(file, node.getName().toString()));
            return super.visitIdentifier(node, null);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree node, Void unused) {
            uses.add(new Use(file, node.getIdentifier().toString()));
            return super.visitMemberSelect(node, null);
        }
    }
}
