import type { OutboundRequest } from '../../context.ts'
import type { Coordinates } from '../../locations/great-circle.rules.ts'
import type { Engine, Measured } from './rules.ts'
import type { RoadDemand } from './vehicle.rules.ts'

/** How one kind of engine is spoken to. */
export interface EngineDialect {
  /** Places that one request may go to. */
  readonly mostTargets: number
  /** The request from one place to others, for its usual vehicle or with what is asked of another one (ROAD-2). */
  request(
    engine: Engine,
    from: Coordinates,
    targets: readonly Coordinates[],
    asked?: RoadDemand,
  ): Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>
  /**
   * What an answer says of each target, undefined where there is no road.
   * @returns undefined when it is not an answer of this engine
   */
  read(answer: object, count: number): (Measured | undefined)[] | undefined
  readonly version: EngineVersion
}

/** Where one kind of engine says which version it is, and what it answers there. */
export interface EngineVersion {
  url(engine: Engine, place: Coordinates): string
  read(answer: object): unknown
}

/** Metres and seconds when both are numbers. */
export function numberOr(metres: unknown, seconds: unknown): Measured | undefined {
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  return isNumber(metres) && isNumber(seconds) ? { metres, seconds } : undefined
}

/** The address of a request: what the configured address has in its query, such as a key, stays in it. */
export function spokenUrl(base: string, path: string, query: Readonly<Record<string, string | string[]>>): string {
  const url = new URL(base)
  const search = new URLSearchParams(url.search)
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) search.append(name, value)
  }
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3B', ';')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`
}
