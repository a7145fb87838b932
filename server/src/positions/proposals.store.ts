import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instantInMs } from '../db/texts.ts'

/** An arrival or departure that positions show. `happened_at` is ISO 8601 in UTC with milliseconds. */
export interface Proposal {
  stop_id: string
  kind: 'ARRIVAL' | 'DEPARTURE'
  trip_id: string
  resource_id: string
  happened_at: string
  /** The fixes around it if it is an estimate (TELE-2); null if observed. */
  earliest_at: string | null
  latest_at: string | null
  state: 'OPEN' | 'ACCEPTED' | 'DISMISSED'
}

const columns = `p.stop_id, p.kind, p.trip_id, p.resource_id, p.state,
  ${instantInMs('p.happened_at')} as happened_at, ${instantInMs('p.earliest_at')} as earliest_at,
  ${instantInMs('p.latest_at')} as latest_at`

const lockOfTrip = statement(
  'positions.lock_proposals_of_trip',
  `select ${columns} from stop_proposal p
    where p.tenant_id = $1 and p.stop_id = any ($2::uuid[]) order by p.stop_id, p.kind for update`,
)
const saveRows = statement(
  'positions.save_proposals',
  `insert into stop_proposal as old (tenant_id, stop_id, kind, trip_id, resource_id, happened_at, earliest_at, latest_at, state,
                                     decided_at)
   select $1::uuid, p.stop_id, p.kind, p.trip_id, p.resource_id, p.happened_at, p.earliest_at, p.latest_at, p.state,
          case when p.state <> 'OPEN' then now() end
     from json_populate_recordset(null::stop_proposal, $2::json) p
   on conflict (tenant_id, stop_id, kind) do update
      set trip_id = excluded.trip_id, resource_id = excluded.resource_id, happened_at = excluded.happened_at,
          earliest_at = excluded.earliest_at, latest_at = excluded.latest_at, state = excluded.state, 
          decided_at = excluded.decided_at
   returning tenant_id`,
)
const deleteRows = statement(
  'positions.delete_proposals',
  `delete from stop_proposal p using unnest($2::uuid[], $3::text[]) as k (stop_id, kind)
    where p.tenant_id = $1 and p.stop_id = any ($2::uuid[]) and p.stop_id = k.stop_id and p.kind = k.kind
      and p.state = 'OPEN'`,
)

/** The proposals for these stops, including decided ones, locked. */
export async function proposalsForUpdate(tx: Tx, stopIds: readonly string[]): Promise<Proposal[]> {
  return await tx.query<Proposal>(lockOfTrip, stopIds)
}

/** Stores the current state of proposals. */
export async function saveProposals(tx: Tx, proposals: readonly Proposal[]): Promise<void> {
  if (proposals.length > 0) await tx.query(saveRows, JSON.stringify(proposals))
}

/** Deletes obsolete open proposals. */
export async function deleteProposals(tx: Tx, proposals: readonly Pick<Proposal, 'stop_id' | 'kind'>[]): Promise<void> {
  if (proposals.length === 0) return
  await tx.query(
    deleteRows,
    proposals.map(({ stop_id }) => stop_id),
    proposals.map(({ kind }) => kind),
  )
}
