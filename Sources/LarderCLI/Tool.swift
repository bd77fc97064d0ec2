import Larder
import LarderImage

@main struct Tool { static func main() {} }
