import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { loadWorld } from '../../planning/facts/views.ts'
import { tripsByIds } from '../../trips/store.ts'
import { companyCode, groupOf } from './orders.views.ts'
import type { TripCompany, TripSource, TripVehicle } from './trips.rules.ts'

const selectCompanies = statement(
  'charges.select_carriers',
  `select p.trip_id, to_char(p.created_at at time zone n.time_zone, 'YYYY-MM-DD') as created_on,
          c.company_id, ${companyCode('c')} as code, ${groupOf('c')} as group
     from trip p
     cross join (select time_zone from tenant where tenant_id = $1) n
     left join lateral (select * from company k where k.tenant_id = $1 and k.company_id = p.subcontractor_id limit 1) c on true
    where p.tenant_id = $1 and p.trip_id = any($2::uuid[]) order by p.trip_id`,
)

// SQL: whether a day falls in this turn of a rotation, whose turns repeat from the first day.
const isTurnOf = (day: string) => `(select mod(${day} - a.starts_on, sum(z.turn_days)::integer)
                       between coalesce(sum(z.turn_days) filter (where z.turn < a.turn), 0)
                           and sum(z.turn_days) filter (where z.turn <= a.turn) - 1
                  from resource_allocation z
                 where z.tenant_id = $1 and z.rotation_id = a.rotation_id and not z.is_archived)`

// Resource group on the day the trip starts.
const selectVehicles = statement(
  'charges.select_vehicles',
  `select r.trip_id, r.resource_id, k.resource_type,
          (select coalesce(g.code, g.name) from resource_allocation a
             join resource_group g on g.tenant_id = $1 and g.resource_group_id = a.resource_group_id
            where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived and not g.is_archived
              and coalesce(a.starts_on <= p.starts_at::date, a.starts_on is null)
              and coalesce(a.ends_on >= p.starts_at::date, a.ends_on is null)
              and (a.kind <> 'ROTATING' or ${isTurnOf('p.starts_at::date')})
            order by a.starts_on desc nulls last, a.resource_allocation_id limit 1) as resource_group
     from trip_resource r
     cross join lateral (select starts_at from trip t where t.tenant_id = $1 and t.trip_id = r.trip_id limit 1) p
     cross join lateral (select resource_type from resource x where x.tenant_id = $1 and x.resource_id = r.resource_id limit 1) k
    where r.tenant_id = $1 and r.trip_id = any($2::uuid[]) order by r.trip_id, r.position, r.resource_id`,
)

/** Data for the facts of these trips, in id order. Unknown ids are omitted. */
export async function loadTripSources(
  ctx: Pick<Context, 'config' | 'vault' | 'wake'>,
  tx: Tx,
  tripIds: readonly string[],
): Promise<TripSource[]> {
  if (tripIds.length === 0) return []
  const [trips, world, companies, vehicles] = await Promise.all([
    tripsByIds(tx, tripIds),
    loadWorld(ctx, tx, { order_ids: [], stop_ids: [], trip_ids: tripIds, location_ids: [] }),
    tx.query<TripCompany & { trip_id: string }>(selectCompanies, tripIds),
    tx.query<TripVehicle & { trip_id: string }>(selectVehicles, tripIds),
  ])
  const companyOf = new Map(companies.map((one) => [one.trip_id, one]))
  const vehiclesOf = Map.groupBy(vehicles, ({ trip_id }) => trip_id)
  return trips.map((trip) => ({
    trip,
    world,
    company: companyOf.get(trip.trip_id)!,
    vehicles: vehiclesOf.get(trip.trip_id) ?? [],
  }))
}
