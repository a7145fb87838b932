import { createHash, randomUUID } from 'node:crypto'
import { updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { finaliseInvoiceRun, startInvoiceRun } from '@cartage/contract/billing/app/run'
import { CallError } from '@cartage/contract/client'
import { dispatchTrip } from '@cartage/contract/dispatch/app'
import { updateSubcontractorStatus } from '@cartage/contract/inbound/status-update'
import { retryUpload } from '@cartage/contract/orders/app/uploads'
import { getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { type Caller, untilAnswered, untilSeen, untilThere } from './caller.ts'
import type { Haulier } from './haulier.ts'

/** Reads stored data, bypassing row security. */
export type Look = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>

/** Responses to a haulier on one day, which must match the data at the end. */
export interface Day {
  readonly identifiers: string[]
  readonly orderIds: string[]
  tripId: string | undefined
  /** Proofs of delivery by order, as SHA-256 of the uploaded content. */
  readonly proofs: Map<string, string>
  readonly invoiceIds: string[]
  /** Uploads that ended in ERROR because of repeated process deaths, and were retried. */
  runAgain: number
  /** Whether the day was completed. */
  isOver: boolean
}

const ordersOfDay = 2
const override = { reason: 'the planner wants it' }

export function newDay(): Day {
  return {
    ...{ identifiers: [], orderIds: [], tripId: undefined, proofs: new Map(), invoiceIds: [] },
    ...{ runAgain: 0, isOver: false },
  }
}

/**
 * Simulates a day: orders are uploaded, planned, dispatched to a carrier, driven, proven, billed and posted while
 * processes die.
 * @param day filled during the run
 * @throws if a step is refused or does not finish
 */
export async function liveDay(haulier: Haulier, look: Look, day: Day): Promise<void> {
  for (let count = 0; count < ordersOfDay; count += 1) await uploadOne(haulier, look, day)
  await plan(haulier, look, day)
  await handOver(haulier, look, day)
  await drive(haulier, look, day)
  await bill(haulier, look, day)
  await post(haulier, look, day)
  day.isOver = true
}

const place = (name: string) => ({ name, address: 'Kaai 1', postal_code: '3600', city: 'Genk', country: 'BE' })

async function uploadOne({ caller, customerCode, facts }: Haulier, look: Look, day: Day): Promise<void> {
  const order_identifier = randomUUID()
  const body = {
    ...{ operation: 'CREATE' as const, order_identifier },
    customer: { code: customerCode },
    transport_service: { name: 'General' },
    consignments: [
      {
        pickup_stop: { location: place('Quarry'), activity: 'PICKUP', date: '2026-03-02' },
        delivery_stop: { location: place('Depot'), activity: 'DELIVERY', date: '2026-03-03' },
        goods: [{ description: 'Stones', quantity: 4, total_weight_kg: 3200 }],
      },
    ],
  }
  const { upload_id } = await caller.repeating(uploadOrder, { body })
  day.identifiers.push(order_identifier)
  const orderId = await untilSeen('an applied upload', () => orderOf(caller, day, upload_id))
  day.orderIds.push(orderId)
  const charges = 'select charge_id from charge where tenant_id = $1 and order_id = $2'
  await untilSeen('the price of an order', async () => (await look(charges, [facts.tenant.id, orderId]))[0])
}

/** Order of an upload once applied. An upload that failed because of too many process deaths is retried. */
async function orderOf({ program, planner }: Caller, day: Day, upload_id: string): Promise<string | undefined> {
  const params = { upload_id }
  const { upload_status, order_id, errors } = await untilAnswered(() => program(getOrderUpload, { params }))
  if (upload_status !== 'ERROR') return order_id ?? undefined
  if (errors?.[0]?.detail !== 'internal_error') throw new Error(`an upload failed: ${JSON.stringify(errors)}`)
  day.runAgain += 1
  // Already retried without a response: the refusal then says that it has not failed.
  await untilAnswered(() => planner(retryUpload, { params })).catch((error: unknown) => {
    if (!(error instanceof CallError && error.status === 409)) throw error
  })
  return undefined
}

/** Plans one trip with the orders of the day for the carrier. */
async function plan({ caller: { planner }, carrierId, facts }: Haulier, look: Look, day: Day): Promise<void> {
  const tenantId = facts.tenant.id
  const tripOf = `select distinct trip_id from trip_stop where tenant_id = $1 and order_id = any ($2) and trip_id is not null`
  const { trip_id } = await untilThere(
    async () => (await look<{ trip_id: string }>(tripOf, [tenantId, day.orderIds]))[0],
    () => planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: day.orderIds, new_trip: {}, override } }),
  )
  day.tripId = trip_id
  const state = 'select subcontractor_id, status from trip where tenant_id = $1 and trip_id = $2'
  const trip = async () =>
    (await look<{ subcontractor_id: string | null; status: string }>(state, [tenantId, trip_id]))[0]!
  await untilThere(
    async () => (await trip()).subcontractor_id ?? undefined,
    () => planner(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, subcontractor_id: carrierId, override } }),
  )
  await untilThere(
    async () => ((await trip()).status === 'CREATED' ? undefined : true),
    () => planner(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } }),
  )
}

