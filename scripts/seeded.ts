// Seeds one defect after the other into a copy of the sources and runs the proof that must detect it. An undetected
// defect is a failure, and so is a patch that no longer applies. Arguments select defects by parts of their names: `npm
// run seeded -- lease cursor`. The unchanged sources must pass every proof first; `--patched-only` skips that.
import { parseArgs } from 'node:util'
import { findPrograms } from './external.ts'
import { type Counts, lastLine, nothing } from './run.ts'
import { applyBug, type SeededBug, seededBugs } from './seeded/bugs.ts'
import { type Ended, missedBy, runProof } from './seeded/proof.ts'
import { copySources, removeCopy } from './source-copy.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'patched-only': { type: 'boolean', default: false } },
})
const counts: Counts = { ...nothing }

function judge(isRight: boolean, sentence: string, { seconds, output }: Pick<Ended, 'seconds' | 'output'>): void {
  counts[isRight ? 'passed' : 'failed'] += 1
  console.log(`${isRight ? 'ok' : 'FAILED'}: ${sentence} (${seconds.toFixed(0)} s)`)
  if (!isRight) console.log(output.slice(-4_000))
}

/** Proofs that must pass without a defect. Test files run together, because the server is then loaded only once. */
function soundProofs(bugs: readonly SeededBug[]): string[][] {
  const whole = ({ proof: [script, ...args] }: SeededBug) => script === 'unit' && !args.includes('-t')
  const files = new Set(bugs.filter(whole).flatMap(({ proof }) => proof.slice(1)))
  const others = new Set(bugs.filter((bug) => !whole(bug)).map(({ proof }) => proof.join(' ')))
  return [...(files.size > 0 ? [['unit', ...files]] : []), ...[...others].map((proof) => proof.split(' '))]
}

async function seed(copy: string, bug: SeededBug): Promise<void> {
  try {
    applyBug(copy, bug)
  } catch (error) {
    judge(false, `${bug.name}: ${(error as Error).message}`, { seconds: 0, output: '' })
    return
  }
  const ended = await runProof(copy, bug.proof)
  applyBug(copy, bug, '--reverse')
  const missed = missedBy(ended, bug)
  const verdict =
    missed === undefined ? `noticed by ${bug.proof.join(' ')}` : `NOT NOTICED by ${bug.proof.join(' ')}: ${missed}`
  judge(missed === undefined, `${bug.name}: ${bug.defect} ${verdict}`, ended)
}

const isChosen = ({ name }: SeededBug) => positionals.length === 0 || positionals.some((word) => name.includes(word))
const bugs = seededBugs().filter(isChosen)
await findPrograms('git')
const copy = copySources()
try {
  for (const proof of values['patched-only'] ? [] : soundProofs(bugs)) {
    const ended = await runProof(copy, proof)
    const isSound = ended.counts.passed > 0 && ended.counts.failed === 0
    judge(isSound, `without a defect: ${proof.join(' ')}`, ended)
  }
  for (const bug of bugs) await seed(copy, bug)
} finally {
  removeCopy(copy)
}
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
