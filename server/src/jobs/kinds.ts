import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'

/**
 * Kinds of jobs and their payloads. One line here for a new one; `feature.verb_noun`. Queued jobs store their kind in
 * the database, so kinds are never renamed: two of them still contain `tell`.
 */
export interface JobPayloads {
  /** Logs the end of the audit trail, and queues itself for tomorrow. */
  'audit.note_head': Record<string, never>
  /** Deletes data past its retention period, and queues itself for tomorrow. */
  'deliveries.purge_expired': Record<string, never>
  /** Notifies the Super admins by e-mail that an endpoint was paused, and why. */
  'deliveries.tell_paused': { subscription_id: string; reason: string }
  /** Notifies receivers that a document was created (ST-12). */
  'documents.tell_created': { document_id: string }
  /** Stores the measured temperatures of an order with its proof of delivery (PAPER-20). */
  'papers.keep_temperatures': { order_id: string }
  /** Publishes temperature excursions of a trip's vehicles, once each, and their end (TEMP-7). */
  'temperatures.watch': { trip_id: string }
  /** Estimates the arrival of a trip at its stops, and checks positions for an arrival or departure. */
  'trips.estimate': { trip_id: string }
  /** Notifies the partner that has a trip, and the partners of its bookings, of its changes (DISP-1). */
  'dispatch.follow_trip': { trip_id: string }
  /** Sends changes of a booking to the partner it was requested from (LB-1). */
  'dispatch.follow_booking': { booking_id: string; booking_type: 'LOCATION' | 'INTERMODAL' }
  /** Updates the trips of an order after its change or end. */
  'trips.follow_order': { order_id: string }
  /** Rates an order or trip that failed in a batch, so that its error is stored and visible. */
  'charges.rate_alone': { subject_type: 'ORDER' | 'TRIP'; subject_id: string }
  /** Rates an order again once one of its places was geocoded. */
  'charges.follow_order': { order_id: string }
  /** Rates uninvoiced orders and trips of a company again. */
  'charges.follow_company': { company_id: string }
  /** Rates uninvoiced orders and trips again after rates changed, one chunk at a time, and queues the next. */
  'charges.follow_rates': { subject_type: 'ORDER' | 'TRIP'; from: string; after: string | null; reason: string }
  /** Writes the files of a finalised document from its content. */
  'billing.make_files': { invoice_id: string }
  /** Sends a document to one address, once its files are written (BILL-32). */
  'billing.send': { sending_id: string }
  /** Records the delivery result of a document at an access point (BILL-34). */
  'billing.follow_sending': { sending_id: string }
  /** Offers a finalised document to the accounting system, or checks again what it waits for (TASK-1). */
  'accounting.post': { invoice_id: string }
  /** Checks a rated order against the credit limit of its payer (CREDIT-1). */
  'accounting.check_credit': { order_id: string; waited: number }
  /** Counts a self-billed document as agreed once the objection period is over (PURCH-16). */
  'purchases.agree_by_time': { invoice_id: string }
  /** Publishes that orders are on drafts, invoiced or posted. */
  'billing.notify_orders': {
    order_ids: string[]
    type: 'order.invoice_created' | 'order.invoiced' | 'order.invoice_posted'
  }
  /** Processes the next chunk of an invoice run and queues itself until it is done. */
  'billing.run': { invoice_run_id: string }
  /** Sends an e-mail about an order or a trip (MAIL-4). */
  'mails.send': { mail_id: string }
  /** Purges a chunk of data past the tenant's retention period, and queues the next (RET-2). */
  'retention.purge': { run_id: string }
  /** Seals the address of a routing engine that was stored before keys were kept encrypted (SECRET-6). */
  'tenants.seal_engine': Record<string, never>
  /** Seals addresses of endpoints that were stored before their keys were kept encrypted (SECRET-6). */
  'deliveries.seal_addresses': Record<string, never>
  /** Retries parts of a message that failed for an internal error (INB-10). */
  'messages.retry_parts': { message_id: string; paths: string[] }
  /** Writes the search index of a record that failed in a batch. */
  'search.write_alone': {
    kind: 'order' | 'trip' | 'resource' | 'company' | 'location' | 'invoice' | 'document'
    record_id: string
  }
  /** Creates one part of the sample data and queues the next. */
  'sample.fill': SamplePart
}

/** Steps of the sample data in order: first what people see first, then the previous month and its invoices. */
export const sampleSteps = [
  ...(['MASTER', 'FLEET', 'RECEIVER', 'PAST_ORDERS', 'ORDERS', 'FATES', 'TRIPS', 'POSITIONS', 'DOCUMENTS'] as const),
  ...(['PAST_TRIPS', 'CHARGES', 'INVOICES', 'TASKS', 'MONEY', 'PURCHASES'] as const),
] as const

/** A part of the sample data. */
export interface SamplePart {
  /** Reference time of the sample data, ISO 8601. */
  at: string
  /** Fraction of the orders and trips, from 0 to 1. */
  size: number
  /** Local address of this server, where the sample receiver is reached; null for no receiver. */
  receiver: string | null
  step: (typeof sampleSteps)[number]
  /** Chunk number of a long step, from 0. */
  piece: number
}

export type JobKind = keyof JobPayloads

/** A job as passed to its handler. */
export interface Job<Kind extends JobKind = JobKind> {
  readonly tenantId: string
  readonly jobId: string
  readonly payload: JobPayloads[Kind]
  /** From 1. */
  readonly attempt: number
  /**
   * Runs the job's one writing transaction and completes the job in it, so that work and completion commit together. A
   * job that never calls it is completed when its handler returns.
   */
  finishing<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Runs one job. If it throws, the job is retried, and is dead after the last attempt. */
export type JobHandler<Kind extends JobKind> = (ctx: Context, job: Job<Kind>) => Promise<void>

/** One handler per kind, assembled in app.ts from the features' jobs. */
export type JobHandlers = { readonly [Kind in JobKind]: JobHandler<Kind> }
