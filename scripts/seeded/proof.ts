import { spawn } from 'node:child_process'
import { type Counts, nothing, readLastLine } from '../run.ts'
import type { SeededBug } from './bugs.ts'

/** A proof that takes longer than this says nothing. */
const longestMs = 8 * 60_000

/** How a proof ended in a copy of the sources. */
export interface Ended {
  readonly counts: Counts
  readonly output: string
  readonly seconds: number
}

/** Runs a proof of a copy of the sources to its end, in processes of its own that are ended when it takes too long. */
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
    // The whole group: a proof starts servers and databases.
    const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs)
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(late)
      const seconds = (performance.now() - began) / 1_000
      resolve({ counts: readLastLine(stdout) ?? { ...nothing }, output, seconds })
    })
  })
}

/**
 * Why a proof has not noticed a defect; undefined when it has. One that fails for another reason has noticed something else.
 */
export function missedBy({ counts, output }: Ended, { noticedAs }: SeededBug): string | undefined {
  if (counts.failed === 0) return counts.passed === 0 ? 'the proof did not run to its end' : 'nothing failed'
  const isNoticed = failuresIn(output).some((failure) => failure.includes(noticedAs))
  return isNoticed ? undefined : `something else failed, not “${noticedAs}”`
}

/** What proofs print of failures: a line of a test or an invariant, or a line with its details below it, further in. */
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
