package dev.tern.app.limits;

import dev.tern.error.TernException;
import dev.tern.graph.SyncMetadata;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The folders and sites that a server may read to synchronise graphs with their sources. A copied
 * or imported graph brings its table of sources along, so the operator, not that table, decides
 * about reading. Immutable.
 *
 * <p>Folders are compared by their real paths, so that no symbolic link leads out of one.
 *
 * @param folders absolute paths, each including its subfolders
 * @param sites http or https addresses, each including the paths below
 */
public record SyncRoots(List<Path> folders, List<URI> sites) {
    /** The key of the setting that lists the folders and sites. */
    public static final String KEY = "server.syncRoots";

    /** No folder and no site. */
    public static final SyncRoots NONE = new SyncRoots(List.of(), List.of());

    public SyncRoots {
        folders = List.copyOf(folders);
        sites = List.copyOf(sites);
    }

    /**
     * Parses paths of folders and addresses of sites, separated by commas; blank parts are skipped.
     *
     * @throws TernException the user's fault, if a part is neither an absolute path nor the address
     *     of a site
     */
    public static SyncRoots of(String text) {
        List<Path> folders = new ArrayList<>();
        List<URI> sites = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String named = part.strip();
            if (named.isEmpty()) {
                continue;
            }
            try {
                if (SyncMetadata.isSite(named)) {
                    sites.add(site(named));
                } else {
                    folders.add(folder(named));
                }
            } catch (URISyntaxException | InvalidPathException e) {
                throw TernException.user(
                        KEY + " names \"" + named + "\"; it must be whole paths of folders and addresses of sites"
                                + " without user, ? and #, with commas between",
                        e);
            }
        }
        return new SyncRoots(folders, sites);
    }

    private static Path folder(String named) {
        Path path = Path.of(named);
        if (!path.isAbsolute()) {
            throw new InvalidPathException(named, "it is not absolute");
        }
        return path.normalize();
    }

    private static URI site(String named) throws URISyntaxException {
        URI address = new URI(named);
        if (address.getHost() == null
                || address.getRawUserInfo() != null
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw new URISyntaxException(named, "it is no address of a site");
        }
        return address;
    }

    /** Returns true if nothing may be read. */
    public boolean isEmpty() {
        return folders.isEmpty() && sites.isEmpty();
    }

    /** Returns the reason and remedy if a source must not be read; empty if it may be. */
    public Optional<String> refusal(String name, String address) {
        boolean allowed = SyncMetadata.isSite(address) ? holdsSite(address) : holdsFolder(address);
        return allowed
                ? Optional.empty()
                : Optional.of("the source \"" + name + "\" is at " + address
                        + ", which is not in a folder or site that this server may read (" + KEY
                        + "): its operator may write, under server: in tern.yaml, syncRoots: "
                        + quoted(address) + " (several with commas between)");
    }

    private boolean holdsFolder(String address) {
        try {
            Path path = Path.of(address);
            Path real = real(path);
            // Programs resolve a .. after a link differently; tern sync writes no such path.
            return path.isAbsolute()
                    && path.equals(path.normalize())
                    && folders.stream().anyMatch(folder -> real.startsWith(real(folder)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Resolves the symbolic links in the part of a path that exists. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            Path above = path.getParent();
            return above == null ? path : real(above).resolve(path.getFileName());
        }
    }

    private boolean holdsSite(String address) {
        try {
            URI wanted = new URI(address);
            return sites.stream().anyMatch(site -> isBelow(site, wanted));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isBelow(URI site, URI wanted) {
        String path = path(wanted);
        String begin = path(site);
        return wanted.getHost() != null
                && wanted.getHost().equalsIgnoreCase(site.getHost())
                && wanted.getScheme().equalsIgnoreCase(site.getScheme())
                && port(wanted) == port(site)
                && !Arrays.asList(path.split("/", -1)).contains("..")
                && (path.equals(begin) || path.startsWith(begin.endsWith("/") ? begin : begin + "/"));
    }

    private static String path(URI address) {
        String path = address.getPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return address.getScheme().toLowerCase(Locale.ROOT).equals("https") ? 443 : 80;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
