import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Problem } from '../http/problem.ts'
import { answerOf } from './passage.ts'

/**
 * Readable path: this checkout with its packages. The process may not write files, start processes or access the
 * network.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Memory limit: a document of 10 MB with its maximum content takes some 200 MB to read. */
const execArgv = [
  '--max-old-space-size=320',
  '--max-semi-space-size=16',
  '--permission',
  `--allow-fs-read=${root}*`,
  // Required by the watch in `inside.ts`.
  '--allow-worker',
  '--no-warnings',
]

/** Starting a process and loading a module take less than a second, so a process that exceeds this is broken. */
const longestStartMs = 60_000

/** Priority below other processes, on the scale of `nice`, which ends at 19. */
const politeness = 10

/** A process that performs one call at a time. */
export interface Child {
  /** URLs of loaded modules. */
  readonly loaded: Set<string>
  /** False once it has ended and accepts no more work. */
  readonly isAlive: boolean
  /**
   * Performs one call, given as bytes.
   * @throws Problem too_complex if it takes too long or too much memory, and errors of the work
   */
  perform(bytes: Uint8Array, milliseconds: number): Promise<unknown>
  /** Ends it, even during a call. */
  end(): Promise<void>
}

/**
 * Starts a process (decision 0086). An idle one does not keep this process alive. It gets none of this process's
 * environment variables, which include secrets.
 */
export function startChild(): Child {
  const child = fork(fileURLToPath(new URL('./inside.ts', import.meta.url)), [], {
    execArgv,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Request processing takes precedence: on a machine with busy processors it would wait for these processes
  // (LIMIT-22).
  if (child.pid !== undefined) setPriority(child.pid, politeness)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const state = { isAlive: true, current: undefined as PromiseWithResolvers<Uint8Array> | undefined }
  let loaded = () => {}
  const fail = (error: Error) => {
    state.isAlive = false
    state.current?.reject(error)
    child.kill('SIGKILL')
  }
  child.on('message', (message: Uint8Array | 'loaded') => {
    if (message === 'loaded') loaded()
    else state.current?.resolve(message)
  })
  child.on('error', fail)
  // V8 aborts the process when memory or a native stack is exhausted, so its own code cannot report it.
  child.on('exit', (_code, signal) => {
    fail(signal === null ? new Error('the process ended before its work') : new Problem('too_complex'))
  })
  const rest = () => {
    child.unref()
    child.channel?.unref()
  }
  rest()
  return {
    loaded: new Set(),
    get isAlive() {
      return state.isAlive
    },
    async perform(bytes, milliseconds) {
      state.current = Promise.withResolvers()
      let timer = setTimeout(() => fail(new Error('the process did not start')), longestStartMs)
      loaded = () => {
        clearTimeout(timer)
        timer = setTimeout(() => fail(new Problem('too_complex')), milliseconds)
      }
      child.ref()
      child.channel?.ref()
      child.send(bytes, (error) => error && fail(error))
      try {
        return answerOf(await state.current.promise)
      } finally {
        clearTimeout(timer)
        rest()
      }
    },
    async end() {
      fail(new Problem('unavailable'))
      await exited
    },
  }
}
