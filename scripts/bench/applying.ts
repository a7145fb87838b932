// Cost of applying uploads when many tenants have waiting ones, with one transaction per tenant and with many tenants
// per transaction, and the costs of numbering its event and of claiming and ending its delivery.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { pino } from 'pino'
import { byOperator, bySystem } from '../../server/src/audit/rules.ts'
import { readConfig } from '../../server/src/config.ts'
import type { Context } from '../../server/src/context.ts'
import { openEmbedded } from '../../server/src/db/embedded/database.ts'
import type { Tx } from '../../server/src/db/tenant.ts'
import { finish, type Result } from '../../server/src/deliveries/sending/finish.jobs.ts'
import { takeDue } from '../../server/src/deliveries/sending/pending.store.ts'
import { addSubscription } from '../../server/src/deliveries/subscriptions/commands.ts'
import { findTargets } from '../../server/src/deliveries/subscriptions/store.ts'
import { sealTenant } from '../../server/src/events/seal.jobs.ts'
import { tenantsTogether, type WorkedTogether } from '../../server/src/jobs/together.ts'
import { acceptUpload } from '../../server/src/orders/intake/accept.commands.ts'
import { applyNext } from '../../server/src/orders/intake/batch.commands.ts'
import { applyOfTenants } from '../../server/src/orders/intake/together.commands.ts'
import { startContext } from '../../server/src/process/start-context.ts'
import { createTenant } from '../../server/src/tenants/commands.ts'
import { postmasterIn } from '../../server/src/testing/servers/postgres.ts'
import { acceptedAttempt } from '../../server/src/testing/servers/receiver.ts'
import type { Plan } from './measures.ts'
import { cpuOfProcess, cpuOfTree, median } from './processes.ts'

/** One upload; CPU in microseconds, medians over the rounds. */
interface Cost {
  server_us: number
  database_us: number
  /** Write transactions of the database. */
  writes: number
}

export interface ApplyingCosts {
  tenants: number
  /** Waiting uploads per tenant at the start. */
  each: number
  alone: Ways
  together: Ways
}

interface Ways {
  apply: Cost
  seal: Cost
  /** Claiming and ending, without the sending in between. */
  deliver: Cost
}

const body = readFileSync(fileURLToPath(new URL('order.json', import.meta.url)), 'utf8')
const uploadsOfRound = 400
/** Not counted: compiles code and creates query plans. */
const warmRounds = 1

/** Alternates both variants, with few tenants with many uploads each and with many tenants with one each. */
export async function applying(folder: string, plan: Plan): Promise<ApplyingCosts[]> {
  const dataDir = join(folder, 'data')
  const embedded = await openEmbedded({ dataDir, durable: true, log: () => {} })
  const postmaster = postmasterIn(join(dataDir, 'cluster'))
  const config = { ...readConfig({ ...process.env, DATA_DIR: dataDir }), pool_size: 8 }
  const { ctx, close } = await startContext(config, pino({ level: 'warn' }))
  const costs: ApplyingCosts[] = []
  try {
    for (const tenants of plan.rows < 100_000 ? [8] : [8, 200])
      costs.push(await withTenants(postmaster, ctx, tenants, plan))
  } finally {
    await close()
    await embedded.stop()
  }
  return costs
}

async function withTenants(postmaster: number, ctx: Context, count: number, plan: Plan): Promise<ApplyingCosts> {
  const tenantIds: string[] = []
  // Nothing is sent, so the address need not exist.
  const trusting: Context = { ...ctx, net: { ...ctx.net, refusal: async () => null } }
  for (let number = 1; number <= count; number += 1) {
    const slug = `applying-${count}-${number}`
    const { tenantId } = await createTenant(ctx, { slug, create_missing_companies: true, limits: 'none' })
    tenantIds.push(tenantId)
    await addSubscription(trusting, tenantId, byOperator, {
      url: 'https://receiver.example/',
      event_types: ['order.accepted'],
    })
  }
  // A batch of eight tenants with 128 callers.
  const each = Math.max(1, Math.floor(128 / count))
  const [alone, together]: [Ways[], Ways[]] = [[], []]
  for (let round = 0; round < plan.rounds + warmRounds; round += 1) {
    const costs = {
      alone: await measured(postmaster, ctx, tenantIds, each, {
        apply: () => inTurn(tenantIds, (tenantId) => applyNext(ctx, tenantId)),
        seal: () => inTurn(tenantIds, (tenantId) => ctx.db.asWorker(tenantId, (tx) => sealTenant(tx))),
        deliver: () =>
          deliver(ctx, (work) => inTurn(tenantIds, (tenantId) => ctx.db.asWorker(tenantId, (tx) => work(tx)))),
      }),
      together: await measured(postmaster, ctx, tenantIds, each, {
        apply: async () => all(await applyOfTenants(ctx, tenantIds)),
        seal: async () => all(await tenantsTogether(ctx, tenantIds, sealTenant)),
        deliver: () => deliver(ctx, async (work) => all(await tenantsTogether(ctx, tenantIds, work))),
      }),
    }
    if (round < warmRounds) continue
    alone.push(costs.alone)
    together.push(costs.together)
  }
  const ways = (rounds: readonly Ways[]): Ways => ({
    apply: middle(rounds.map(({ apply }) => apply)),
    seal: middle(rounds.map(({ seal }) => seal)),
    deliver: middle(rounds.map(({ deliver: own }) => own)),
  })
  return { tenants: count, each, alone: ways(alone), together: ways(together) }
}

