import type { EngineCheck } from '@cartage/contract/positions/app/road-engine'
import type { Context } from '../../context.ts'
import { estimateRoad } from '../distance.rules.ts'
import { adviceFor, type KnownPair, knownPairs } from './check.rules.ts'
import { readVersion, requestFromEngine } from './gateway.ts'
import { coordinatesOf, type Engine } from './rules.ts'
import { demandOn, demandText } from './vehicle.rules.ts'

/** Tests an engine with a known pair of towns: its answer, or why it failed and what to do. Never throws. */
export async function checkEngine(ctx: Pick<Context, 'net'>, engine: Engine): Promise<EngineCheck> {
  const common = { kind: engine.kind, is_operators: engine.whose === 'operator' }
  const nothing = { road: null, version: null, failure: null, advice: null }
  // An engine that does not accept dimensions fails here, and not later unnoticed.
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

/** A lorry that may use every road between the towns. */
const usualLorry = { is_van: false, is_dangerous: false, height: 4, width: 2.55, length: 16.5, weight: 40, axle: 11.5 }

/** The distance estimated without an engine, in kilometres. */
function estimateOf({ from_place, to_place }: KnownPair): number {
  const at = (place: string) => ({ ...coordinatesOf(place), country: null })
  return estimateRoad(at(from_place), at(to_place))!.distance_km
}
