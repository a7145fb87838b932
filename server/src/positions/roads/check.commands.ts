import type { EngineCheck } from '@cartage/contract/positions/app/road-engine'
import type { Context } from '../../context.ts'
import { estimateRoad } from '../distance.rules.ts'
import { adviceFor, type KnownPair, knownPairs } from './check.rules.ts'
import { readVersion, requestFromEngine } from './gateway.ts'
import { coordinatesOf, type Engine } from './rules.ts'
import { demandOn, demandText } from './vehicle.rules.ts'

/** What an engine answers for a known pair of towns, or why it does not and what to do. It does not throw. */
export async function checkEngine(ctx: Pick<Context, 'net'>, engine: Engine): Promise<EngineCheck> {
  const common = { kind: engine.kind, is_operators: engine.whose === 'operator' }
  const nothing = { road: null, version: null, failure: null, advice: null }
  // An engine that does not take measures fails here, and not later out of sight.
  const asked = engine.takes_measures ? demandOn(engine, usualLorry) : undefined
  for (const known of knownPairs) {
    const { from_place, to_place } = known
    const { roads, failure } = await requestFromEngine(ctx, engine, {
      ...{ from_place, to_places: [to_place] },
      ...(asked && { vehicle: demandText(asked) }),
    })
    if (failure !== null) return { ...common, ...nothing, failure, advice: adviceFor(failure) }
    const [road] = roads
    if (!road) continue
    const { distance_km, driving_minutes } = road
    const measured = { from: known.from, to: known.to, distance_km, driving_minutes, estimated_km: estimateOf(known) }
    return { ...common, ...nothing, road: measured, version: await readVersion(ctx, engine, from_place) }
  }
  return { ...common, ...nothing, advice: 'LOAD_MAP' }
}

/** A lorry that every road between the towns lets through. */
const usualLorry = { is_van: false, is_dangerous: false, height: 4, width: 2.55, length: 16.5, weight: 40, axle: 11.5 }

/** Kilometres that are assumed where no engine is asked. */
function estimateOf({ from_place, to_place }: KnownPair): number {
  const at = (place: string) => ({ ...coordinatesOf(place), country: null })
  return estimateRoad(at(from_place), at(to_place))!.distance_km
}
