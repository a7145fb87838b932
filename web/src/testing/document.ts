// What browsers have and the document of the tests has not. Loaded before every file of the project `pages`.

/** Nothing moves in a test, so nothing is waited for. */
Object.assign(globalThis, { BASE_UI_ANIMATIONS_DISABLED: true, __zod_globalConfig: { jitless: true } })

/** Elements have a size, so that lists which draw only the rows in sight draw some. */
const size = (value: number) => ({ configurable: true, get: () => value })
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: size(1200),
  offsetHeight: size(800),
  clientWidth: size(1200),
  clientHeight: size(800),
})

/** The stream of changes, on which nothing ever arrives. */
class SilentSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  close(): void {}
}
Object.assign(globalThis, { EventSource: SilentSource })

/** Locks between tabs: there is one tab, which has them at once. */
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: async (_name: string, _options: object, run: (lock: object) => Promise<void>) => await run({}) },
})
