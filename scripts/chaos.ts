// Tests the server's guarantees under failures, and checks the result against the invariants. Without a name, the
// standard proofs run. `--short` is the part of `npm test`, `--deep` runs all proofs at release size. Names select
// proofs (`npm run chaos -- uploads`, or `--only uploads`), and `--help` lists them. Numeric options override those of
// the form.
import { parseArgs } from 'node:util'
import { books } from './chaos/books.ts'
import { deliveries } from './chaos/deliveries.ts'
import { failover } from './chaos/failover.ts'
import { clock } from './chaos/faults/clock.ts'
import { disk } from './chaos/faults/disk.ts'
import { network } from './chaos/faults/network.ts'
import { pools } from './chaos/faults/pools.ts'
import { moneyKills } from './chaos/money.ts'
import { officeSweep } from './chaos/office/sweep.ts'
import { faultsOfBooks } from './chaos/planted.ts'
import { type Extent, type ExtentOption, extentOptions, type Proof } from './chaos/proof.ts'
import { restore } from './chaos/restore.ts'
import { rolling } from './chaos/rolling.ts'
import { sweep } from './chaos/sweep.ts'
import { uploads } from './chaos/uploads.ts'
import { worker } from './chaos/worker.ts'
import { ProgramMissing } from './external.ts'
import { type Counts, lastLine, nothing, root, sum } from './run.ts'

/** Sequentially: each needs the machine for itself. */
const proofs: Readonly<Record<string, Proof>> = {
  uploads,
  deliveries,
  'crash-points': sweep,
  office: officeSweep,
  network,
  pools,
  disk,
  clock,
  failover,
  worker,
  rolling,
  restore,
  books,
  'money-faults': faultsOfBooks,
  'money-kills': moneyKills,
}
/** Names for groups of proofs. */
const groups: Readonly<Record<string, readonly string[]>> = {
  money: ['books', 'money-faults', 'money-kills'],
  faults: ['network', 'pools', 'disk', 'clock'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    ...(Object.fromEntries(extentOptions.map((name) => [name, { type: 'string' }])) as Record<
      ExtentOption,
      { type: 'string' }
    >),
  },
})

const form = values.short ? 'short' : values.deep ? 'deep' : 'usual'
const extent: Extent = {
  form,
  number: (option, ofForm) => Number(values[option] ?? ofForm[form]),
}

function chosen(): readonly Proof[] {
  const names = [...values.only, ...positionals].flatMap((name) => groups[name] ?? [name])
  const unknown = names.find((name) => !Object.hasOwn(proofs, name))
  if (unknown !== undefined)
    throw new Error(`There is no proof ${unknown}; there are ${Object.keys(proofs).join(', ')}.`)
  if (names.length > 0) return names.map((name) => proofs[name]!)
  return Object.values(proofs).filter(({ forms }) => forms.includes(form))
}

async function runAll(): Promise<Counts> {
  const results: Counts[] = []
  for (const proof of chosen()) results.push(await proof.run(extent))
  return sum(results)
}

process.chdir(root)
if (values.help) {
  for (const [name, { what, forms }] of Object.entries(proofs)) {
    console.log(`${name.padEnd(14)} ${what} (${forms.join(', ') || 'when it is named'})`)
  }
  process.exit(0)
}
let counts: Counts
try {
  counts = await runAll()
} catch (error) {
  console.error(error instanceof ProgramMissing ? error.message : error)
  counts = { ...nothing, failed: 1 }
}
console.log(lastLine(counts))
process.exit(counts.failed > 0 ? 1 : 0)
