// The names are those of Apple's documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation

@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> { .first(first) }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> { .second(second) }
}

public enum _ConditionalContent<First: View, Second: View>: View {
    case first(First)
    case second(Second)
    public var body: Never { fatalError() }
}

public struct Text: View, Equatable {
    public let text: String
    public init<Content: StringProtocol>(_ text: Content) { self.text = String(text) }
    public var body: Never { fatalError() }
}

public struct Color: View {
    public static let clear = Color()
    public static let gray = Color()
    public var body: Never { fatalError() }
}

public struct Image: View {
    public let cgImage: CGImage
    public let label: Text?
    public init(_ cgImage: CGImage, scale: CGFloat, label: Text) {
        self.cgImage = cgImage
        self.label = label
    }
    public init(decorative cgImage: CGImage, scale: CGFloat) {
        self.cgImage = cgImage
        label = nil
    }
    public func resizable() -> Image { self }
    public var body: Never { fatalError() }
}

public struct Animation: Equatable, Sendable {
    public static let easeIn = Animation()
}

/// A view with what was hung on it, for tests to call.
public struct StubModified<Content: View>: View {
    public let content: Content
    public var appear: [() -> Void] = []
    public var change: [() -> Void] = []
    public var disappear: [() -> Void] = []
    public var animation: Animation?
    public var body: Never { fatalError() }
}

extension View {
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        StubModified(content: self, appear: action.map { [$0] } ?? [])
    }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        StubModified(content: self, disappear: action.map { [$0] } ?? [])
    }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        StubModified(content: self, change: [action])
    }
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
        StubModified(content: self, animation: animation)
    }
}

@propertyWrapper
public struct State<Value> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
    private let box: Box
    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}

/// What a view's body comes to: the view inside, and what was hung on it.
@MainActor
public struct StubHost {
    public private(set) var content: Any
    public private(set) var appear: [() -> Void] = []
    public private(set) var change: [() -> Void] = []
    public private(set) var disappear: [() -> Void] = []
    public private(set) var animation: Animation?

    public init(_ view: some View) {
        content = view.body
        while let next = content as? any StubModifiedView {
            appear += next.appear
            change += next.change
            disappear += next.disappear
            animation = animation ?? next.animation
            content = next.inner
        }
    }
}

@MainActor
protocol StubModifiedView {
    var inner: Any { get }
    var appear: [() -> Void] { get }
    var change: [() -> Void] { get }
    var disappear: [() -> Void] { get }
    var animation: Animation? { get }
}

extension StubModified: StubModifiedView {
    var inner: Any { content }
}
