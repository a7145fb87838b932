import type { PersonType, RetentionKind } from '@cartage/contract/retention/app'
import { countOldEntries, eraseFromTrail, removeOldEntries } from '../audit/erase.store.ts'
import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import {
  countOldAnswers,
  countOldRevisions,
  eraseOldAnswers,
  eraseOldRevisions,
  findOldAnswers,
  findOldRevisions,
} from '../dispatch/erase.store.ts'
import {
  countOldDocuments,
  deleteOldDocuments,
  findOldDocuments,
  renameDocuments,
} from '../documents/retention.store.ts'
import { signatureName } from '../doors/driver/act.rules.ts'
import { countOldActs, eraseOldActs, findOldActs } from '../doors/driver/erase.store.ts'
import { countOldLabels, eraseOldLabels, findOldLabels } from '../doors/erase.store.ts'
import { countOldMails, eraseOldMails, findOldMails } from '../mails/letters/retention.store.ts'
import { countClosedItems, deleteInboxItems, findClosedItems } from '../messages/inbox/store.ts'
import { countOldMessages, findOldMessages } from '../messages/retention.store.ts'
import { deleteMessages } from '../messages/store.ts'
import { contactMembers } from '../orders/contacts.rules.ts'
import { countOldUploads, eraseContacts, eraseOldUploads, findOldUploads } from '../orders/erase.store.ts'
import { countPlanChangesOver, deletePlanChanges, findPlanChangesOver } from '../orders/planned/retention.store.ts'
import {
  countOldPositions,
  countOldTelemetry,
  deletePositionsBy,
  deleteTelemetryBy,
  findOldPositions,
  findOldTelemetry,
} from '../positions/retention.store.ts'
import { countOldActivities, deleteActivitiesBy, findOldActivities } from '../tachograph/retention.store.ts'
import { erase } from './people.commands.ts'
import { addToRun, insertErasedOrders } from './store.ts'
import { countEndedOrders, countLeavers, findDueLeavers, findEndedOrders } from './views.ts'

const firstId = '00000000-0000-0000-0000-000000000000'

/** State of a purge between batches. */
export interface Walk {
  order: string
  upload: string
}

/** Start of a purge. */
export const newWalk = (): Walk => ({ order: firstId, upload: '-infinity' })

/** Criteria for due rows of a kind. */
export interface Search {
  readonly days: number
  readonly most: number
  /** Keys of rows that failed individually, to be skipped. */
  readonly left: readonly string[]
  readonly walk: Walk
}

/** Context of the rows removed in one transaction. */
export interface Batch {
  readonly ctx: Context
  readonly tx: Tx
  readonly by: By
  readonly runId: string
  readonly days: number
}

/** One kind of rows with a retention period. */
export interface PurgeStep {
  readonly kind: RetentionKind
  count(tx: Tx, days: number, most: number): Promise<number>
  /** Maximum rows per transaction. */
  readonly most: number
  /** @returns keys of due rows, each as one text; empty when none are left */
  find(tx: Tx, search: Search): Promise<string[]>
  /**
   * Removes or erases these rows.
   * @returns how many still existed
   */
  purge(batch: Batch, keys: readonly string[]): Promise<number>
}

/** The `find` of a kind whose statement accepts the keys to skip. */
const plain =
  (find: (tx: Tx, days: number, most: number, left: readonly string[]) => Promise<string[]>): PurgeStep['find'] =>
  (tx, { days, most, left }) =>
    find(tx, days, most, left)

