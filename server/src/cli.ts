import { constants } from 'node:os'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { explain } from './cli/command.ts'
import { addGroupsFor } from './cli/groups.ts'
import { version } from './version.ts'

/** The command `cartage`: exit code 0 when it worked, 1 when it failed, 2 when it was called wrongly. */
async function main(): Promise<void> {
  exitOnSignals()
  endWithReader()
  const program = new Command('cartage')
  program
    .description('Open transport management service.')
    .version(version)
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', '\nSettings come from the environment; docs/configuration.md lists them.')
  await addGroupsFor(program, process.argv[2])
  exitByThrowing(program)
  try {
    await program.parseAsync()
  } catch (error) {
    fail(error)
  }
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

/** Commander would end the process itself with code 1; wrong use is code 2 here. */
function exitByThrowing(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitByThrowing(child)
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // Commander has reported its own errors; one thrown by a command has not been reported yet.
    if (error instanceof InvalidArgumentError) process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode === 0 ? 0 : 2
    return
  }
  const { message, code } = explain(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}

await main()
