import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { runChecks } from '../../server/src/accounting/checks/views.ts'
import { byOperator } from '../../server/src/audit/rules.ts'
import { finaliseRun, startRun } from '../../server/src/billing/runs/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import type { Context } from '../../server/src/context.ts'
import { openEmbedded } from '../../server/src/db/embedded/database.ts'
import { startContext } from '../../server/src/process/start-context.ts'
import { createBooks } from '../../server/src/sample/books.jobs.ts'
import { settingKinds } from '../../server/src/setting-kinds.ts'
import { addSetting } from '../../server/src/tenants/settings/commands.ts'
import { type Counts, nothing } from '../run.ts'
import type { TenantFacts } from '../scratch.ts'
import { type Fleet, startFleet } from './fleet.ts'
import type { Proof } from './proof.ts'
import { connect, createWorld, type World } from './world.ts'

const longestRunS = 2_700
const slug = 'chaos-money'
const day = '2026-03-25'

/** Number of documents, and of kills while they are written. */
interface MoneyChaos {
  readonly documents: number
  readonly kills: number
}

/** Share of the kills in each phase of a run, so that none of them uses up all. */
const parts: Readonly<Record<string, number>> = { PROPOSING: 0.2, PROPOSED: 0.2, FINALISING: 0.8, DONE: 1 }

/** Selects crash points: while finalising, while writing a file, or between two statements. */
function crashPoints() {
  const state = { starts: 0, isCalm: false }
  const next = () => {
    state.starts += 1
    if (state.isCalm) return 'nowhere'
    if (state.starts % 2 === 0) return `statement:*#${200 + Math.floor(Math.random() * 1_500)}`
    const [place, most] = state.starts % 4 === 1 ? ['finalise:*', 14] : ['files:stored', 40]
    return `${place}#${1 + Math.floor(Math.random() * Number(most))}`
  }
  return { state, next }
}

/**
 * Kills processes while a run drafts, numbers and files documents until it is done: every money invariant holds, no
 * number is missing, and nothing is billed twice.
 */
export const moneyKills: Proof = {
  what: 'kills processes 50 times while a run of 2,000 documents is drafted, numbered and filed',
  forms: ['deep'],
  run: (extent) =>
    chaosOfMoney({
      documents: extent.number('documents', { short: 40, usual: 2_000, deep: 2_000 }),
      kills: extent.number('money-kills', { short: 4, usual: 50, deep: 50 }),
    }),
}

async function chaosOfMoney(wanted: MoneyChaos): Promise<Counts> {
  const world = createWorld()
  const counts = await chaosIn(world, wanted)
  if (counts.failed > 0) console.log(`What the processes logged is in ${join(world.folder, 'fleet.log')}`)
  else rmSync(world.folder, { recursive: true, force: true })
  return counts
}

async function chaosIn(world: World, wanted: MoneyChaos): Promise<Counts> {
  const embedded = await openEmbedded({ dataDir: world.dataDir, durable: true, log: () => {} })
  try {
    await world.cartage('migrate', '--create')
    const facts = JSON.parse(await world.cartage('tenant', 'create', slug, '--no-limits', '--json')) as TenantFacts
    Object.assign(process.env, { DATA_DIR: world.dataDir })
    const { ctx, close } = await startContext({ ...readConfig(), pool_size: 3 }, pino({ level: 'silent' }))
    const client = await connect(embedded)
    try {
      await prepare(ctx, client, facts.tenant.id, wanted.documents)
      return await billUnderKills({ world, ctx, client, tenantId: facts.tenant.id, wanted })
    } finally {
      await client.end()
      await close()
    }
  } finally {
    await embedded.stop()
  }
}

/** Books, number ranges, one customer with an electronic address, and orders ready to be billed. */
async function prepare(ctx: Context, client: pg.Client, tenantId: string, documents: number): Promise<void> {
  await createBooks(ctx, tenantId, new Date(`${day}T08:00:00Z`))
  const kindOf = (name: string) => settingKinds.find(({ kind }) => kind === name)!
  const range = { year_style: 'FULL', digits: 6, restarts_yearly: true, is_gapless: true, billing_entity: 'MAIN' }
  const add = (kind: string, values: Record<string, unknown>) =>
    addSetting(ctx, { tenantId, by: byOperator, kind: kindOf(kind) }, values)
  await add('number_ranges', { ...range, code: 'INV', name: 'Invoices', applies_to: 'INVOICE' })
  await add('charge_types', { code: 'FREIGHT', name: 'Freight', role: 'BASE' })
  await client.query('update billing_entity set post_automatically = true where tenant_id = $1', [tenantId])
  const company = randomUUID()
  await client.query(
    `insert into company (tenant_id, company_id, name, is_customer, doc)
     values ($1, $2, 'Customer', true, '{"legal_name":"Customer","vat_number":"BE0202239951","locale":"en"}')`,
    [tenantId, company],
  )
  await client.query(insertOrders, [tenantId, company, documents])
}

