import type { OutboundRequest } from '../../context.ts'
import type { Coordinates } from '../../locations/great-circle.rules.ts'
import type { Engine, Measured } from './rules.ts'
import type { RoadDemand } from './vehicle.rules.ts'

/** The protocol of one kind of engine. */
export interface EngineDialect {
  /** Maximum number of target places per request. */
  readonly mostTargets: number
  /** The request from one place to others, for its usual vehicle or with the demands of another one (ROAD-2). */
  request(
    engine: Engine,
    from: Coordinates,
    targets: readonly Coordinates[],
    asked?: RoadDemand,
  ): Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>
  /**
   * Parses the answer for each target, undefined if there is no road.
   * @returns undefined when it is not an answer of this engine
   */
  read(answer: object, count: number): (Measured | undefined)[] | undefined
  readonly version: EngineVersion
}

/** Where one kind of engine reports its version, and how to read it. */
export interface EngineVersion {
  url(engine: Engine, place: Coordinates): string
  read(answer: object): unknown
}

/** Metres and seconds, if both are numbers. */
export function numberOr(metres: unknown, seconds: unknown): Measured | undefined {
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  return isNumber(metres) && isNumber(seconds) ? { metres, seconds } : undefined
}

/** The address of a request: keeps the query of the configured address, such as a key. */
export function spokenUrl(base: string, path: string, query: Readonly<Record<string, string | string[]>>): string {
  const url = new URL(base)
  const search = new URLSearchParams(url.search)
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) search.append(name, value)
  }
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3B', ';')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`
}
