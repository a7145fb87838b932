import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** A report on a booking to store. */
export interface NewReport {
  booking_report_id: string
  booking_type: 'LOCATION' | 'INTERMODAL'
  booking_id: string
  event_at: string
  status: string | null
  content: object
  source: string
  is_applied: boolean
}

const insertRows = statement(
  'bookings.insert_reports',
  `insert into booking_report (tenant_id, booking_report_id, booking_type, booking_id, event_at, status, content,
                               source, is_applied)
   select $1::uuid, r.booking_report_id, r.booking_type, r.booking_id, r.event_at, r.status, r.content::jsonb, r.source,
          r.is_applied
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
                 $9::boolean[])
          as r (booking_report_id, booking_type, booking_id, event_at, status, content, source, is_applied)
   returning tenant_id`,
)

/** Stores reports on bookings. */
export async function insertReports(tx: Tx, reports: readonly NewReport[]): Promise<void> {
  if (reports.length === 0) return
  await tx.query(
    insertRows,
    reports.map((report) => report.booking_report_id),
    reports.map((report) => report.booking_type),
    reports.map((report) => report.booking_id),
    reports.map((report) => report.event_at),
    reports.map((report) => report.status),
    reports.map((report) => JSON.stringify(report.content)),
    reports.map((report) => report.source),
    reports.map((report) => report.is_applied),
  )
}
