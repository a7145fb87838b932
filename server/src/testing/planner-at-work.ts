import type { Call } from '@cartage/contract/client'
import { listPlanCandidates } from '@cartage/contract/planning/app/candidates'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { statement } from '../db/statement.ts'
import { findConflicts } from '../planning/conflicts.views.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestTenant } from './test-tenant.ts'

const day = 86_400_000

/** A trip whose driver is absent, and the replacement; null: no driver fits. */
export interface Replaced {
  trip_id: string
  from: string
  to: string | null
}

/**
 * Simulates a planner when a driver is absent: trips that have not begun get the first suitable driver offered by the
 * picker. No warning is overridden.
 */
export async function replaceAway(
  { ctx }: TestServer,
  tenant: TestTenant,
  planner: Call,
  now: number,
): Promise<Replaced[]> {
  const [from, to] = [now - day, now + 3 * day].map((at) => new Date(at).toISOString())
  const away = await tenant.asTenant(async (tx) => {
    const { reasons } = await findConflicts(ctx, tx, from!, to!)
    const known = reasons.filter(({ code }) => code === 'resource_unavailable').map(({ trip_id }) => trip_id)
    const crews = await tx.query<Crew>(selectCrews, known)
    return crews.filter(({ trip_id, resource_id }) =>
      reasons.some((one) => one.trip_id === trip_id && one.resource_id === resource_id),
    )
  })
  const replaced: Replaced[] = []
  for (const { trip_id, resource_id, resource_ids } of away) {
    const query = { kind: 'DRIVER', instead_of: resource_id } as const
    const { items } = await planner(listPlanCandidates, { params: { trip_id }, query })
    const next = items[0]?.verdict === 'OK' ? items[0].id : null
    replaced.push({ trip_id, from: resource_id, to: next })
    if (next === null) continue
    const all = resource_ids.map((id) => (id === resource_id ? next : id))
    await planner(givePlanningCommand, { body: { kind: 'PLACE', trip_id, resource_ids: all } })
  }
  return replaced
}

interface Crew {
  trip_id: string
  resource_id: string
  resource_ids: string[]
}

const selectCrews = statement(
  'testing.select_crews_not_begun',
  `select t.trip_id, c.resource_id, array(select o.resource_id from trip_resource o
                                          where o.tenant_id = $1 and o.trip_id = t.trip_id order by o.position) as resource_ids
     from trip t
     join trip_resource c on c.tenant_id = $1 and c.trip_id = t.trip_id
     join resource r on r.tenant_id = $1 and r.resource_id = c.resource_id and r.resource_type = 'DRIVER'
    where t.tenant_id = $1 and t.trip_id = any ($2::uuid[]) and t.status in ('CREATED', 'PLANNED')
    order by t.starts_at, t.trip_id`,
)