async function handOver({ caller: { planner }, facts }: Haulier, look: Look, { tripId }: Day): Promise<void> {
  const dispatched = 'select dispatch_id from dispatch where tenant_id = $1 and trip_id = $2'
  await untilThere(
    async () => (await look(dispatched, [facts.tenant.id, tripId]))[0],
    () => planner(dispatchTrip, { params: { trip_id: tripId! }, body: {} }),
  )
}

interface DrivenStop {
  stop_id: string
  order_id: string
  activity: string
}

/** Carrier reports for every stop, with a proof of each delivery. */
async function drive({ caller, facts }: Haulier, look: Look, day: Day): Promise<void> {
  const stops = await look<DrivenStop>(
    'select stop_id, order_id, activity from trip_stop where tenant_id = $1 and trip_id = $2 order by sequence',
    [facts.tenant.id, day.tripId],
  )
  for (const { stop_id, order_id, activity } of stops) {
    for (const [status, time] of [
      ['AT_STOP', '08:30'],
      ['COMPLETED', '09:15'],
    ] as const) {
      const updates = [{ event_time: `2026-03-03T${time}:00+01:00`, stop: { id: stop_id, status } }]
      await caller.carrier(updateSubcontractorStatus, { body: { updates } })
    }
    if (activity === 'DELIVERY') await prove(caller, day, { stop_id, order_id })
  }
  const open = `select order_id from transport_order where tenant_id = $1 and order_id = any ($2) and status <> 'COMPLETED'`
  await untilSeen('the end of a trip', async () =>
    (await look(open, [facts.tenant.id, day.orderIds])).length === 0 ? true : undefined,
  )
}

async function prove(caller: Caller, day: Day, stop: Omit<DrivenStop, 'activity'>): Promise<void> {
  const bytes = Buffer.from(`%PDF-1.4\n% ${stop.stop_id}\n${'x'.repeat(5_000)}\n%%EOF\n`)
  const query = new URLSearchParams({ question_path_key: 'POD', stop_id: stop.stop_id })
  await caller.sendFile(`/v1/webhook/subco-document-upload?${query}`, 'proof.pdf', bytes)
  day.proofs.set(stop.order_id, createHash('sha256').update(bytes).digest('hex'))
}

/** Invoice run over the customer's work, finalised completely. */
async function bill({ caller: { planner }, customerId, facts }: Haulier, look: Look, day: Day): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const filter = { up_to: today, date: today, company_ids: [customerId] }
  const tenantId = facts.tenant.id
  const ready = `select order_id from unbilled_order where tenant_id = $1 and order_id = any ($2) and reason = 'READY'`
  await untilSeen('orders that are ready to be billed', async () =>
    (await look(ready, [tenantId, day.orderIds])).length === day.orderIds.length ? true : undefined,
  )
  const last = `select invoice_run_id, status from invoice_run where tenant_id = $1 order by created_at desc limit 1`
  const run = async () => (await look<{ invoice_run_id: string; status: string }>(last, [tenantId]))[0]
  const before = (await run())?.invoice_run_id
  const { invoice_run_id } = await untilThere(
    async () => {
      const found = await run()
      return found?.invoice_run_id === before ? undefined : found
    },
    () => planner(startInvoiceRun, { body: filter }),
  )
  const until =
    (...states: string[]) =>
    async () =>
      states.includes((await run())!.status) ? true : undefined
  await untilSeen('the proposal of a run', until('PROPOSED'))
  await untilThere(until('FINALISING', 'DONE'), () =>
    planner(finaliseInvoiceRun, { params: { invoice_run_id }, body: { only_reviewed: false } }),
  )
  await untilSeen('the end of a run', until('DONE'))
  const billed = `select distinct n.invoice_id from invoice_line_charge l join charge c using (tenant_id, charge_id)
                     join invoice_line n using (tenant_id, invoice_line_id)
                   where l.tenant_id = $1 and c.order_id = any ($2) and l.is_live`
  const found = await look<{ invoice_id: string }>(billed, [tenantId, day.orderIds])
  day.invoiceIds.push(...found.map(({ invoice_id }) => invoice_id))
}

/** The accounting system processes the documents of the day. */
async function post({ caller: { program }, facts }: Haulier, look: Look, { invoiceIds }: Day): Promise<void> {
  for (const invoiceId of invoiceIds) {
    const tasks = async (status: string) =>
      (
        await look<{ task_id: string }>(
          'select task_id from task where tenant_id = $1 and invoice_id = $2 and status = $3',
          [facts.tenant.id, invoiceId, status],
        )
      )[0]
    const { task_id } = await untilSeen(
      'the task of a document',
      async () => (await tasks('TODO')) ?? (await tasks('COMPLETED')),
    )
    await untilThere(
      () => tasks('COMPLETED'),
      () => program(updateSyncTaskStatus, { params: { task_id }, body: { status: 'COMPLETED' } }),
    )
  }
}
