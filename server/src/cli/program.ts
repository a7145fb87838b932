import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { version } from '../version.ts'
import { explain } from './command.ts'
import { addGroupsFor } from './groups.ts'

/** Runs `cartage` with these arguments and sets the exit code: 0 for success, 1 for failure, 2 for invalid usage. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = new Command('cartage')
  program
    .description('Open transport management service.')
    .version(version)
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', '\nSettings come from the environment; docs/configuration.md lists them.')
  await addGroupsFor(program, args[0])
  exitByThrowing(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    fail(error)
  }
}

/** Commander would end the process itself with code 1; invalid usage is code 2 here. */
function exitByThrowing(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitByThrowing(child)
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // Commander reports its own errors, but not one thrown by a command.
    if (error instanceof InvalidArgumentError) process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode === 0 ? 0 : 2
    return
  }
  const { message, code } = explain(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}
