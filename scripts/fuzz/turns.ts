import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Preloaded into the server (`--import`): records how long the main thread was busy without a pause. It measures CPU
// time instead of elapsed time, so that other load does not matter.

const file = process.env.TURNS_FILE

/** Shorter event loop turns are not recorded. */
const shortestMs = 10

if (file !== undefined && isMainThread && process.argv.includes('serve')) {
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const milliseconds = (user + system) / 1_000
    if (milliseconds >= shortestMs) appendFileSync(file, `${milliseconds.toFixed(0)}\n`)
  }, 1).unref()
}
