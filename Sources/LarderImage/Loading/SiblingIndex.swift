/// Which variants of each source are in memory.
///
/// When a picture is not in memory as it is wanted, another form of it may be, from which it is
/// made without asking the disk: one to which the first of the wanted steps were done already,
/// or a larger one.
struct SiblingIndex {
    /// A variant in memory.
    struct Sibling {
        let steps: [ImageStep]
        /// Its size.
        let size: PixelSize
        /// The size of the picture from which it was made.
        let sourceSize: PixelSize
        /// What is known about the bytes from which it was made.
        let source: PictureSource

        init(_ picture: DecodedPicture, _ steps: [ImageStep]) {
            self.steps = steps
            size = picture.bitmap.size
            sourceSize = picture.info.size
            source = picture.source
        }
    }

    private var siblings: [PictureKey.Source: [Sibling]] = [:]
}

extension SiblingIndex {
    mutating func add(_ sibling: Sibling, of source: PictureKey.Source) {
        siblings[source, default: []].removeAll { $0.steps == sibling.steps }
        siblings[source, default: []].append(sibling)
    }

    mutating func remove(_ key: PictureKey) {
        siblings[key.source]?.removeAll { $0.steps == key.steps }
        if siblings[key.source]?.isEmpty == true { siblings[key.source] = nil }
    }

    /// The variants of `source`.
    func all(of source: PictureKey.Source) -> [Sibling] { siblings[source] ?? [] }

    /// The steps of those variants of `source` that are not of the bytes known last, `newcomer`
    /// among them. Of bytes of unknown age those that come are the last.
    func outdated(in source: PictureKey.Source, by newcomer: PictureSource) -> [[ImageStep]] {
        let all = all(of: source)
        var last = newcomer
        if newcomer.life.confirmedAt != nil {
            for other in all where other.source.life.isYounger(than: last.life) {
                last = other.source
            }
        }
        return all.filter { $0.source.content != last.content }.map(\.steps)
    }
}

extension SiblingIndex {
    /// A variant from which another is made, and how.
    struct Shortcut: Equatable {
        let from: [ImageStep]
        let steps: [ImageStep]
    }

    /// From what the variant `steps` of `source` can be made; `nil` if from nothing here.
    ///
    /// The variant with the most steps done already comes first, then the smallest that is
    /// large enough.
    func shortcut(to steps: [ImageStep], of source: PictureKey.Source) -> Shortcut? {
        let all = all(of: source)
        let prefix = all.filter { !$0.steps.isEmpty && steps.starts(with: $0.steps) }
            .max { $0.steps.count < $1.steps.count }
        if let prefix {
            return Shortcut(from: prefix.steps, steps: Array(steps.dropFirst(prefix.steps.count)))
        }
        let plan = DecodePlan(steps)
        return all.lazy
            .sorted { $0.size.pixelCount < $1.size.pixelCount }
            .compactMap { sibling in
                sibling.step(to: plan.target).map {
                    Shortcut(from: sibling.steps, steps: $0 + plan.rest)
                }
            }
            .first
    }
}

extension SiblingIndex.Sibling {
    /// The step that makes of this variant what decoding to `target` would; `nil` if it cannot.
    ///
    /// It must show the whole picture in its proportions. A size other than its own is made from
    /// one that is at least half as large again, or from the picture's own size: two filters one
    /// after the other blur, and with less to spare it would be seen.
    func step(to target: TargetSize) -> [ImageStep]? {
        guard showsWhole, let wanted = try? target.placement(of: sourceSize) else { return nil }
        let shown = wanted.scaledSource(sourceSize)
        if wanted.size == size, shown == size { return [] }
        let isOriginal = size == sourceSize
        let spare = isOriginal ? 1 : 1.5
        guard Double(size.width) >= spare * Double(shown.width),
            Double(size.height) >= spare * Double(shown.height)
        else { return nil }
        switch target.mode {
        // The exact size keeps the outcome the same to the pixel, whatever it is made from.
        case .fit, .cover, .exact:
            return [.exact(width: wanted.size.width, height: wanted.size.height)]
        case .fill, .full: return isOriginal || target.mode == .fill ? [.resize(target)] : nil
        }
    }

    private var showsWhole: Bool {
        let plan = DecodePlan(steps)
        guard plan.rest.isEmpty else { return false }
        switch plan.target.mode {
        case .full, .fit, .cover: return size.width <= sourceSize.width
        case .fill, .exact: return false
        }
    }
}

extension TargetSize.Placement {
    /// How large the whole source is at the scale at which its part is shown.
    fileprivate func scaledSource(_ source: PixelSize) -> PixelSize {
        func side(_ shown: Int, _ part: Double, _ whole: Int) -> Int {
            Int((Double(shown) * Double(whole) / part).rounded())
        }
        return PixelSize(
            width: side(size.width, width, source.width),
            height: side(size.height, height, source.height))
    }
}
