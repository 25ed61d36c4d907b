package dev.tern.documents;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Decides which IP addresses may be connected to. */
@FunctionalInterface
interface AddressRule {
    /** Allows every address, so that pages of the local network can be read. */
    AddressRule ANY = address -> Optional.empty();

    /** Allows only addresses of the open internet, except this machine's own. */
    AddressRule PUBLIC = publicBut(AddressRule::isOwn);

    /** Allows only addresses of the open internet for which {@code own} is false. */
    static AddressRule publicBut(Predicate<InetAddress> own) {
        return address -> refusalOfPublic(address)
                .or(() -> own.test(address) ? Optional.of("an address of this machine") : Optional.empty());
    }

    /** Returns true for an address of this machine, and for one that cannot be checked. */
    static boolean isOwn(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            // An address that cannot be checked counts as this machine's and is refused.
            return true;
        }
    }

    /** Returns the reason for a refusal, such as "a private address"; empty if allowed. */
    Optional<String> refusal(InetAddress address);

    /**
     * A block of addresses.
     *
     * @param addressBytes the length of an address, 4 or 16
     * @param firstBits the first eight bytes of the first address, zero-padded
     * @param prefixBits the length of the prefix, 1 to 64
     * @param description describes an address of the block in messages
     */
    record CidrBlock(int addressBytes, long firstBits, int prefixBits, String description) {
        private boolean contains(byte[] address) {
            return address.length == addressBytes && (start(address) ^ firstBits) >>> (Long.SIZE - prefixBits) == 0;
        }

        private static long start(byte[] address) {
            long start = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                start = (start << Byte.SIZE) | (i < address.length ? address[i] & 0xff : 0);
            }
            return start;
        }

        private static CidrBlock v4(int first, int second, int third, int bits, String name) {
            return new CidrBlock(4, ((long) first << 56) | ((long) second << 48) | ((long) third << 40), bits, name);
        }

        private static CidrBlock v6(int first, int second, int bits, String name) {
            return new CidrBlock(16, ((long) first << 48) | ((long) second << 32), bits, name);
        }
    }

    /** The refused blocks, most of them from IANA's registries of special-purpose addresses. */
    List<CidrBlock> SPECIAL = List.of(
            CidrBlock.v4(0, 0, 0, 8, "an address of this network (0.0.0.0/8)"),
            CidrBlock.v4(10, 0, 0, 8, "a private address"),
            CidrBlock.v4(100, 64, 0, 10, "an address of a provider's network (100.64.0.0/10)"),
            CidrBlock.v4(127, 0, 0, 8, "a loopback address"),
            new CidrBlock(4, 0xa83f811000000000L, 32, "an address of the cloud host (168.63.129.16)"),
            CidrBlock.v4(169, 254, 0, 16, "a link-local address, where clouds keep their metadata"),
            CidrBlock.v4(172, 16, 0, 12, "a private address"),
            CidrBlock.v4(192, 0, 0, 24, "a protocol assignment address (192.0.0.0/24)"),
            CidrBlock.v4(192, 0, 2, 24, "a documentation address"),
            CidrBlock.v4(192, 88, 99, 24, "an address of a 6to4 relay"),
            CidrBlock.v4(192, 168, 0, 16, "a private address"),
            CidrBlock.v4(198, 18, 0, 15, "a benchmarking address (198.18.0.0/15)"),
            CidrBlock.v4(198, 51, 100, 24, "a documentation address"),
            CidrBlock.v4(203, 0, 113, 24, "a documentation address"),
            CidrBlock.v4(224, 0, 0, 4, "a multicast address"),
            CidrBlock.v4(240, 0, 0, 4, "a reserved address (240.0.0.0/4)"),
            CidrBlock.v6(0xfc00, 0, 7, "a unique-local address"),
            CidrBlock.v6(0xfe80, 0, 10, "a link-local address"),
            CidrBlock.v6(0xfec0, 0, 10, "a site-local address"),
            CidrBlock.v6(0xff00, 0, 8, "a multicast address"),
            CidrBlock.v6(0x0064, 0xff9b, 32, "a translated IPv4 address (NAT64)"),
            CidrBlock.v6(0x2002, 0, 16, "an IPv4 address in IPv6 (6to4)"),
            CidrBlock.v6(0x2001, 0, 23, "a protocol assignment address (2001::/23)"),
            CidrBlock.v6(0x2001, 0x0db8, 32, "a documentation address"),
            CidrBlock.v6(0x3fff, 0, 20, "a documentation address"));

    private static Optional<String> refusalOfPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        for (CidrBlock block : SPECIAL) {
            if (block.contains(bytes)) {
                return Optional.of(block.description());
            }
        }
        if (bytes.length == 16) {
            if (address.isLoopbackAddress()) {
                return Optional.of("a loopback address");
            }
            boolean global = (bytes[0] & 0xe0) == 0x20;
            if (!global) {
                return Optional.of("an address outside the open internet (2000::/3)");
            }
            boolean embedsIpv4 =
                    bytes[10] == 0x5e && (bytes[11] & 0xff) == 0xfe && (bytes[8] & 0xfd) == 0 && bytes[9] == 0;
            if (embedsIpv4) {
                return Optional.of("an IPv4 address in IPv6 (ISATAP)");
            }
        }
        return Optional.empty();
    }
}
