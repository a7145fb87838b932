import { spawn } from 'node:child_process'
import { type Counts, nothing, readLastLine } from '../run.ts'
import type { SeededBug } from './bugs.ts'

/** Time limit, after which a proof is inconclusive. */
const longestMs = 8 * 60_000

/** Result of a proof in a copy of the sources. */
export interface Ended {
  readonly counts: Counts
  readonly output: string
  readonly seconds: number
}

/** Runs a proof on a copy of the sources in separate processes, which are killed after the time limit. */
export function runProof(copy: string, [script, ...args]: readonly string[]): Promise<Ended> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    // Kills the whole process group: a proof starts servers and databases.
    const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs)
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(late)
      const seconds = (performance.now() - began) / 1_000
      resolve({ counts: readLastLine(stdout) ?? { ...nothing }, output, seconds })
    })
  })
}

/** Why a proof did not detect a defect; undefined if it did. A failure for another reason does not count. */
export function missedBy({ counts, output }: Ended, { noticedAs }: SeededBug): string | undefined {
  if (counts.failed === 0) return counts.passed === 0 ? 'the proof did not run to its end' : 'nothing failed'
  const isNoticed = failuresIn(output).some((failure) => failure.includes(noticedAs))
  return isNoticed ? undefined : `something else failed, not “${noticedAs}”`
}

/** Failures in the output of proofs: a line with a test or invariant, possibly with indented details below. */
function failuresIn(output: string): string[] {
  const found: string[] = []
  let isDetail = false
  for (const line of output.split('\n')) {
    const begins = /^\s*FAIL|^(I\d+|[A-Z]+-\d+): /.test(line)
    isDetail = begins || (isDetail && /^\s{4}/.test(line))
    if (isDetail) found.push(line)
  }
  return found
}
