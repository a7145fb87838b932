import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded into the server before its own code (`--import`): writes down how long the thread that answers was busy without a
// pause. It counts time of the processor and not of the clock, so that other work of the machine does not show.

const file = process.env.TURNS_FILE

/** Turns of the loop that are shorter are not written down. */
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
