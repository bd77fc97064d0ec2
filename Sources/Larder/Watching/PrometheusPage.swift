/// A page in Prometheus's text format, version 0.0.4.
package struct PrometheusPage {
    /// A value and its labels.
    package typealias Sample<Value> = (labels: [(name: String, value: String)], value: Value)

    /// What a metric is.
    package enum Kind: String {
        /// A figure that only grows.
        case counter
        /// A figure that goes up and down.
        case gauge
    }

    /// What was added so far.
    package private(set) var text = ""

    /// Makes an empty page.
    package init() {}
}

extension PrometheusPage {
    /// Adds a metric, its name without `larder_`. Without samples it is left out.
    package mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [Sample<Int>]
    ) {
        guard !samples.isEmpty else { return }
        begin(name, kind.rawValue, help)
        for sample in samples { add(name, sample.labels, "\(sample.value)") }
    }

    /// Adds histograms, those left out that count nothing.
    mutating func add(_ name: String, _ help: String, _ samples: [Sample<Histogram>]) {
        let samples = samples.filter { $0.value.count > 0 }
        guard !samples.isEmpty else { return }
        begin(name, "histogram", help)
        for (labels, histogram) in samples {
            var sum = 0
            for (bound, count) in zip(Histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts)
            {
                sum += count
                add(name + "_bucket", labels + [("le", bound)], "\(sum)")
            }
            add(name + "_sum", labels, "\(histogram.sum)")
            add(name + "_count", labels, "\(sum)")
        }
    }

    private mutating func begin(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP larder_\(name) \(help)\n# TYPE larder_\(name) \(kind)\n"
    }

    private mutating func add(
        _ name: String, _ labels: [(name: String, value: String)], _ value: String
    ) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        let braced = list.isEmpty ? "" : "{\(list.joined(separator: ","))}"
        text += "larder_\(name)\(braced) \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n", "\r\n": result += "\\n"
            default: result.append(character)
            }
        }
    }
}
