// Attacks its own server in all known ways: `npm run fuzz`. Without a name, all families run. `--short` is the part of
// `npm test`, `--deep` the size of a release. Names select families (`--only tokens`), `--inputs N` overrides the
// number of inputs, and `--help` lists them. No response may be a server error, and the logs may contain no error
// afterwards.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addresses, startCanary } from './fuzz/addresses.ts'
import { bombs } from './fuzz/bombs.ts'
import { type Caller, createCaller } from './fuzz/caller.ts'
import { cursors } from './fuzz/cursors.ts'
import type { Family, Form, Target } from './fuzz/family.ts'
import { hogs } from './fuzz/hogs.ts'
import { leakedSecrets, loggingSettings, serverFaults, sqlFaults } from './fuzz/logs.ts'
import { schemas } from './fuzz/schemas.ts'
import { screens } from './fuzz/screens.ts'
import { sockets } from './fuzz/sockets.ts'
import { tokens } from './fuzz/tokens.ts'
import { uploads } from './fuzz/uploads.ts'
import { type Counts, lastLine, nothing } from './run.ts'
import { startScratch } from './scratch.ts'

/** Sequentially. Those that change most come last. */
const families: Readonly<Record<string, Family>> = {
  sockets,
  tokens,
  cursors,
  addresses,
  bombs,
  hogs,
  uploads,
  schemas,
  screens,
}

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    inputs: { type: 'string' },
    seed: { type: 'string' },
  },
})
const form: Form = values.short ? 'short' : values.deep ? 'deep' : 'usual'
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const counts: Counts = { ...nothing }

function judge(what: string, fault: string | undefined): void {
  counts[fault === undefined ? 'passed' : 'failed'] += 1
  console.log(`  ${fault === undefined ? 'ok  ' : 'FAIL'} ${what}${fault === undefined ? '' : `\n${fault}`}`)
}

function chosen(): readonly (readonly [string, Family])[] {
  const unknown = values.only.find((name) => !Object.hasOwn(families, name))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${Object.keys(families).join(', ')}.`)
  return Object.entries(families).filter(([name]) => values.only.length === 0 || values.only.includes(name))
}

async function attack(): Promise<void> {
  const canary = await startCanary()
  // The canary's port counts as a public one, so that only its address is a reason for refusal.
  const turnsFile = join(tmpdir(), `cartage-turns-${process.pid}`)
  const settings = {
    OUTBOUND_ALLOW: '',
    OUTBOUND_PORTS: String(canary.port),
    LOG_LEVEL: 'debug',
    PAGE_SIZE: '2',
    TURNS_FILE: turnsFile,
    NODE_OPTIONS: `--import=${new URL('./fuzz/turns.ts', import.meta.url).href}`,
  }
  const scratch = await startScratch({ databaseSettings: loggingSettings, settings })
  try {
    const tenant = await scratch.createTenant('fuzz', '--no-limits')
    const caller = await createCaller(scratch.baseUrl, tenant)
    const other = await createCaller(scratch.baseUrl, await scratch.createTenant('fuzz-other', '--no-limits'))
    const inputs: Target['inputs'] = (ofForm) => Number(values.inputs ?? ofForm[form])
    const target: Target = {
      baseUrl: scratch.baseUrl,
      scratch,
      tenant,
      caller,
      other,
      canary,
      turnsFile,
      form,
      seed,
      inputs,
      judge,
    }
    for (const [name, family] of chosen()) {
      const began = performance.now()
      const [ofServer, ofDatabase] = [scratch.log().length, scratch.databaseLog().length]
      console.log(`\n${name}: ${family.what} (--seed ${seed})`)
      await family.run(target)
      judge(`${name}: PostgreSQL logged no error`, sqlFaults(scratch, ofDatabase))
      judge(`${name}: the server logged no error`, keep(scratch.log(), serverFaults(scratch.log().slice(ofServer))))
      console.log(`  ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    }
    judge('the log holds no secret', leakedSecrets(scratch.log(), secretsOf(caller, other)))
    console.log(`${caller.count() + other.count()} requests: ${caller.summary()}`)
  } finally {
    await scratch.stop()
    canary.close()
  }
}

const secretsOf = (...callers: readonly Caller[]) => callers.flatMap((caller) => caller.secrets())

/** Saves the whole log if it contains an error. */
function keep(log: string, fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined
  const file = join(tmpdir(), `cartage-fuzz-${process.pid}.log`)
  writeFileSync(file, log)
  return `${fault}\n    all of it: ${file}`
}

if (values.help) {
  for (const [name, { what }] of Object.entries(families)) console.log(`${name.padEnd(10)} ${what}`)
  process.exit(0)
}
await attack()
console.log(lastLine(counts))
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
