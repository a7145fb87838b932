import { dayAfter } from './dice.ts'
import { fleetSize, type SampleResource, sampleId } from './fleet.ts'
import { boxWork, coldLanes, dryLanes, type Lane, type Relation, rounds } from './lanes.ts'

/** What a crew carries: a container, cold goods, pallets over land, or pallets of a round with a rigid or a van. */
export type Load = 'BOX' | 'COLD' | 'DRY' | 'ROUND'

/** A truck with its own driver, and its own trailer or chassis: they stay together. */
export interface Crew {
  /** From 0; orders are numbered by it. */
  index: number
  /** External ids of the fleet: vehicle, driver, and what is towed. */
  resources: readonly string[]
  load: Load
  /** What it does on working days; none for a truck that is kept in reserve, which drives when something comes up. */
  work: { lane: Lane } | { boxes: readonly Relation[] } | { round: readonly Relation[] } | undefined
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
const isCold = (index: number) => index % 4 === 1
/** Numbers of the tractors of each kind of work, and of the trailers for it. */
const tractors = {
  DRY: upTo(fleetSize.tractor).filter((at) => at % 2 === 0),
  COLD: upTo(fleetSize.tractor).filter(isCold),
  BOX: upTo(fleetSize.tractor).filter((at) => at % 4 === 3),
}
const towed = {
  DRY: upTo(fleetSize.trailer).filter((at) => !isCold(at)),
  COLD: upTo(fleetSize.trailer).filter(isCold),
  BOX: upTo(fleetSize.chassis),
}
/** Drivers of rigids begin here, those of vans after them. */
const firstOfRounds = fleetSize.tractor

/** The crews of the sample haulier, always the same. */
export const crews: readonly Crew[] = [
  ...tractorCrews('DRY', (at) => dryLanes[at] && { lane: dryLanes[at] }),
  ...tractorCrews('COLD', (at) => coldLanes[at] && { lane: coldLanes[at] }),
  ...tractorCrews('BOX', (at) => boxWork[at] && { boxes: boxWork[at] }),
  ...roundCrews(),
].map((crew, index) => ({ ...crew, index }))

function tractorCrews(load: 'BOX' | 'COLD' | 'DRY', work: (at: number) => Crew['work']): Omit<Crew, 'index'>[] {
  return tractors[load].flatMap((own, at) => {
    const behind = towed[load][at]
    if (behind === undefined) return []
    const kind = load === 'BOX' ? 'chassis' : 'trailer'
    const resources = [sampleId('tractor', own), sampleId('driver', own), sampleId(kind, behind)]
    return [{ resources, load, work: work(at) }]
  })
}

function roundCrews(): Omit<Crew, 'index'>[] {
  return upTo(fleetSize.rigid + fleetSize.van).map((at) => {
    const isVan = at >= fleetSize.rigid
    const vehicle = isVan ? sampleId('van', at - fleetSize.rigid) : sampleId('rigid', at)
    const round = rounds[at % rounds.length]!.slice(0, isVan ? 2 : 3)
    return { resources: [vehicle, sampleId('driver', firstOfRounds + at)], load: 'ROUND', work: { round } }
  })
}

/** The trucks that are kept in reserve, by load: they drive at weekends, and what comes up. */
export function reserve(load: Load): readonly Crew[] {
  return crews.filter((crew) => crew.load === load && crew.work === undefined)
}

/** Whether a crew can drive on all days from one to another: no one is away, and no paper ends. */
export function canDrive(crew: Crew, fleet: ReadonlyMap<string, SampleResource>, first: string, last: string): boolean {
  return crew.resources.every((id) => {
    const { papers, absences } = fleet.get(id)!
    const isAway = absences.some(
      ({ from, until }) => from.slice(0, 10) <= last && (until === null || until >= `${first}T01`),
    )
    return !isAway && papers.every(({ ends_on }) => ends_on > dayAfter(last, 1))
  })
}
