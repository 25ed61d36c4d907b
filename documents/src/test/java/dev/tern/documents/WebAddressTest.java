package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://2130706433/",
                "http://0x7f000001/",
                "http://0x7f.0.0.1/",
                "http://0177.0.0.1/",
                "http://127.1/",
                "http://127.0.1/",
                "http://1.2.3.256/",
                "http://0/",
                "http://example.0x1/",
                "http://127.1./"
            })
    void numberThatIsNoAddressInItsUsualFormIsRefused(String address) {
        assertThatThrownBy(() -> WebAddress.parse(address))
                .isInstanceOf(UnreadableException.class)
                .hasMessage("is an address whose host is a number in an unusual form; write it as four numbers");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        file:///etc/passwd | is an address of file; only http and https are read
        http://user:secret@example.org/ | is an address with a user or password, which is not sent: leave it out
        http://[fe80::1%25eth0]/ | is an address whose host is not an IPv6 address in its usual form
        http:///x | is an address without a host
        http://exa_mple..!/ | is an address whose host is not a name
        http://example.org:99999/ | is an address with the port 99999; a port is from 1 to 65535
        """)
    void addressThatIsNotReadSaysWhy(String address, String reason) {
        assertThatThrownBy(() -> WebAddress.parse(address))
                .isInstanceOf(UnreadableException.class)
                .hasMessage(reason);
    }

    @Test
    void secretsOfAnAddressAreNotShown() throws UnreadableException {
        assertThat(WebAddress.parse("https://Example.org?id=3&X-Amz-Signature=abc&api_key=k&key=7#part")
                        .displayText())
                .isEqualTo("https://example.org/?id=3&X-Amz-Signature=...&api_key=...&key=7");
        assertThat(WebAddress.withoutSecrets("https://u:p@h/x?accessToken=1&key=0123456789abcdef&monkey=tail"))
                .isEqualTo("https://h/x?accessToken=...&key=...&monkey=tail");
    }

    @Test
    void lettersAndTheirAccentsAreSentAsTheyAreWritten() throws UnreadableException {
        assertThat(WebAddress.parse("https://host.example/Cafe\u0301.html").uri())
                .hasToString("https://host.example/Cafe%CC%81.html");
    }

    @Test
    void addressIsSentInAsciiAndHasOneIdHoweverItIsWritten() throws UnreadableException {
        String ascii = "https://xn--bcher-kva.example/wiki/%E6%9D%B1%E4%BA%AC?q=%C3%A9";

        assertThat(WebAddress.parse("https://b\u00fccher.example/wiki/\u6771\u4eac?q=\u00e9")
                        .uri())
                .hasToString(ascii);
        assertThat(WebAddress.parse("https://B\u00fccher.example/wiki/%e6%9d%b1\u4eac?%71=%c3%a9")
                        .displayText())
                .isEqualTo(ascii);
        assertThat(WebAddress.parse("https://h/a%2fb%7ec?%74oken=1").displayText())
                .isEqualTo("https://h/a%2Fb~c?token=...");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ?lang=en    | https://example.org/a%2Fb/page?lang=en
        other?x=1   | https://example.org/a%2Fb/other?x=1
        /           | https://example.org/
        //b.example | https://b.example/
        #part       | https://example.org/a%2Fb/page?old=1
        """)
    void redirectLeadsWhereBrowsersGo(String location, String target) throws UnreadableException {
        assertThat(WebAddress.parse("https://example.org/a%2Fb/page?old=1")
                        .resolve(location)
                        .uri())
                .hasToString(target);
    }

    /** A public machine may have ports that are open to itself alone. */
    @Test
    void machineItselfIsRefused() throws IOException {
        InetAddress own = InetAddress.getByName("93.184.215.14");

        assertThat(AddressRule.publicBut(own::equals).refusal(own)).contains("an address of this machine");
        assertThat(AddressRule.PUBLIC.refusal(own)).isEmpty();
        assertThat(AddressRule.isOwn(own)).isFalse();
        assertThat(NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses))
                .isNotEmpty()
                .allMatch(AddressRule::isOwn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "168.63.129.16",
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.1.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::7f00:1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::1",
                "2002:7f00:1::",
                "2001:0:1::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "2001:db8::1",
                "100::1",
                "2600::5efe:7f00:1",
                "2600::200:5efe:7f00:1"
            })
    void machineOutsideTheOpenInternetIsRefused(String address) throws UnknownHostException {
        assertThat(AddressRule.PUBLIC.refusal(InetAddress.getAllByName(address)[0]))
                .isPresent();
        assertThat(AddressRule.ANY.refusal(InetAddress.getAllByName(address)[0]))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.0.0.1", "128.0.0.1",
                "169.253.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "223.255.255.1", "2600::1", "2a00:1450::1"
            })
    void machineOfTheOpenInternetIsNot(String address) throws UnknownHostException {
        assertThat(AddressRule.PUBLIC.refusal(InetAddress.getAllByName(address)[0]))
                .isEmpty();
    }
}
