import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'

/**
 * Kinds of jobs and what each is given. One line here for a new one; `feature.verb_noun`. Queued jobs have their kind in
 * the database, so a kind keeps its name: that is why two of them still say `tell`.
 */
export interface JobPayloads {
  /** Writes the end of the audit trail into the log, and queues itself for tomorrow. */
  'audit.note_head': Record<string, never>
  /** Deletes what is older than is kept, and queues itself for tomorrow. */
  'deliveries.purge_expired': Record<string, never>
  /** Notifies the Super admins by e-mail that an endpoint was paused, and why. */
  'deliveries.tell_paused': { subscription_id: string; reason: string }
  /** Notifies receivers that a document was created (ST-12). */
  'documents.tell_created': { document_id: string }
  /** Keeps what was measured on the way of an order next to the proof of its delivery (PAPER-20). */
  'papers.keep_temperatures': { order_id: string }
  /** Publishes what vehicles of a trip measured outside of the ordered temperature, once each, and its end (TEMP-7). */
  'temperatures.watch': { trip_id: string }
  /** Estimates when a trip reaches its stops, and looks whether positions show an arrival or departure. */
  'trips.estimate': { trip_id: string }
  /** Notifies the partner that has a trip, and those its bookings were requested from, what changed of it (DISP-1). */
  'dispatch.follow_trip': { trip_id: string }
  /** Sends what changed of a booking to the partner it was requested from (LB-1). */
  'dispatch.follow_booking': { booking_id: string; booking_type: 'LOCATION' | 'INTERMODAL' }
  /** Lets the trips of an order follow an update or the end of it. */
  'trips.follow_order': { order_id: string }
  /** Rates an order or trip that failed in a batch, so that what is wrong with it is kept and seen. */
  'charges.rate_alone': { subject_type: 'ORDER' | 'TRIP'; subject_id: string }
  /** Rates an order again when one of its places was found on the map. */
  'charges.follow_order': { order_id: string }
  /** Rates the orders and trips of a company that are not invoiced again. */
  'charges.follow_company': { company_id: string }
  /** Rates orders and trips that are not invoiced again after rates changed: a piece of them, and queues the next. */
  'charges.follow_rates': { subject_type: 'ORDER' | 'TRIP'; from: string; after: string | null; reason: string }
  /** Writes the files of a finalised document from its content. */
  'billing.make_files': { invoice_id: string }
  /** Sends a document to one address, once its files are written (BILL-32). */
  'billing.send': { sending_id: string }
  /** Writes how the delivery of a document to an access point ended (BILL-34). */
  'billing.follow_sending': { sending_id: string }
  /** Offers a finalised document to the accounting system, or looks again at what it waits for (TASK-1). */
  'accounting.post': { invoice_id: string }
  /** Sets an order that was accepted against the credit limit of who pays it, once it is rated (CREDIT-1). */
  'accounting.check_credit': { order_id: string; waited: number }
  /** Counts a self-billed document as agreed when the days to object are over (PURCH-16). */
  'purchases.agree_by_time': { invoice_id: string }
  /** Publishes that orders are on drafts, invoiced or posted. */
  'billing.notify_orders': {
    order_ids: string[]
    type: 'order.invoice_created' | 'order.invoiced' | 'order.invoice_posted'
  }
  /** Does the next piece of a run of invoices and queues itself until it is done. */
  'billing.run': { invoice_run_id: string }
  /** Sends an e-mail about an order or a trip (MAIL-4). */
  'mails.send': { mail_id: string }
  /** Purges a piece of what is older than the tenant keeps it, and queues the next (RET-2). */
  'retention.purge': { run_id: string }
  /** Seals the address of a routing engine that was stored before keys were kept encrypted (SECRET-6). */
  'tenants.seal_engine': Record<string, never>
  /** Seals addresses of endpoints that were stored before their keys were kept encrypted (SECRET-6). */
  'deliveries.seal_addresses': Record<string, never>
  /** Applies parts of a message that met a fault of the service (INB-10). */
  'messages.retry_parts': { message_id: string; paths: string[] }
  /** Writes what a record is found by, when it failed among others. */
  'search.write_alone': {
    kind: 'order' | 'trip' | 'resource' | 'company' | 'location' | 'invoice' | 'document'
    record_id: string
  }
  /** Makes one part of the sample world and queues the next. */
  'sample.fill': SamplePart
}

/** What the sample world is made in, in order: what people see first, then the month before and its invoices. */
export const sampleSteps = [
  ...(['MASTER', 'FLEET', 'RECEIVER', 'PAST_ORDERS', 'ORDERS', 'FATES', 'TRIPS', 'POSITIONS', 'DOCUMENTS'] as const),
  ...(['PAST_TRIPS', 'CHARGES', 'INVOICES', 'TASKS', 'MONEY', 'PURCHASES'] as const),
] as const

/** A part of the sample world. */
export interface SamplePart {
  /** The moment the world is made around, ISO 8601. */
  at: string
  /** Share of the orders and trips, from 0 to 1. */
  size: number
  /** Address of this server on this machine, which the sample receiver is reached at; null for no receiver. */
  receiver: string | null
  step: (typeof sampleSteps)[number]
  /** Which piece of a step that takes long, from 0. */
  piece: number
}

export type JobKind = keyof JobPayloads

/** One job as its handler gets it. */
export interface Job<Kind extends JobKind = JobKind> {
  readonly tenantId: string
  readonly jobId: string
  readonly payload: JobPayloads[Kind]
  /** From 1. */
  readonly attempt: number
  /**
   * Runs the job's one writing transaction and takes the job out of the line in it, so that work and end commit
   * together. A job that never calls it ends when its handler returns.
   */
  finishing<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Does one job. Throwing means: again later, and dead after the last attempt. */
export type JobHandler<Kind extends JobKind> = (ctx: Context, job: Job<Kind>) => Promise<void>

/** One handler for each kind, put together in app.ts from the features' jobs. */
export type JobHandlers = { readonly [Kind in JobKind]: JobHandler<Kind> }
