import { Worker } from 'node:worker_threads'
import { answerBytes, callOf, thrownBytes } from './passage.ts'

// Entry point of a pool process: takes one call after another, loads each module once, reports that it is loaded, and
// answers.
process.on('message', (bytes: Uint8Array) => {
  void perform(bytes).then((answer) => process.send!(answer))
})
process.on('disconnect', () => process.exit())

// Work in an endless loop receives no 'disconnect', so a thread checks whether the server is still there.
const watch = `
  const server = process.ppid
  setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 1000)
`
new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } }).unref()

async function perform(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const { module, name, given } = callOf(bytes)
    const { [name]: work } = (await import(module)) as Record<string, (...given: readonly unknown[]) => unknown>
    if (typeof work !== 'function') throw new Error(`${module} exports no function ${name}`)
    process.send!('loaded')
    return answerBytes(await work(...given))
  } catch (error) {
    return thrownBytes(error)
  }
}
