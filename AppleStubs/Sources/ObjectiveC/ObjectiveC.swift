// The names are those of Apple's documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public enum objc_AssociationPolicy: Sendable { case OBJC_ASSOCIATION_RETAIN_NONATOMIC }

private struct Place: Hashable {
    let object: ObjectIdentifier
    let key: UInt
}

// Safe because stubs are used on the main thread of tests only. Objects that are gone are never
// forgotten, which the real runtime does.
nonisolated(unsafe) private var values: [Place: Any] = [:]

public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    values[Place(object: ObjectIdentifier(object as AnyObject), key: UInt(bitPattern: key))] = value
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    values[Place(object: ObjectIdentifier(object as AnyObject), key: UInt(bitPattern: key))]
}
