import type { PlanningCommand } from '@cartage/contract/planning/app/commands'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'

const nameOf = (kind: string, id: string) => `case when ${kind} = 'user' then
            (select u.name from app_user u where u.tenant_id = $1 and u.user_id = ${id}::uuid) else ${kind} end`

const shown = `c.command_id, c.kind, c.summary, case when c.undone_at is null then 'DONE' else 'UNDONE' end as status,
          ${nameOf('c.actor_kind', 'c.actor_id')} as by, case when c.actor_kind = 'user' then c.actor_id end as user_id, ${instant('c.created_at')} as at,
          ${instant('c.undone_at')} as undone_at, ${nameOf('c.undone_by_kind', 'c.undone_by_id')} as undone_by,
          array(select t.trip_id from planning_command_trip t
                 where t.tenant_id = $1 and t.command_id = c.command_id order by t.trip_id) as trip_ids,
          array(select (h ->> 'order_id')::uuid from jsonb_array_elements(c.changed_holds) h) as order_ids,
          c.override_reason, c.overridden`
const command = `(select k.*, case when k.kind in ('BLOCK', 'UNBLOCK') then k.after -> 'holds' else '[]' end as changed_holds
            from planning_command k where k.tenant_id = $1`

const selectAll = statement(
  'planning.select_commands',
  `select ${shown}, c.created_at::text as created_key from ${command} and (k.created_at, k.command_id) < ($2::timestamptz, $3::uuid)
            order by k.created_at desc, k.command_id desc limit $4) c
    order by c.created_at desc, c.command_id desc`,
)
const selectOfTrip = statement(
  'planning.select_commands_of_trip',
  `select ${shown}, p.created_at::text as created_key from planning_command_trip p
     cross join lateral ${command} and k.command_id = p.command_id) c
    where p.tenant_id = $1 and p.trip_id = $5 and (p.created_at, p.command_id) < ($2::timestamptz, $3::uuid)
    order by p.created_at desc, p.command_id desc limit $4`,
)

/** A command of the list, with the key the list is ordered by. */
export interface ListedCommand extends PlanningCommand {
  created_key: string
}

const beginning: readonly (string | number)[] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** Planning commands, the newest first, at most `limit`, from after `key`. */
export async function listCommandRows(
  tx: Tx,
  tripId: string | undefined,
  key: readonly (string | number)[] | undefined,
  limit: number,
): Promise<ListedCommand[]> {
  const walk = [...(key ?? beginning), limit]
  return tripId === undefined
    ? await tx.query<ListedCommand>(selectAll, ...walk)
    : await tx.query<ListedCommand>(selectOfTrip, ...walk, tripId)
}

const selectLastChange = statement(
  'planning.select_last_changes',
  `select t.trip_id, last.by, last.at from unnest($2::uuid[]) as t (trip_id)
     cross join lateral (
       select ${nameOf('r.actor_kind', 'r.actor_id')} as by, ${instant('r.at')} as at
         from audit_record r
        where r.tenant_id = $1 and r.entity_type = 'trip' and r.entity_id = t.trip_id::text
        order by r.sequence desc limit 1) last`,
)

/** Who changed these trips last, and when. */
export async function lastChanges(tx: Tx, tripIds: readonly string[]) {
  return await tx.query<{ trip_id: string; by: string | null; at: string }>(selectLastChange, tripIds)
}
