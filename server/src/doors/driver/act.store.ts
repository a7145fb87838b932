import type { DriverAct, DriverActResult } from '@cartage/contract/doors/app/driver'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant, instantInMs } from '../../db/texts.ts'
import type { ActTimes } from './act.rules.ts'

/** A stored act. */
export interface KeptAct extends Omit<ActTimes, 'is_uncertain'>, Omit<DriverActResult, 'outcome'> {
  outcome: 'APPLIED' | 'KEPT' | 'REFUSED'
  resource_id: string
  link_id: string
  stop_id: string
  trip_id: string | null
  kind: DriverAct['kind']
  detail: Record<string, unknown>
  document_id: string | null
  /** When a person saw it; running a refused one again also counts. */
  seen_at: string | null
}

const members = `resource_id, act_id, link_id, stop_id, trip_id, kind, happened_at, device_at, sent_at, received_at,
                 clock_offset_ms, outcome, reason, detail, document_id, sha256, seen_at`

// An applied act stays: only a refused act gets another outcome.
const upsertAct = statement(
  'doors.upsert_driver_act',
  `insert into driver_act (tenant_id, ${members})
   select $1::uuid, ${members} from json_populate_record(null::driver_act, $2::json)
   on conflict (tenant_id, resource_id, act_id) do update
     set stop_id = excluded.stop_id, trip_id = excluded.trip_id, outcome = excluded.outcome, reason = excluded.reason,
         document_id = excluded.document_id, sha256 = excluded.sha256, seen_at = excluded.seen_at
     where driver_act.outcome = 'REFUSED'
   returning tenant_id`,
)

/** Stores an act with its outcome; a refused one is updated with its new outcome. */
export async function keepAct(tx: Tx, act: KeptAct): Promise<void> {
  await tx.query(upsertAct, JSON.stringify(act))
}

const selectResult = statement(
  'doors.find_driver_act',
  `select a.act_id, a.outcome, a.reason, a.sha256
     from driver_act a where a.tenant_id = $1 and a.resource_id = $2 and a.act_id = $3`,
)

/** Outcome of a driver's act; undefined when the server does not have it. */
export async function findActResult(tx: Tx, resourceId: string, actId: string): Promise<DriverActResult | undefined> {
  return (await tx.query<DriverActResult>(selectResult, resourceId, actId))[0]
}

// Acts received in the last two days: an older act says nothing about the current clock.
const selectLast = statement(
  'doors.last_progress_of_driver',
  `select ${instantInMs('max(a.happened_at)')} as at
     from driver_act a
    where a.tenant_id = $1 and a.resource_id = $2 and a.received_at <= $3::timestamptz
      and a.received_at > $3::timestamptz - interval '2 days' and a.act_id <> $4
      and a.kind in ('ARRIVE', 'DONE', 'LEAVE') and a.outcome <> 'REFUSED'`,
)

/**
 * Time of a driver's last arrival, completion or departure among the acts received no later than this one; null without
 * one. ISO 8601 in UTC with milliseconds.
 * @param receivedAt when the act arrived, ISO 8601
 */
export async function lastProgressBefore(
  tx: Tx,
  resourceId: string,
  receivedAt: string,
  actId: string,
): Promise<string | null> {
  return (await tx.query<{ at: string | null }>(selectLast, resourceId, receivedAt, actId))[0]?.at ?? null
}

const markSeen = statement(
  'doors.mark_driver_act_seen',
  `with known as (
     select a.resource_id, a.act_id, a.seen_at from driver_act a
      where a.tenant_id = $1 and a.trip_id = $2 and a.act_id = $3 for update),
   marked as (
     update driver_act a set seen_at = $4::timestamptz from known k
      where a.tenant_id = $1 and a.resource_id = k.resource_id and a.act_id = k.act_id and k.seen_at is null
     returning a.tenant_id)
   select ${instant('coalesce(k.seen_at, $4::timestamptz)')} as seen_at, k.seen_at is null as is_first from known k`,
)

/**
 * Records once that a person has seen a report on a trip.
 * @returns when it was first seen; undefined when the trip has no such report
 */
export async function markActSeen(
  tx: Tx,
  tripId: string,
  actId: string,
  at: string,
): Promise<{ seen_at: string; is_first: boolean } | undefined> {
  return (await tx.query<{ seen_at: string; is_first: boolean }>(markSeen, tripId, actId, at))[0]
}
