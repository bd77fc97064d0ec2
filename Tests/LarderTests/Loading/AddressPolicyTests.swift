import Testing

@testable import Larder

@Suite struct `The policy for public addresses only` {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0",
        "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
        "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::200e", "2001:200::1",
        "2000::", "3ffe::1", "::ffff:1.1.1.1", "64:ff9b::8.8.8.8", "2002:0808:0808::1",
    ])
    func `allows an address of the public internet`(address: String) {
        #expect(AddressPolicy.publicOnly.allows(address, 443))
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
        "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255",
        "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
        "255.255.255.255",
    ])
    func `refuses a special IPv4 address in each of its forms`(address: String) throws {
        let bytes = try #require(IPAddress(address)).bytes
        let hexadecimal = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let words = "\(hexadecimal[0])\(hexadecimal[1]):\(hexadecimal[2])\(hexadecimal[3])"
        let forms = [address, "::ffff:\(address)", "64:ff9b::\(address)", "2002:\(words)::1"]
        for form in forms { #expect(!AddressPolicy.publicOnly.allows(form, 80), "\(form)") }
    }

    @Test(arguments: [
        "::", "::1", "::127.0.0.1", "::8.8.8.8", "64:ff9b:1::1", "100::1", "2001::1",
        "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1", "4000::1", "5f00::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ffff::1",
    ])
    func `refuses a special IPv6 address`(address: String) {
        #expect(!AddressPolicy.publicOnly.allows(address, 80))
    }

    @Test(arguments: ["", "127.1", "2130706433", "0x7f.1", "localhost", "1.1.1", "1.1.1.1.1"])
    func `refuses what is no address`(text: String) {
        #expect(!AddressPolicy.publicOnly.allows(text, 80))
    }
}
