import { onTestFinished, TestRunner } from 'vitest'
import { runProgram } from '../cli/program.ts'
import { cleanEnv, type Finished } from './spawn-cartage.ts'

/**
 * Runs `cartage …` inside the process of the test with the given settings, because a separate process spends most of
 * its time on loading the program. Standard error counts as a terminal, so the log is part of it. Commands run one
 * after another. Process features (signals, pipes, standard input) are tested with `runCartage`.
 */
export async function runCommand(args: readonly string[], settings: Record<string, string>): Promise<Finished> {
  const { stdout, stderr, restore } = replaceProcess(settings)
  // A test that runs out of time leaves the command, and with it the `finally`, waiting.
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(restore)
  try {
    await runProgram(args)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    restore()
  }
}

/** Gives the process the settings and the captured streams of a command until restored, once. */
function replaceProcess(settings: Record<string, string>) {
  const { env, exitCode } = process
  const { isTTY } = process.stderr
  const stdout = captureWrites(process.stdout)
  const stderr = captureWrites(process.stderr)
  process.env = cleanEnv(settings)
  process.stderr.isTTY = true
  process.exitCode = undefined
  let isRestored = false
  const restore = () => {
    if (isRestored) return
    isRestored = true
    Object.assign(process, { env, exitCode })
    // A command that listens for the end of its launcher releases the channel that keeps a test worker alive.
    process.channel?.ref()
    process.stderr.isTTY = isTTY
    stdout.release()
    stderr.release()
  }
  return { stdout, stderr, restore }
}

/** Captures writes to a stream until released. */
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
