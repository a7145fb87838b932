import {
  countDeliveries,
  exportDeliveryList,
  type ListedDelivery,
  listDeliveries,
} from '@cartage/contract/deliveries/app/record'
import { countLogEntries, exportLogEntries, type ListedEvent, listLogEntries } from '@cartage/contract/events/app'
import { type CsvColumns, sendCsv, walkRows } from '../../http/csv.ts'
import { type Server, serve } from '../../http/serve.ts'
import { countLog, filtersOfLog, foundEntries, log, readLogWindow } from './entries.views.ts'
import { countDeliveries as countOf, deliveries } from './list.views.ts'

/** Serves the lists of deliveries and of the log: their windows, counts and files. */
export function serveLists(server: Server): void {
  serveDeliveryList(server)
  serveLogList(server)
}

function serveDeliveryList(server: Server): void {
  const { ctx } = server
  serve(server, listDeliveries, async ({ query, inTenant }) =>
    inTenant((tx) => {
      const { offset, limit, ...filters } = query
      return deliveries.open(tx, filters, undefined).window({ sort: 'newest', offset, limit })
    }),
  )
  serve(server, countDeliveries, ({ query, inTenant }) => inTenant((tx) => countOf(tx, query)))
  serve(server, exportDeliveryList, ({ caller, query, reply }) => {
    const chunks = walkRows(ctx, caller.tenantId, deliveries, { filters: query, given: undefined })
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
  serve(server, listLogEntries, ({ query, inTenant }) => inTenant((tx) => readLogWindow(tx, query)))
  serve(server, countLogEntries, ({ query, inTenant }) => inTenant((tx) => countLog(tx, query)))
  serve(server, exportLogEntries, ({ caller, query, reply }) => {
    const { q, until: _until, ...filters } = query
    const chunks = q
      ? walkRows(ctx, caller.tenantId, foundEntries, { filters: { ...filters, q }, given: undefined })
      : walkRows(ctx, caller.tenantId, log, { filters: filtersOfLog(query), given: undefined })
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
