import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { type Lack, lacksOf } from './crew.rules.ts'
import { liveAccepted, type RunRow } from './store.ts'

/** A run in the form that screens read. */
export type ShownRun = Omit<RunRow, 'attempts' | 'created_by'> & { by: string | null; created_at: string }

// A list leaves out the trips, which are the bulk of a result.
const shown = (
  result: string,
) => `o.optimisation_id, o.status, o.request, o.progress, ${result} as result, o.failure, ${liveAccepted} as accepted,
          ${instant('o.expires_at')} as expires_at, o.expires_at <= now() as is_expired, ${instant('o.created_at')} as created_at,
          (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = o.created_by) as by`
const selectOne = statement(
  'planning.select_optimisation',
  `select ${shown('o.result')} from planning_optimisation o where o.tenant_id = $1 and o.optimisation_id = $2`,
)
const selectWindow = statement(
  'planning.list_optimisations',
  `select ${shown("o.result - 'trips' - 'present'")} from planning_optimisation o where o.tenant_id = $1
    order by o.created_at desc, o.optimisation_id offset $2 limit $3`,
)
const countAll = statement(
  'planning.count_optimisations',
  'select count(*)::int as total from planning_optimisation o where o.tenant_id = $1',
)

/** One run; undefined if it does not exist. */
export async function findOptimisation(tx: Tx, id: string): Promise<ShownRun | undefined> {
  return (await tx.query<ShownRun>(selectOne, id))[0]
}

/** One page of the runs, newest first. */
export async function listRuns(tx: Tx, { offset, limit }: { offset: number; limit: number }) {
  const [items, [count]] = await Promise.all([
    tx.query<ShownRun>(selectWindow, offset, limit),
    tx.query<{ total: number }>(countAll),
  ])
  return { items, total: count!.total }
}

/** A selectable resource of a combination. */
export interface CombinationMember {
  resource_id: string
  resource_type: string
  name: string
}

// The resources of the last trip of each vehicle: the default for its next combination.
const selectCombinations = statement(
  'planning.select_combinations',
  `select v.resource_id, v.resource_type, v.name,
          (select coalesce(json_agg(json_build_object(
                    'resource_id', m.resource_id, 'resource_type', m.resource_type, 'name', m.name)
                    order by array_position(array['DRIVER', 'TRAILER', 'FULL_TRAILER', 'CHASSIS'], m.resource_type),
                             m.name), '[]')
             from resource m
            where m.tenant_id = $1 and not m.is_archived and m.resource_id <> v.resource_id
              and m.resource_type in ('DRIVER', 'TRAILER', 'FULL_TRAILER', 'CHASSIS')
              and m.resource_id in (
                select w.resource_id from trip_resource w
                 where w.tenant_id = $1 and w.trip_id = (
                   select l.trip_id from trip_resource l
                    where l.tenant_id = $1 and l.resource_id = v.resource_id and l.starts_at is not null
                    order by l.starts_at desc limit 1))) as others
     from resource v
    where v.tenant_id = $1 and not v.is_archived and v.subcontractor_id is null
      and v.resource_type in ('TRACTOR', 'RIGID', 'VAN')
    order by v.name, v.resource_id limit 500`,
)

/** Own vehicles with the resources of their last trip; a resource already in another combination stays there. */
export async function readCombinations(tx: Tx): Promise<{ resources: CombinationMember[]; lacks: Lack[] }[]> {
  const rows = await tx.query<CombinationMember & { others: CombinationMember[] }>(selectCombinations)
  const taken = new Set<string>()
  return rows.map(({ others, ...vehicle }) => {
    const free = others.filter(({ resource_id }) => !taken.has(resource_id))
    for (const { resource_id } of free) taken.add(resource_id)
    const resources = [vehicle, ...free]
    return { resources, lacks: lacksOf(resources) }
  })
}
