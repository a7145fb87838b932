// Browser features missing from the test document. Loaded before every file of the project `pages`.

/** Disables animations, so that tests need not wait. */
Object.assign(globalThis, { BASE_UI_ANIMATIONS_DISABLED: true, __zod_globalConfig: { jitless: true } })

/** Elements have a size, so that lists rendering only visible rows render some. */
const size = (value: number) => ({ configurable: true, get: () => value })
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: size(1200),
  offsetHeight: size(800),
  clientWidth: size(1200),
  clientHeight: size(800),
})

/** A change stream without any messages. */
class SilentSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  close(): void {}
}
Object.assign(globalThis, { EventSource: SilentSource })

/** Locks between tabs: the only tab gets them at once. */
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: async (_name: string, _options: object, run: (lock: object) => Promise<void>) => await run({}) },
})
