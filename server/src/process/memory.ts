import { performance } from 'node:perf_hooks'

/** What a process that may rest is judged by. */
export interface Rest {
  /** At how many looks in a row it had had nothing to do. */
  quietLooks: number
  /** Bytes the heap takes now. */
  heapBytes: number
  /** Bytes it took after the last collection; 0 before the first. */
  keptBytes: number
}

const restsBelow = 0.05
/** A collection stops the process for some 50 ms: less than this is not worth it. */
const worthBytes = 16 * 1024 * 1024
const lookEveryMs = 5_000
/** A pause of some seconds is not rest: what was given back would be taken again at once, and be compiled again. */
const quietLooksToRest = 6

/** Whether a process had nothing to do since the last look. */
export function isQuiet(utilization: number): boolean {
  return utilization < restsBelow
}

/** Whether a process has had nothing to do for a while and holds memory that a collection would give back. */
export function isWorthCollecting({ quietLooks, heapBytes, keptBytes }: Rest): boolean {
  return quietLooks >= quietLooksToRest && heapBytes > keptBytes + worthBytes
}

/**
 * Gives memory back while this process rests. V8 keeps what a burst of work took until it needs memory again, so that a
 * server at night would hold three times what it uses. Without `--expose-gc`, which bin/cartage.js starts with, nothing
 * happens.
 * @returns ends it
 */
export function returnMemory(collect: NodeJS.GCFunction | undefined = globalThis.gc): () => void {
  if (collect === undefined) return () => {}
  let seen = performance.eventLoopUtilization()
  let keptBytes = 0
  let quietLooks = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    quietLooks = isQuiet(utilization) ? quietLooks + 1 : 0
    if (!isWorthCollecting({ quietLooks, heapBytes: process.memoryUsage().heapTotal, keptBytes })) return
    // The ordinary flavour frees objects and keeps their pages.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    keptBytes = process.memoryUsage().heapTotal
  }, lookEveryMs)
  // The process may end without it.
  timer.unref()
  return () => clearInterval(timer)
}