async function measured(
  postmaster: number,
  ctx: Context,
  tenantIds: readonly string[],
  each: number,
  works: Record<keyof Ways, () => Promise<void>>,
): Promise<Ways> {
  const sums: Ways = {
    apply: { server_us: 0, database_us: 0, writes: 0 },
    seal: { server_us: 0, database_us: 0, writes: 0 },
    deliver: { server_us: 0, database_us: 0, writes: 0 },
  }
  let uploads = 0
  while (uploads < uploadsOfRound) {
    await store(ctx, tenantIds, each)
    await add(postmaster, ctx, sums.apply, works.apply)
    await add(postmaster, ctx, sums.seal, works.seal)
    await add(postmaster, ctx, sums.deliver, works.deliver)
    uploads += tenantIds.length * each
  }
  return {
    apply: divided(sums.apply, uploads),
    seal: divided(sums.seal, uploads),
    deliver: divided(sums.deliver, uploads),
  }
}

async function add(postmaster: number, ctx: Context, sum: Cost, work: () => Promise<void>): Promise<void> {
  const [server, database, written] = [cpuOfProcess(process.pid), cpuOfTree(postmaster), await nextTransaction(ctx)]
  await work()
  sum.server_us += cpuOfProcess(process.pid) - server
  sum.database_us += cpuOfTree(postmaster) - database
  sum.writes += (await nextTransaction(ctx)) - written
}

function divided({ server_us, database_us, writes }: Cost, by: number): Cost {
  return { server_us: server_us / by, database_us: database_us / by, writes: writes / by }
}

/**
 * Claims all due deliveries and ends them as delivered.
 * @param each runs work for each tenant
 */
async function deliver(ctx: Context, each: (work: (tx: Tx) => Promise<false>) => Promise<void>): Promise<void> {
  const results = new Map<string, Result[]>()
  await each(async (tx) => {
    const token = ctx.newId()
    const [claimed] = await Promise.all([takeDue(tx, token, 100, new Map()), findTargets(tx), tx.commitLater()])
    const outcome = { status: 200, retryAfter: undefined }
    const ended = claimed.map((row) => ({ claimed: row, token, sent: { outcome, attempt: acceptedAttempt(row) } }))
    results.set(tx.tenantId, ended)
    return false
  })
  if ([...results.values()].some((own) => own.length === 0)) throw new Error('a tenant had no delivery')
  await each(async (tx) => {
    await finish(ctx, tx, results.get(tx.tenantId)!)
    return false
  })
}

let stored = 0

async function store(ctx: Context, tenantIds: readonly string[], each: number): Promise<void> {
  const accepting = tenantIds.flatMap((tenantId) =>
    Array.from({ length: each }, () => {
      stored += 1
      const upload = canonicalOrder(OrderUpload.parse(JSON.parse(body)))
      const order_identifier = `APPLYING-${stored}`
      return acceptUpload(ctx, {
        tenantId,
        upload: { ...upload, order_identifier },
        source: 'API',
        by: bySystem,
        companyId: null,
      })
    }),
  )
  await Promise.all(accepting)
}

/** Two at a time, as in the loop. */
async function inTurn(tenantIds: readonly string[], work: (tenantId: string) => Promise<unknown>): Promise<void> {
  const left = [...tenantIds]
  const takeTurns = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all([takeTurns(), takeTurns()])
}

function all({ left }: WorkedTogether): void {
  if (left.length > 0) throw new Error(`${left.length} tenants were left`)
}

/** Only write transactions receive transaction ids. */
async function nextTransaction({ db }: Context): Promise<number> {
  const { rows } = await db.worker.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return Number(rows[0]!.next)
}

function middle(rounds: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(rounds.map((round) => round[name]))
  return { server_us: of('server_us'), database_us: of('database_us'), writes: of('writes') }
}

/** The figures as lines of docs/benchmarks.md. */
export function applyingLines(costs: readonly ApplyingCosts[] | undefined): string[] {
  const said = ({ server_us, database_us, writes }: Cost) =>
    `${server_us.toFixed(0)} us of the server, ${database_us.toFixed(0)} us of the database, ${writes.toFixed(3)} transactions that write`
  return (costs ?? []).flatMap(({ tenants, each, alone, together }) => [
    `Applying an upload of ${tenants} tenants with ${each} each: ${said(together.apply)}; with a transaction for each tenant: ${said(alone.apply)}.`,
    `Giving its event a position: ${said(together.seal)}; with a transaction for each tenant: ${said(alone.seal)}.`,
    `Claiming and ending its delivery: ${said(together.deliver)}; with transactions for each tenant: ${said(alone.deliver)}.`,
  ])
}
