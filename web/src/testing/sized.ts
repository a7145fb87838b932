// Scroll boxes have a size, so that lists rendering only visible rows render some. Imported by list tests.

const size = (value: number) => ({ configurable: true, get: () => value })
Object.defineProperties(HTMLElement.prototype, { clientWidth: size(1200), clientHeight: size(800) })
