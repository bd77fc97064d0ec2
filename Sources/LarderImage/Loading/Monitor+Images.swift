public import Larder

extension Monitor {
    /// Watches `images`: its decoded pictures, a tier named `pictures`, then its loader and cache.
    public convenience init(_ images: ImageLoader) {
        self.init(images.loader, pictures: { [memory = images.memory] in memory.statistics })
    }
}
