import {
  countDeliveries,
  deliveryFilterStates,
  deliveryStates,
  exportDeliveryList,
  type ListedDelivery,
  listDeliveries,
} from '@cartage/contract/deliveries/app/record'
import { countLogEntries, exportLogEntries, type ListedEvent, listLogEntries } from '@cartage/contract/events/app'
import { type CsvColumns, csvChunk, sendCsv, walk } from '../../http/csv.ts'
import { type Server, serve } from '../../http/serve.ts'
import { listLogWindow, tallyLog, walkLog } from './entries.views.ts'
import {
  countStates,
  findSearchedEvents,
  listDeliveryRows,
  listPlaces,
  mostCounted,
  tallyDeliveries,
} from './list.views.ts'
import { type WalkPlace, walkDeliveries } from './walk.views.ts'

/** The lists of deliveries and of the log: their windows, counts and files. */
export function serveLists(server: Server): void {
  serveDeliveryList(server)
  serveLogList(server)
}

/** All states when none is requested. Those that wait for someone are among those that failed. */
function statesOf(state: readonly string[]): readonly string[] {
  if (state.length === 0) return deliveryStates
  return state.includes('FAILED') ? state.filter((one) => one !== 'UNSETTLED') : state
}

function serveDeliveryList(server: Server): void {
  const { ctx } = server
  serve(server, listDeliveries, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const { offset, limit, ...filters } = query
      const states = statesOf(filters.state)
      const found = await findSearchedEvents(tx, filters.q)
      const [places, counts] = await Promise.all([
        listPlaces(tx, filters, found, { states, offset, limit }),
        countStates(tx, filters, found, states),
      ])
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return { items: await listDeliveryRows(tx, places), total: Math.min(total, mostCounted) }
    }),
  )
  serve(server, countDeliveries, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const states = statesOf(query.state)
      const found = await findSearchedEvents(tx, query.q)
      const [by_state, by_receiver, by_type] = await Promise.all([
        countStates(tx, query, found, deliveryFilterStates),
        tallyDeliveries(tx, { ...query, receiver: [] }, found, { states, member: 'receiver' }),
        tallyDeliveries(tx, { ...query, type: [] }, found, { states, member: 'type' }),
      ])
      return { by_state, by_receiver, by_type }
    }),
  )
  serve(server, exportDeliveryList, ({ caller, query, reply }) => {
    const filters = { ...query, state: statesOf(query.state) }
    const chunks = walk<ListedDelivery, WalkPlace>((after) =>
      ctx.db.asTenant(caller.tenantId, (tx) => walkDeliveries(tx, filters, after, csvChunk)),
    )
    return sendCsv(reply, 'deliveries', deliveryColumns, chunks)
  })
}

const deliveryColumns: CsvColumns<ListedDelivery> = {
  state: (row) => row.state,
  type: (row) => row.type,
  receiver: (row) => row.receiver,
  order_number: (row) => row.order_number,
  entity_type: (row) => row.entity_type,
  entity_id: (row) => row.entity_id,
  sequence: (row) => row.sequence,
  attempts: (row) => row.attempts,
  reason: (row) => row.reason,
  last_status: (row) => row.last_status,
  last_failure: (row) => row.last_failure,
  last_duration_ms: (row) => row.last_duration_ms,
  last_at: (row) => row.last_at,
  due_at: (row) => row.due_at,
  finished_at: (row) => row.finished_at,
  event_id: (row) => row.event_id,
  subscription_id: (row) => row.subscription_id,
}

function serveLogList(server: Server): void {
  const { ctx } = server
  serve(server, listLogEntries, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const { offset, limit, q, ...filters } = query
      return listLogWindow(tx, { ...filters, found: await findSearchedEvents(tx, q) }, { offset, limit })
    }),
  )
  serve(server, countLogEntries, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const found = await findSearchedEvents(tx, query.q)
      return { by_type: await tallyLog(tx, { level: [], type: [], until: query.until, found }) }
    }),
  )
  serve(server, exportLogEntries, ({ caller, query, reply }) => {
    const { q, ...filters } = query
    const chunks = walk<ListedEvent, number>((until = filters.until) =>
      ctx.db.asTenant(caller.tenantId, async (tx) =>
        walkLog(tx, { ...filters, until, found: await findSearchedEvents(tx, q) }, csvChunk),
      ),
    )
    return sendCsv(reply, 'events', eventColumns, chunks)
  })
}

const eventColumns: CsvColumns<ListedEvent> = {
  occurred_at: (row) => row.occurred_at,
  type: (row) => row.event_type,
  status: (row) => row.status,
  order_number: (row) => row.order_number,
  order_identifier: (row) => row.order_identifier,
  entity_type: (row) => row.entity_type,
  entity_id: (row) => row.entity_id,
  sequence: (row) => row.sequence,
  position: (row) => row.position,
  delivered: (row) => row.deliveries.delivered,
  pending: (row) => row.deliveries.pending,
  failed: (row) => row.deliveries.dead,
  event_id: (row) => row.event_id,
}
