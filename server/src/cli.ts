import { constants } from 'node:os'
import { runProgram } from './cli/program.ts'

/** The command `cartage`, as a process of its own. */
async function main(): Promise<void> {
  exitOnSignals()
  endWithReader()
  await runProgram(process.argv.slice(2))
}

/**
 * Ctrl-C ends a command by way of `exit`, where the embedded database is stopped: a process that a signal kills would
 * leave it running. Commands that stop by themselves, such as `serve`, have a listener of their own.
 */
function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

/** Anyone who reads the answer may have seen enough (`cartage config export demo | head`): that is not a fault. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

await main()
