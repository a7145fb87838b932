// Preloaded into a process of the clock proof (node --import): shifts its wall clock by the milliseconds in the file
// named after its port. Timers and the monotonic clock are unaffected, as when a real clock is set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { CHAOS_CLOCKS: folder = '', PORT: port = '' } = process.env
const state = { offMs: 0 }

function read(): void {
  try {
    state.offMs = Number(readFileSync(join(folder, port), 'utf8')) || 0
  } catch {
    // No shift set.
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
