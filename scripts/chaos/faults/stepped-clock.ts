// Loaded before a process of the proof of clocks (node --import): its wall clock is off by as many milliseconds as the file
// named after its port says. Timers and the clock that only goes forward stay as they are, as when a clock is set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { CHAOS_CLOCKS: folder = '', PORT: port = '' } = process.env
const state = { offMs: 0 }

function read(): void {
  try {
    state.offMs = Number(readFileSync(join(folder, port), 'utf8')) || 0
  } catch {
    // Nothing was set.
  }
}

if (folder !== '') {
  read()
  setInterval(read, 50).unref()
  const Real = Date
  const now = () => Real.now() + state.offMs
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
    apply: () => new Real(now()).toString(),
    get: (target, name, asked) => (name === 'now' ? now : Reflect.get(target, name, asked)),
  })
}
