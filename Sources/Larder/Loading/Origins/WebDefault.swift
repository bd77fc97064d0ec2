#if os(Linux)
/// What fetches `http:` and `https:` URLs on this platform.
public typealias WebDefault = CurlOrigin
#else
/// What fetches `http:` and `https:` URLs on this platform.
public typealias WebDefault = URLSessionOrigin
#endif
