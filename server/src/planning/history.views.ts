import type { ListedCommand } from '@cartage/contract/planning/app/commands'
import { sql } from 'kysely'
import { down } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { KeptSentence } from '../http/kept-sentence.ts'

const nameOf = (kind: string, id: string) => `case when ${kind} = 'user' then
            (select u.name from app_user u where u.tenant_id = $1 and u.user_id = ${id}::uuid) else ${kind} end`

const shown = `c.command_id, c.kind, c.summary, c.message, case when c.undone_at is null then 'DONE' else 'UNDONE' end as status,
          ${nameOf('c.actor_kind', 'c.actor_id')} as by, case when c.actor_kind = 'user' then c.actor_id end as user_id, ${instant('c.created_at')} as at,
          ${instant('c.undone_at')} as undone_at, ${nameOf('c.undone_by_kind', 'c.undone_by_id')} as undone_by,
          array(select t.trip_id from planning_command_trip t
                 where t.tenant_id = $1 and t.command_id = c.command_id order by t.trip_id) as trip_ids,
          array(select (h ->> 'order_id')::uuid from jsonb_array_elements(c.changed_holds) h) as order_ids,
          c.override_reason, c.overridden`
const selectRows = statement(
  'planning.select_commands',
  `select ${shown}
     from (select k.*, case when k.kind in ('BLOCK', 'UNBLOCK') then k.after -> 'holds' else '[]' end as changed_holds
             from planning_command k where k.tenant_id = $1 and k.command_id = any ($2::uuid[])) c`,
)

/** Ids of the commands that touched a trip. */
const commandsOf = (tripId: string) =>
  build.selectFrom('planning_command_trip as p').select('p.command_id').where(sql<boolean>`p.trip_id = ${tripId}::uuid`)

/** A command with its message, which is rendered in the reader's language. */
type KeptCommand = ListedCommand & { message: KeptSentence | null }

/** Planning commands, the newest first. */
export const planningCommands = new List<{ trip_id?: string | undefined }, never, KeptCommand>({
  from: 'planning_command as k',
  id: 'k.command_id',
  filters: {
    trip_id: (id) => (id === undefined ? undefined : sql<boolean>`k.command_id = any(array${commandsOf(id)})`),
  },
  sorts: {},
  walk: [down('k.created_at', 'timestamptz'), down('k.command_id', 'uuid')],
  read: (tx, ids) => tx.query<KeptCommand>(selectRows, ids),
  idOf: (command) => command.command_id,
})

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
