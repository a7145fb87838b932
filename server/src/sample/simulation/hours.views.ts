import { dayAfter } from '../../../../seeds/dice.ts'
import type { Duty } from '../../../../seeds/duties.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { loadWorld } from '../../planning/facts/views.ts'
import { readHoursInputs } from '../../planning/hours/views.ts'
import { locationsByName, resourcesByExternalId } from '../views.ts'
import { hasHoursFor } from './hours.rules.ts'

/** Filters out duties that their drivers cannot do lawfully after their recorded and planned work. */
export async function withHours<Of extends { duty: Duty }>(
  ctx: Context,
  tx: Tx,
  day: string,
  carried: readonly Of[],
): Promise<Of[]> {
  const crews = await resourcesByExternalId(
    tx,
    carried.flatMap(({ duty }) => duty.crew?.resources ?? []),
  )
  const range = { from: `${day}T00:00:00Z`, to: `${dayAfter(day, 2)}T00:00:00Z` }
  const [{ drivers }, idOf] = await Promise.all([
    readHoursInputs(ctx, tx, [...crews.values()], range),
    locationsByName(
      tx,
      carried.flatMap(({ duty }) => duty.places.map(({ name }) => name)),
    ),
  ])
  const visited = drivers.flatMap(({ visits }) => visits.map(({ location_id }) => location_id))
  const location_ids = [...new Set([...idOf.values(), ...visited])]
  const ground = await loadWorld(ctx, tx, { order_ids: [], stop_ids: [], trip_ids: [], location_ids })
  const known = new Map(drivers.map((driver) => [driver.resource_id, driver]))
  const now = Math.floor(ctx.now().getTime() / 60_000)
  return carried.filter(({ duty }) =>
    (duty.crew?.resources ?? []).every((id) => {
      const driver = known.get(crews.get(id) ?? '')
      return driver === undefined || hasHoursFor(duty, driver, { now, ground, idOf })
    }),
  )
}
