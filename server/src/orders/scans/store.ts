import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ScanStatus } from './rules.ts'

/** A scan to store. */
export interface NewScan {
  handling_unit_scan_id: string
  order_id: string | null
  handling_unit_id: string | null
  stop_id: string | null
  barcode: string | null
  barcode_source: string
  status: ScanStatus | null
  source_status: string | null
  stop_location_code: string | null
  description: string | null
  /** ISO 8601. */
  scanned_at: string
  source: string
  event_sequence: number
}

const insertRows = statement(
  'orders.insert_scans',
  `insert into handling_unit_scan (tenant_id, handling_unit_scan_id, order_id, handling_unit_id, stop_id, barcode,
                                   barcode_source, status, source_status, stop_location_code, description, scanned_at,
                                   source, event_sequence)
   select $1::uuid, t.handling_unit_scan_id, t.order_id, t.handling_unit_id, t.stop_id, t.barcode, t.barcode_source,
          t.status, t.source_status, t.stop_location_code, t.description, t.scanned_at, t.source, t.event_sequence
     from json_populate_recordset(null::handling_unit_scan, $2::json) t
   returning tenant_id`,
)

/** Stores scans in one statement. */
export async function insertScans(tx: Tx, scans: readonly NewScan[]): Promise<void> {
  if (scans.length > 0) await tx.query(insertRows, JSON.stringify(scans))
}

const lastNumbers = statement(
  'orders.last_scan_numbers',
  `select s.handling_unit_id, max(s.event_sequence) as last
     from handling_unit_scan s where s.tenant_id = $1 and s.handling_unit_id = any($2::uuid[])
    group by s.handling_unit_id`,
)

/** Number of the last scan of each of these units, whose order is locked. */
export async function lastScanNumbers(tx: Tx, unitIds: readonly string[]): Promise<Map<string, number>> {
  if (unitIds.length === 0) return new Map()
  const rows = await tx.query<{ handling_unit_id: string; last: number }>(lastNumbers, unitIds)
  return new Map(rows.map(({ handling_unit_id, last }) => [handling_unit_id, last]))
}
