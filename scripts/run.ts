import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

// A run starts hundreds of processes with the same code; a compile cache makes each start a second faster.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')

/** Test counts by result. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 }

/** Adds up the results of several stages. */
export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    nothing,
  )
}

/** Last line of a test run, parsed by other programs. */
export function lastLine(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`
}

/** Parses that line from a program's output; undefined if the program did not get that far. */
export function readLastLine(output: string): Counts | undefined {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(last)
  if (!match) return undefined
  return { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
}

export interface Ran {
  code: number
  stdout: string
}

/** Runs a program to its end, showing its output unless `quiet`. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}, quiet = false): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', quiet ? 'pipe' : 'inherit'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk
      if (!quiet) process.stdout.write(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(stderr)
      resolve({ code: code ?? 1, stdout })
    })
  })
}

interface Assertion {
  status: string
  fullName: string
  failureMessages: string[]
}

interface JsonReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; name: string; assertionResults: Assertion[] }[]
}

/** Runs Vitest with one configuration and reads the counts from its JSON report. */
export async function runVitest(
  config: string,
  report: string,
  env: NodeJS.ProcessEnv = {},
  files: readonly string[] = [],
): Promise<Counts> {
  const options = ['--config', config, '--reporter=default', '--reporter=json']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, ...options]
  const { code } = await run(process.execPath, [...args, `--outputFile.json=${report}`], env)
  return readReport(report, code)
}

function readReport(file: string, code: number): Counts {
  let report: JsonReport
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  } catch {
    // Vitest died before it could report: one failure, never none.
    return { ...nothing, failed: 1 }
  } finally {
    rmSync(file, { force: true })
  }
  // A file that failed to load has no tests; it counts as one failure.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  for (const { name, assertionResults } of report.testResults) {
    for (const assertion of assertionResults) if (assertion.status === 'failed') printFailure(name, assertion)
  }
  return counts
}

function printFailure(file: string, { fullName, failureMessages }: Assertion): void {
  const [reason] = (failureMessages[0] ?? '').split('\n')
  // Repeated at the end of a run of all stages.
  console.log(`FAILED ${file.replace(root, '')} ${fullName}: ${reason}`)
}
