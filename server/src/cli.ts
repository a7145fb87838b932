import { constants } from 'node:os'
import { runProgram } from './cli/program.ts'

/** The command `cartage`, as its own process. */
async function main(): Promise<void> {
  exitOnSignals()
  endWithReader()
  await runProgram(process.argv.slice(2))
}

/**
 * Ctrl-C ends a command through `exit`, where the embedded database is stopped; a process killed by a signal would
 * leave it running. Commands that stop by themselves, such as `serve`, have their own listener.
 */
function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

/** The reader of the output may close it early (`cartage config export demo | head`), which is not an error. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

await main()
