import { parentPort } from 'node:worker_threads'
import { answerBytes, callOf, thrownBytes } from './passage.ts'

// What a thread runs: it takes one call after another, loads the module of each once, says when it has it, and answers.
parentPort!.on('message', (bytes: Uint8Array) => {
  void perform(bytes).then((answer) => parentPort!.postMessage(answer))
})

async function perform(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const { module, name, given } = callOf(bytes)
    const { [name]: work } = (await import(module)) as Record<string, (...given: readonly unknown[]) => unknown>
    if (typeof work !== 'function') throw new Error(`${module} exports no function ${name}`)
    parentPort!.postMessage('loaded')
    return answerBytes(await work(...given))
  } catch (error) {
    return thrownBytes(error)
  }
}
