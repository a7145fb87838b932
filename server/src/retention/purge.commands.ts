import { mostCounted, type RetentionCount, type RetentionKind, retentionKinds } from '@cartage/contract/retention/app'
import { countOldEntries, eraseFromTrail, removeOldEntries } from '../audit/erase.store.ts'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import { countOldRevisions, eraseOldRevisions } from '../dispatch/erase.store.ts'
import { countOldDocuments, deleteOldDocuments, renameDocuments } from '../documents/retention.store.ts'
import { signatureName } from '../doors/driver/act.rules.ts'
import { countOldActs, eraseOldActs } from '../doors/driver/erase.store.ts'
import { countOldLabels, eraseOldLabels } from '../doors/erase.store.ts'
import { enqueueOnce } from '../jobs/queue.ts'
import { countOldMails, eraseOldMails } from '../mails/letters/retention.store.ts'
import { countOldMessages, deleteOldMessages } from '../messages/retention.store.ts'
import { contactMembers } from '../orders/contacts.rules.ts'
import { countOldUploads, eraseContacts, eraseOldUploads } from '../orders/erase.store.ts'
import { countOldSamples, deleteOldSamples } from '../positions/retention.store.ts'
import { readRetention } from '../tenants/tenants.views.ts'
import { erase } from './people.commands.ts'
import { addCount, daysKept, type RetentionCounts } from './rules.ts'
import { addToRun, finishPurge, insertErasedOrders, insertPurge } from './store.ts'
import { countEndedOrders, countLeavers, findDueLeavers, findEndedOrders, findOpenPurge } from './views.ts'

/** Batches of one piece of a purge, so that a job ends well before others have waited long for their turn. */
const mostBatches = 50
const firstId = '00000000-0000-0000-0000-000000000000'

/** What one purge remembers from one batch to the next. */
interface Walk {
  order: string
  upload: string
}

interface Batch {
  readonly ctx: Context
  readonly tx: Tx
  readonly by: By
  readonly runId: string
  readonly days: number
  readonly walk: Walk
}

interface Step {
  readonly kind: RetentionKind
  count(tx: Tx, days: number, most: number): Promise<number>
  /** Rows of one transaction. */
  readonly most: number
  /** Removes or erases one batch. @returns how many rows there were; 0: nothing is left */
  purge(batch: Batch, most: number): Promise<number>
}

/** Every kind of data in the order in which it is purged (RET-1); contacts of orders take several steps. */
const steps: readonly Step[] = [
  {
    kind: 'POSITIONS',
    most: 5_000,
    count: countOldSamples,
    purge: ({ tx, days }, most) => deleteOldSamples(tx, days, most),
  },
  {
    kind: 'MESSAGES',
    most: 1_000,
    count: countOldMessages,
    purge: ({ tx, days }, most) => deleteOldMessages(tx, days, most),
  },
  { kind: 'MAILS', most: 1_000, count: countOldMails, purge: ({ tx, days }, most) => eraseOldMails(tx, days, most) },
  { kind: 'ORDER_CONTACTS', most: 200, count: countEndedOrders, purge: purgeOrders },
  {
    kind: 'ORDER_CONTACTS',
    most: 500,
    count: countOldUploads,
    async purge({ tx, days, walk }, most) {
      const { rows, next } = await eraseOldUploads(tx, days, most, walk.upload)
      walk.upload = next
      return rows
    },
  },
  { kind: 'ORDER_CONTACTS', most: 500, count: countOldActs, purge: purgeActs },
  { kind: 'ORDER_CONTACTS', most: 500, count: countOldLabels, purge: purgeLabels },
  {
    kind: 'DISPATCHES',
    most: 200,
    count: countOldRevisions,
    purge: ({ tx, days }, most) => eraseOldRevisions(tx, days, most),
  },
  {
    kind: 'DOCUMENTS',
    most: 500,
    count: countOldDocuments,
    purge: ({ tx, days }, most) => deleteOldDocuments(tx, days, most),
  },
  { kind: 'PEOPLE', most: 1, count: countLeavers, purge: purgePerson },
  {
    kind: 'AUDIT',
    most: 5_000,
    count: countOldEntries,
    purge: ({ ctx, tx, by }, most) => removeOldEntries(tx, by, ctx.newId(), most),
  },
]

async function purgeOrders({ ctx, tx, by, days, walk }: Batch, most: number): Promise<number> {
  const ids = await findEndedOrders(tx, days, most, walk.order)
  if (ids.length === 0) return 0
  await eraseContacts(tx, ids)
  const trail = { entity_type: 'order', entity_ids: ids, names: new Set(contactMembers) }
  await eraseFromTrail(tx, by, ctx.newId(), trail)
  await insertErasedOrders(tx, ids)
  walk.order = ids.at(-1)!
  return ids.length
}

/** Who signed and what was remarked on the phone of a driver (RET-5). */
async function purgeActs({ ctx, tx, by, days }: Batch, most: number): Promise<number> {
  const { rows, signatures } = await eraseOldActs(tx, days, most)
  const documents = await renameDocuments(tx, signatures, signatureName)
  const own = new Set(['document', 'name'])
  const of = {
    document: documents.map((one) => one.document_id),
    order: documents.flatMap((one) => one.order_id ?? []),
  }
  for (const [entity_type, entity_ids] of Object.entries(of)) {
    if (entity_ids.length > 0)
      await eraseFromTrail(tx, by, ctx.newId(), { entity_type, entity_ids, names: new Set(), own })
  }
  return rows
}

