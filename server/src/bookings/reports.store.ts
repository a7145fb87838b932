import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { sentRows } from '../db/texts.ts'

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

const sent = sentRows<NewReport>({
  booking_report_id: 'uuid',
  booking_type: 'text',
  booking_id: 'uuid',
  event_at: 'timestamptz',
  status: 'text',
  content: 'json',
  source: 'text',
  is_applied: 'boolean',
})

const insertRows = statement(
  'bookings.insert_reports',
  `insert into booking_report (tenant_id, ${sent.names})
   select $1::uuid, ${sent.values} from ${sent.from}
   returning tenant_id`,
)

/** Stores reports on bookings. */
export async function insertReports(tx: Tx, reports: readonly NewReport[]): Promise<void> {
  if (reports.length === 0) return
  await tx.query(insertRows, ...sent.arrays(reports))
}
