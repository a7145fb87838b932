import type { SimulationState } from '@cartage/contract/app/simulation'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { readClock } from './clock.rules.ts'
import { readSimulation } from './store.ts'

const selectFleet = statement(
  'sample.select_fleet_of_sample',
  `select exists (select from resource where tenant_id = $1 and external_id = 'sample-tractor-01') as holds,
          exists (select from job where tenant_id = $1 and kind = 'sample.fill' and not is_dead) as is_loading`,
)

/** Whether the tenant has the complete sample world. */
export async function holdsSampleWorld(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean; is_loading: boolean }>(selectFleet)
  return row!.holds && !row!.is_loading
}

/** Maximum lag behind server time that counts as live. */
const liveMs = 30_000

/** State of the simulation for display. */
export async function readSimulationState(tx: Tx, now: number): Promise<SimulationState> {
  const [is_offered, row] = await Promise.all([holdsSampleWorld(tx), readSimulation(tx)])
  if (!row) return { is_offered, simulation: null }
  const clock = readClock(row, now)
  const { seed, scenarios, driven_by, speed, sent, rejected, failure, latest, waiting } = row
  return {
    is_offered,
    simulation: {
      ...{ state: row.is_paused ? 'PAUSED' : 'RUNNING', driven_by, seed, scenarios, speed },
      ...{
        clock_at: second(clock),
        is_live: now - row.reported_until < liveMs,
        reported_until: second(row.reported_until),
      },
      ...{ sent, rejected, failure, latest, waiting },
    },
  }
}

function second(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
