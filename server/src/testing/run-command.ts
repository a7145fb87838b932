import { runProgram } from '../cli/program.ts'
import { cleanEnv, type Finished } from './spawn-cartage.ts'

/**
 * Runs `cartage …` to its end inside the process of the test, with the settings given: a process of its own spends most
 * of its time on loading the program. Standard error counts as a terminal, so that the log is part of it. Commands run
 * one after the other; what a process adds (signals, pipes, standard input) is tested with `runCartage`.
 */
export async function runCommand(args: readonly string[], settings: Record<string, string>): Promise<Finished> {
  const { env, exitCode } = process
  const { isTTY } = process.stderr
  const stdout = captureWrites(process.stdout)
  const stderr = captureWrites(process.stderr)
  process.env = cleanEnv(settings)
  process.stderr.isTTY = true
  process.exitCode = undefined
  try {
    await runProgram(args)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    Object.assign(process, { env, exitCode })
    // A command that listens for the end of its launcher lets go of the channel that keeps a worker of the tests alive.
    process.channel?.ref()
    process.stderr.isTTY = isTTY
    stdout.release()
    stderr.release()
  }
}

/** Keeps what is written to a stream in its place, until it is released. */
function captureWrites(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return {
    text: () => text,
    release() {
      stream.write = write
    },
  }
}