/** SQL: completed orders with one charge each, listed as ready. */
const insertOrders = `
  with numbered as (select n, gen_random_uuid() as order_id, gen_random_uuid() as charge_id
                      from generate_series(1, $3::integer) n),
       written as (
    insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id, doc, pickup_on, delivery_on)
    select $1, order_id, 'O' || n, 'O' || n, 'COMPLETED', $2, '{"customer":{},"consignments":[]}', '2026-03-02', '2026-03-02'
      from numbered),
       charged as (
    insert into charge (tenant_id, charge_id, side, order_id, company_id, billing_entity_id, charge_type, name, role, quantity,
           unit, unit_price, amount, currency, origin, tax, supplied_on)
    select $1, charge_id, 'SALES', order_id, $2, b.billing_entity_id, 'FREIGHT', 'Freight', 'BASE', 1, 'C62', 10.03 + n, 10.03 + n,
           'EUR', 'MANUAL', '{"treatment":"STANDARD","category":"S","percentage":"21","vatex":null,"tax_type":"VAT",
             "base_percentage":"21","code":"S21","name":"VAT 21 %","description":""}', '2026-03-02'
      from numbered join billing_entity b on b.tenant_id = $1 and b.is_default)
  insert into unbilled_order (tenant_id, order_id, company_id, reason, amount, currency, completed_on)
  select $1, order_id, $2, 'READY', 10.03 + n, 'EUR', '2026-03-02' from numbered`

interface Billing {
  readonly world: World
  readonly ctx: Context
  readonly client: pg.Client
  readonly tenantId: string
  readonly wanted: MoneyChaos
}

async function billUnderKills({ world, ctx, client, tenantId, wanted }: Billing): Promise<Counts> {
  const { state: crashes, next } = crashPoints()
  const fleet = await startFleet(world.env, [['work'], ['work']], join(world.folder, 'fleet.log'), next)
  const began = Date.now()
  try {
    const command = { tenantId, by: byOperator }
    const filter = { company_ids: [], billing_entity_id: null, up_to: '2026-03-31', date: day }
    const runId = await startRun(ctx, command, filter)
    const isOver = () => Date.now() - began > longestRunS * 1_000
    let isDisarmed = false
    for (let isFinalising = false; !isOver(); ) {
      const state = await stateOf(client, tenantId)
      crashes.isCalm = fleet.deaths() >= Math.ceil(wanted.kills * (parts[state.run] ?? 1))
      await wreck(fleet, client, crashes.isCalm || isDisarmed)
      if (state.run === 'PROPOSED' && !isFinalising) {
        await finaliseRun(ctx, command, runId, false)
        isFinalising = true
      }
      if (!isDisarmed && fleet.deaths() >= wanted.kills) {
        fleet.disarm()
        isDisarmed = true
      }
      if (state.run === 'DONE' && state.jobs === 0 && isDisarmed) break
    }
    return await verdict({ ctx, client, tenantId, wanted, deaths: fleet.deaths(), seconds: seconds(began) })
  } finally {
    await fleet.stop()
  }
}

const seconds = (began: number) => Math.round((Date.now() - began) / 1_000)

/** Kills a process occasionally, and expires leases of dead runs early. */
async function wreck(fleet: Fleet, client: pg.Client, isCalm: boolean): Promise<void> {
  await sleep(1_500 + Math.random() * 2_000)
  if (!isCalm) fleet.killOne()
  await client.query(
    `update job set lease_until = lease_until - interval '10 seconds' where lease_until < now() + interval '15 seconds'`,
  )
}

interface State {
  run: string
  jobs: number
  finalised: number
  lowest: number
  highest: number
  billed_twice: number
  files: number
}

async function stateOf(client: pg.Client, tenantId: string): Promise<State> {
  const { rows } = await client.query<State>(
    `select (select status from invoice_run where tenant_id = $1) as run,
            (select count(*)::integer from job where tenant_id = $1
                and kind in ('billing.run', 'billing.make_files', 'accounting.post')) as jobs,
            (select count(*)::integer from invoice where tenant_id = $1 and content_hash is not null) as finalised,
            (select coalesce(min(number_counted), 0)::integer from invoice where tenant_id = $1) as lowest,
            (select coalesce(max(number_counted), 0)::integer from invoice where tenant_id = $1) as highest,
            (select count(*)::integer from (select from invoice_line_charge where tenant_id = $1 and is_live
                                             group by charge_id having count(*) > 1) t) as billed_twice,
            (select count(*)::integer from invoice_file where tenant_id = $1) as files`,
    [tenantId],
  )
  return rows[0]!
}

type Ended = Omit<Billing, 'world'> & { deaths: number; seconds: number }

async function verdict({ ctx, client, tenantId, wanted, deaths, seconds }: Ended): Promise<Counts> {
  const state = await stateOf(client, tenantId)
  const checks = await ctx.db.inSnapshot(tenantId, (tx) => runChecks(tx))
  console.log(JSON.stringify({ ...wanted, deaths, seconds, ...state }))
  const broken = checks.filter(({ breaches }) => breaches > 0)
  for (const { number, title, breaches, rows } of broken) {
    console.log(`invariant ${number}, ${title}: ${breaches}, ${rows[0]?.entity_id} ${rows[0]?.detail}`)
  }
  const { documents } = wanted
  const isWhole =
    state.run === 'DONE' &&
    state.finalised === documents &&
    [state.lowest, state.highest, state.billed_twice].join() === [1, documents, 0].join() &&
    state.files === documents * 2
  const counts = { ...nothing, passed: checks.length - broken.length, failed: broken.length }
  counts[isWhole && deaths >= wanted.kills ? 'passed' : 'failed'] += 1
  return counts
}