/** Every kind of data in the order of purging (RET-1); some kinds take several steps. */
export const purgeSteps: readonly PurgeStep[] = [
  {
    kind: 'POSITIONS',
    most: 5_000,
    count: countOldPositions,
    find: plain(findOldPositions),
    purge: ({ tx }, keys) => deletePositionsBy(tx, keys),
  },
  {
    kind: 'POSITIONS',
    most: 5_000,
    count: countOldTelemetry,
    find: plain(findOldTelemetry),
    purge: ({ tx }, keys) => deleteTelemetryBy(tx, keys),
  },
  {
    kind: 'MESSAGES',
    most: 1_000,
    count: countOldMessages,
    find: plain(findOldMessages),
    purge: ({ tx }, ids) => deleteMessages(tx, ids),
  },
  {
    kind: 'MESSAGES',
    most: 1_000,
    count: countClosedItems,
    find: plain(findClosedItems),
    purge: ({ tx }, ids) => deleteInboxItems(tx, ids),
  },
  {
    kind: 'MAILS',
    most: 1_000,
    count: countOldMails,
    find: plain(findOldMails),
    purge: ({ tx, days }, ids) => eraseOldMails(tx, days, ids),
  },
  { kind: 'ORDER_CONTACTS', most: 200, count: countEndedOrders, find: findOrders, purge: purgeOrders },
  {
    kind: 'ORDER_CONTACTS',
    most: 500,
    count: countOldUploads,
    find: findUploads,
    purge: ({ tx, days }, ids) => eraseOldUploads(tx, days, ids),
  },
  { kind: 'ORDER_CONTACTS', most: 500, count: countOldActs, find: plain(findOldActs), purge: purgeActs },
  { kind: 'ORDER_CONTACTS', most: 500, count: countOldLabels, find: plain(findOldLabels), purge: purgeLabels },
  {
    kind: 'DISPATCHES',
    most: 200,
    count: countOldRevisions,
    find: plain(findOldRevisions),
    purge: ({ tx, days }, keys) => eraseOldRevisions(tx, days, keys),
  },
  {
    kind: 'DISPATCHES',
    most: 500,
    count: countOldAnswers,
    find: plain(findOldAnswers),
    purge: ({ tx, days }, keys) => eraseOldAnswers(tx, days, keys),
  },
  {
    kind: 'PLAN_CHANGES',
    most: 1_000,
    count: countPlanChangesOver,
    find: plain(findPlanChangesOver),
    purge: ({ tx }, ids) => deletePlanChanges(tx, ids),
  },
  {
    kind: 'DRIVER_ACTIVITIES',
    most: 5_000,
    count: countOldActivities,
    find: plain(findOldActivities),
    purge: ({ tx }, keys) => deleteActivitiesBy(tx, keys),
  },
  {
    kind: 'DOCUMENTS',
    most: 500,
    count: countOldDocuments,
    find: plain(findOldDocuments),
    purge: ({ tx, days }, ids) => deleteOldDocuments(tx, days, ids),
  },
  { kind: 'PEOPLE', most: 1, count: countLeavers, find: findLeaver, purge: purgePerson },
  {
    kind: 'AUDIT',
    most: 1,
    count: countOldEntries,
    // A trail is a chain: if an entry cannot be removed, all later ones stay, and none is skipped.
    async find(tx, { days, left }) {
      return left.length === 0 && (await countOldEntries(tx, days, 1)) > 0 ? ['the beginning of the trail'] : []
    },
    purge: ({ ctx, tx, by }) => removeOldEntries(tx, by, ctx.newId(), 5_000),
  },
]

async function findOrders(tx: Tx, { days, most, walk }: Search): Promise<string[]> {
  const ids = await findEndedOrders(tx, days, most, walk.order)
  walk.order = ids.at(-1) ?? walk.order
  return ids
}

async function findUploads(tx: Tx, { days, most, left, walk }: Search): Promise<string[]> {
  const { ids, next } = await findOldUploads(tx, days, most, { from: walk.upload, left })
  walk.upload = next
  return ids
}

async function purgeOrders({ ctx, tx, by }: Batch, ids: readonly string[]): Promise<number> {
  await eraseContacts(tx, ids)
  const trail = { entity_type: 'order', entity_ids: ids, names: new Set(contactMembers) }
  await eraseFromTrail(tx, by, ctx.newId(), trail)
  await insertErasedOrders(tx, ids)
  return ids.length
}

/** Signatures and remarks from the phone of a driver (RET-5). */
async function purgeActs({ ctx, tx, by, days }: Batch, keys: readonly string[]): Promise<number> {
  const { rows, signatures } = await eraseOldActs(tx, days, keys)
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

/** Recipient labels of links without an account (RET-5). */
async function purgeLabels({ ctx, tx, by, days }: Batch, ids: readonly string[]): Promise<number> {
  const entity_ids = await eraseOldLabels(tx, days, ids)
  const trail = { entity_type: 'door_link', entity_ids, names: new Set<string>(), own: new Set(['label']) }
  if (entity_ids.length > 0) await eraseFromTrail(tx, by, ctx.newId(), trail)
  return entity_ids.length
}

async function findLeaver(tx: Tx, { days, most, left }: Search): Promise<string[]> {
  const ids = left.map((key) => key.split(' ')[1]!)
  const people = await findDueLeavers(tx, days, most, ids)
  return people.map(({ person_type, person_id }) => `${person_type} ${person_id}`)
}

/** One person per transaction: a driver may have many positions and messages. */
async function purgePerson({ ctx, tx, by, runId }: Batch, [key]: readonly string[]): Promise<number> {
  const [person_type, person_id] = key!.split(' ') as [PersonType, string]
  const { PEOPLE: people = 0, ...others } = await erase(ctx, tx, by, { person: { person_type, person_id }, runId })
  for (const [kind, rows] of Object.entries(others)) await addToRun(tx, runId, kind as RetentionKind, rows)
  return people
}
