import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Problem } from '../http/problem.ts'
import { answerOf } from './passage.ts'

/** What its code may read: this checkout with its packages. It may write nothing, start nothing and reach no network. */
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Memory: a document of 10 MB with all it may hold takes some 200 MB while it is read. */
const execArgv = [
  '--max-old-space-size=320',
  '--max-semi-space-size=16',
  '--permission',
  `--allow-fs-read=${root}*`,
  // For the watch of `inside.ts`.
  '--allow-worker',
  '--no-warnings',
]

/** Starting a process and loading a module take less than a second; a process that does not get there is broken. */
const longestStartMs = 60_000

/** How far the processor prefers others, on the scale of `nice`, which ends at 19. */
const politeness = 10

/** A process that does one piece of work after another. */
export interface Child {
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

/**
 * Starts a process (decision 0086). Without work it does not keep this one alive. It gets none of the variables of
 * this one, among which are secrets.
 */
export function startChild(): Child {
  const child = fork(fileURLToPath(new URL('./inside.ts', import.meta.url)), [], {
    execArgv,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Who answers comes first: on a machine whose processors are all busy it would wait for these (LIMIT-22).
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
  // V8 ends the whole process at once when memory or a native stack ends: no code of it can say so.
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
