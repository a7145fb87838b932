import type { Change } from '../../audit/rules.ts'
import { type Act, recordActs } from '../../audit/store.ts'
import type { KnownCompany } from '../../companies/rules.ts'
import { insertCompanies } from '../../companies/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { publishEvents } from '../../deliveries/publish.ts'
import { enqueue, enqueueAll } from '../../jobs/queue.ts'
import { insertMissingLocations, type LocationToMatch } from '../../locations/store.ts'
import { type Due, markDue, markNewOrders } from '../../rates/store.ts'
import { insertPlanChanges, type NewPlanChange } from '../planned/store.ts'
import type { orderEvent } from '../publish.ts'
import { cancelStops, deleteStops, insertStops, type StopToWrite, upsertStops } from '../stops/store.ts'
import { type ChangedOrder, insertOrders, type NewOrder, updateOrders } from '../store.ts'
import { type EndedUpload, writeOutcomes } from './outcomes.commands.ts'

/** Rows that a batch writes; every list becomes one statement. */
export interface Writes {
  companies: KnownCompany[]
  locations: Map<string, LocationToMatch>
  created: NewOrder[]
  /** How many created orders took a number of the batch. */
  numbered: number
  changed: ChangedOrder[]
  newStops: StopToWrite[]
  changedStops: StopToWrite[]
  removed: string[]
  cancelled: string[]
  /** Orders on trips that must follow the change. */
  followed: string[]
  ended: EndedUpload[]
  events: ReturnType<typeof orderEvent>[]
  /** Entries of the audit trail. */
  history: Act[]
  /** Changes that the planner of a trip has to review (ORD-21). */
  planChanges: NewPlanChange[]
  /** Accepted orders to check against the credit limit of the company that pays. */
  credit: { order_id: string; company_id: string }[]
}

/** Empty set of writes. */
export function noWrites(): Writes {
  return {
    companies: [],
    locations: new Map(),
    created: [],
    numbered: 0,
    changed: [],
    newStops: [],
    changedStops: [],
    removed: [],
    cancelled: [],
    followed: [],
    ended: [],
    events: [],
    history: [],
    planChanges: [],
    credit: [],
  }
}

/**
 * Writes everything. The statements are sent without waiting for each other, so that a batch needs one round trip;
 * PostgreSQL runs them in order.
 */
export async function write(ctx: Context, tx: Tx, writes: Writes): Promise<void> {
  const [settled] = await Promise.all([
    writeOutcomes(ctx, tx, writes.ended),
    insertCompanies(
      tx,
      writes.companies.map((company) => ({
        ...company,
        code: company.code ?? undefined,
        accounting_code: company.accounting_code ?? undefined,
      })),
    ),
    insertMissingLocations(tx, [...writes.locations.values()]),
    insertOrders(tx, writes.created),
    updateOrders(tx, writes.changed),
    insertStops(tx, writes.newStops),
    upsertStops(tx, writes.changedStops),
    deleteStops(tx, writes.removed),
    cancelStops(tx, writes.cancelled),
    publishEvents(tx, writes.events),
    markNewOrders(
      tx,
      writes.created.map(({ order_id }) => order_id),
    ),
    markDue(tx, ordersDue(writes.changed), 'ORDER_CHANGED'),
    insertPlanChanges(tx, writes.planChanges),
    enqueueAll(
      tx,
      'accounting.check_credit',
      writes.credit.map(({ order_id, company_id }) => ({
        payload: { order_id, waited: 0 },
        serialKey: `credit ${company_id}`,
      })),
    ),
    ...writes.followed.map((order_id) =>
      enqueue(tx, 'trips.follow_order', { order_id }, { serialKey: `order ${order_id}` }),
    ),
  ])
  await recordActs(tx, [...writes.history, ...settled])
}

/** Orders that need a new rating. */
function ordersDue(changed: Writes['changed']): Due[] {
  return changed.map(({ order_id }) => ({ subject_type: 'ORDER', subject_id: order_id }))
}

/** Audit entry of a customer that an upload created. */
export function companyCreation({ company_id, ...members }: KnownCompany): Change {
  return { entity_type: 'company', entity_id: company_id, action: 'created', before: null, after: members }
}
