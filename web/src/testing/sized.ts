// Boxes that scroll have a size, so that what draws only the rows in sight draws some. Imported by tests of lists.

const size = (value: number) => ({ configurable: true, get: () => value })
Object.defineProperties(HTMLElement.prototype, { clientWidth: size(1200), clientHeight: size(800) })
