package dev.tern.spark;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the class path of a task; the class path of Spark's process lacks jars given to Spark. */
final class TaskClassPath {
    private TaskClassPath() {}

    static String text() {
        return text(TaskClassPath.class.getClassLoader());
    }

    static String text(ClassLoader first) {
        List<String> places = new ArrayList<>();
        for (ClassLoader loader = first; loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader jars) {
                Arrays.stream(jars.getURLs())
                        .filter(url -> url.getProtocol().equals("file"))
                        .map(url -> path(url).toString())
                        .forEach(places::add);
            }
        }
        places.add(System.getProperty("java.class.path", ""));
        return String.join(File.pathSeparator, places);
    }

    private static Path path(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException | IllegalArgumentException e) {
            // The file name in the URL is not encoded.
            return Path.of(url.getPath());
        }
    }
}
