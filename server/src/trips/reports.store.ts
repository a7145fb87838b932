import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'

/** A report to store. Instants are ISO 8601 with an offset. */
export interface NewReport {
  stop_id: string
  status?: 'AT_STOP' | 'COMPLETED'
  event_at: string
  eta_start_at?: string | null
  eta_end_at?: string | null
  source: string
  /** The person who reported it. */
  reported_by?: string | null
  is_applied: boolean
}

const insertRows = statement(
  'trips.insert_reports',
  `insert into stop_report (tenant_id, stop_id, status, event_at, eta_start_at, eta_end_at, source, is_applied,
                            reported_by)
   select $1::uuid, t.stop_id, t.status, t.event_at, t.eta_start_at, t.eta_end_at, t.source, t.is_applied,
          t.reported_by
     from json_populate_recordset(null::stop_report, $2::json) t
   returning tenant_id`,
)

/** Stores reports on stops, whether applied or not. */
export async function insertReports(tx: Tx, reports: readonly NewReport[]): Promise<void> {
  if (reports.length > 0) await tx.query(insertRows, JSON.stringify(reports))
}

const selectEstimates = statement(
  'trips.select_last_estimates',
  `select s.stop_id,
          (select ${instantInMs('r.event_at')}
             from stop_report r
            where r.tenant_id = $1 and r.stop_id = s.stop_id and r.is_applied
              and (r.eta_start_at is not null or r.eta_end_at is not null)
            order by r.event_at desc limit 1) as estimated_at
     from unnest($2::uuid[]) as s (stop_id)`,
)

/** Creation time of the last applied estimate of each stop, by stop id; stops without one are left out. */
export async function lastEstimates(tx: Tx, stopIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ stop_id: string; estimated_at: string | null }>(selectEstimates, stopIds)
  return new Map(rows.flatMap(({ stop_id, estimated_at }) => (estimated_at === null ? [] : [[stop_id, estimated_at]])))
}
