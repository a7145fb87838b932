import { Worker } from 'node:worker_threads'
import { Problem } from '../http/problem.ts'
import { answerOf } from './passage.ts'

/** Memory of a thread: a document of 10 MB with all it may hold takes some 200 MB while it is read. */
const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Starting a thread and loading a module take less than a second; a thread that does not get there is broken. */
const longestStartMs = 60_000

/** A thread that does one piece of work after another. */
export interface Thread {
  /** Addresses of the modules it has loaded. */
  readonly loaded: Set<string>
  /** False once it has ended: then it does no more work. */
  readonly isAlive: boolean
  /**
   * Does one piece of work, given as bytes of a call.
   * @throws Problem too_complex when it takes too long or too much memory, and what the work threw
   */
  perform(bytes: Uint8Array, milliseconds: number): Promise<unknown>
  /** Ends it, in the middle of work if need be. */
  end(): Promise<void>
}

/** Starts a thread. While it has nothing to do it keeps no process alive. */
export function startThread(): Thread {
  const worker = new Worker(new URL('./inside.ts', import.meta.url), { resourceLimits })
  const state = { isAlive: true, current: undefined as PromiseWithResolvers<Uint8Array> | undefined }
  let loaded = () => {}
  const fail = (error: unknown) => {
    state.isAlive = false
    state.current?.reject(error)
    void worker.terminate()
  }
  worker.on('message', (message: Uint8Array | 'loaded') => {
    if (message === 'loaded') loaded()
    else state.current?.resolve(message)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Problem('too_complex') : error)
  })
  worker.on('exit', () => fail(new Error('the thread ended before its work')))
  worker.unref()
  return {
    loaded: new Set(),
    get isAlive() {
      return state.isAlive
    },
    async perform(bytes, milliseconds) {
      state.current = Promise.withResolvers()
      let timer = setTimeout(() => fail(new Error('the thread did not start')), longestStartMs)
      loaded = () => {
        clearTimeout(timer)
        timer = setTimeout(() => fail(new Problem('too_complex')), milliseconds)
      }
      worker.ref()
      worker.postMessage(bytes)
      try {
        return answerOf(await state.current.promise)
      } finally {
        clearTimeout(timer)
        worker.unref()
      }
    },
    async end() {
      fail(new Problem('unavailable'))
      await worker.terminate()
    },
  }
}