/** For whom links without an account were made (RET-5). */
async function purgeLabels({ ctx, tx, by, days }: Batch, most: number): Promise<number> {
  const entity_ids = await eraseOldLabels(tx, days, most)
  const trail = { entity_type: 'door_link', entity_ids, names: new Set<string>(), own: new Set(['label']) }
  if (entity_ids.length > 0) await eraseFromTrail(tx, by, ctx.newId(), trail)
  return entity_ids.length
}

/** One person in one transaction: a driver may have many positions and messages. */
async function purgePerson({ ctx, tx, by, runId, days }: Batch, most: number): Promise<number> {
  const [person] = await findDueLeavers(tx, days, most)
  if (person === undefined) return 0
  const { PEOPLE: people = 0, ...others } = await erase(ctx, tx, by, { person, runId })
  for (const [kind, rows] of Object.entries(others)) await addToRun(tx, runId, kind as RetentionKind, rows)
  return people
}

/** What a purge would remove now, by kind of data (RET-4). Changes nothing. */
export async function previewPurge(ctx: Context, tenantId: string): Promise<RetentionCount[]> {
  const days = await daysOf(ctx, tenantId)
  let counts: RetentionCounts = {}
  for (const { kind, count } of steps) {
    const limit = days[kind]
    if (limit === null) continue
    counts = addCount(counts, kind, await ctx.db.asWorker(tenantId, (tx) => count(tx, limit, mostCounted)))
  }
  return retentionKinds.map((kind) => ({ kind, days: days[kind], rows: Math.min(counts[kind] ?? 0, mostCounted) }))
}

async function daysOf(ctx: Context, tenantId: string) {
  const settings = await ctx.db.asTenant(tenantId, readRetention)
  return daysKept(settings, ctx.config.position_retention_days)
}

/**
 * Begins a purge and queues its first piece. One that goes on stays the one, and goes on if nothing worked on it.
 * @returns its id
 */
export async function startPurge(ctx: Context, tenantId: string, by: By): Promise<string> {
  const runId = ctx.newId()
  return await ctx.db.asWorker(tenantId, async (tx) => {
    const isNew = await insertPurge(tx, runId, by)
    const run_id = isNew ? runId : ((await findOpenPurge(tx)) ?? runId)
    await enqueueOnce(tx, 'retention.purge', [{ payload: { run_id }, serialKey: 'retention' }], 0)
    tx.afterCommit(() => ctx.wake('jobs'))
    return run_id
  })
}

/**
 * Purges here and now, for the operator. Cut short, the daily purge of a server goes on with it.
 * @returns what went; undefined when a purge goes on already
 */
export async function purgeNow(ctx: Context, tenantId: string, by: By): Promise<RetentionCounts | undefined> {
  const runId = ctx.newId()
  if (!(await ctx.db.asWorker(tenantId, (tx) => insertPurge(tx, runId, by)))) return undefined
  while (await purgePiece(ctx, tenantId, runId, by));
  return await ctx.db.asWorker(tenantId, (tx) => endPurge(tx, runId, by))
}

/**
 * Does a piece of a purge: batch after batch, each in a transaction of its own (RET-2). A kind of data that cannot be purged
 * keeps no other (EACH-3).
 * @returns whether there is more to do
 * @throws what kept a kind from being purged, after the others were: the purge is tried again later
 */
export async function purgePiece(ctx: Context, tenantId: string, runId: string, by: By): Promise<boolean> {
  const days = await daysOf(ctx, tenantId)
  const walk: Walk = { order: firstId, upload: '-infinity' }
  const faults: unknown[] = []
  let batches = 0
  for (const step of steps) {
    const limit = days[step.kind]
    const purgeBatch = () =>
      ctx.db.asWorker(tenantId, async (tx) => {
        const rows = await step.purge({ ctx, tx, by, runId, days: limit!, walk }, step.most)
        await addToRun(tx, runId, step.kind, rows)
        return rows > 0
      })
    for (let isMore = limit !== null; isMore; batches += 1) {
      // After a fault the whole is walked: a piece that ended here would begin again before the kinds that are left.
      if (batches >= mostBatches && faults.length === 0) return true
      isMore = await purgeBatch().catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        ctx.log.warn({ err: error, tenant_id: tenantId, kind: step.kind }, 'a kind of data could not be purged')
        faults.push(error)
        return false
      })
    }
  }
  if (faults.length > 0) throw faults[0]
  return false
}

/** Ends a purge and appends to the trail what went, which it gives; a purge of which nothing went leaves no entry. */
export async function endPurge(tx: Tx, runId: string, by: By): Promise<RetentionCounts> {
  const counts = (await finishPurge(tx, runId)) ?? {}
  if (Object.keys(counts).length === 0) return counts
  await recordChanges(tx, by, [
    { entity_type: 'retention_run', entity_id: runId, action: 'created', before: null, after: counts },
  ])
  return counts
}
