#if os(Linux)
import Testing

/// A certificate authority that exists for one run of the tests.
struct TestAuthority {
    /// Where its files are: `ca.pem`, `other.pem` and, each with a `.key`, `server.pem`,
    /// `expired.pem`.
    let folder: String
    /// The server's public key, as a pin.
    let pin: String

    static let isAvailable = Shell.has("nginx", "openssl")
    static let requirement: Comment =
        "needs nginx and openssl: `make test` installs them (Debian: nginx-light openssl)"

    /// Made once, when the first test needs it.
    static let shared = Result { try TestAuthority() }

    private init() throws {
        folder = try Shell.run("mktemp -d").split(separator: "\n").joined()
        try Shell.run(
            """
            set -e; cd \(folder)
            new='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
            for name in ca other; do
                openssl req -x509 $new -keyout $name.key -out $name.pem -subj "/CN=$name" -days 2
            done
            echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' >names
            sign() {
                openssl req $new -keyout $1.key -out request -subj /CN=localhost
                openssl x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial \\
                    -extfile names -days $2 -out $1.pem
            }
            sign server 1
            sign expired -1
            """)
        let digest = try Shell.run(
            """
            openssl x509 -in \(folder)/server.pem -pubkey -noout |
                openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl base64
            """)
        pin = "sha256//" + digest.split(separator: "\n").joined()
    }
}
#endif
