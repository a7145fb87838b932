import type { DriverAct, DriverActResult } from '@cartage/contract/doors/app/driver'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { ActTimes } from './act.rules.ts'

/** An act as it is kept. */
export interface KeptAct extends ActTimes, Omit<DriverActResult, 'outcome'> {
  outcome: 'APPLIED' | 'KEPT' | 'REFUSED'
  resource_id: string
  link_id: string
  stop_id: string
  trip_id: string | null
  kind: DriverAct['kind']
  detail: Record<string, unknown>
  document_id: string | null
}

const members = `resource_id, act_id, link_id, stop_id, trip_id, kind, happened_at, device_at, sent_at, received_at,
                 clock_offset_ms, outcome, reason, detail, document_id, sha256`

// What was applied stays: only an act that was refused gets another outcome.
const upsertAct = statement(
  'doors.upsert_driver_act',
  `insert into driver_act (tenant_id, ${members})
   select $1::uuid, ${members} from json_populate_record(null::driver_act, $2::json)
   on conflict (tenant_id, resource_id, act_id) do update
     set stop_id = excluded.stop_id, trip_id = excluded.trip_id, outcome = excluded.outcome, reason = excluded.reason,
         document_id = excluded.document_id, sha256 = excluded.sha256
     where driver_act.outcome = 'REFUSED'
   returning tenant_id`,
)

/** Keeps an act with what happened to it; one that was refused before gets its new outcome. */
export async function keepAct(tx: Tx, act: KeptAct): Promise<void> {
  await tx.query(upsertAct, JSON.stringify(act))
}

const selectResult = statement(
  'doors.find_driver_act',
  `select a.act_id, a.outcome, a.reason, a.sha256
     from driver_act a where a.tenant_id = $1 and a.resource_id = $2 and a.act_id = $3`,
)

/** What happened to an act of a driver; undefined when the server does not have it. */
export async function findActResult(tx: Tx, resourceId: string, actId: string): Promise<DriverActResult | undefined> {
  return (await tx.query<DriverActResult>(selectResult, resourceId, actId))[0]
}
