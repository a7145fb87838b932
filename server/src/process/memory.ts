import { performance } from 'node:perf_hooks'

/** State that decides whether a process is at rest. */
export interface Rest {
  /** Number of consecutive idle checks. */
  quietLooks: number
  /** Current heap size in bytes. */
  heapBytes: number
  /** Heap size after the last collection; 0 before the first. */
  keptBytes: number
}

const restsBelow = 0.05
/** A collection stops the process for some 50 ms, so less than this is not worth it. */
const worthBytes = 16 * 1024 * 1024
const lookEveryMs = 5_000
/** A pause of a few seconds is not rest: returned memory would be allocated again at once, and code recompiled. */
const quietLooksToRest = 6

/** Whether a process was idle since the last check. */
export function isQuiet(utilization: number): boolean {
  return utilization < restsBelow
}

/** Whether a process has been idle for a while and holds memory that a collection would return. */
export function isWorthCollecting({ quietLooks, heapBytes, keptBytes }: Rest): boolean {
  return quietLooks >= quietLooksToRest && heapBytes > keptBytes + worthBytes
}

/**
 * Returns memory while this process is idle. V8 keeps the memory of a burst until it needs memory again, so an idle
 * server would hold three times what it uses. Without `--expose-gc`, which bin/cartage.js sets, this does nothing.
 * @returns a function that stops it
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
    // The default flavour frees objects but keeps their pages.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    keptBytes = process.memoryUsage().heapTotal
  }, lookEveryMs)
  // Must not keep the process alive.
  timer.unref()
  return () => clearInterval(timer)
}
