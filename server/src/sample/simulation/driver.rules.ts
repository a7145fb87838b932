import { called, type Span } from '../../trips/hours/calls.rules.ts'
import { type Stretch, stateFrom } from '../../trips/hours/driven.rules.ts'
import type { Call } from '../../trips/hours/duties.model.ts'
import { lawFor, mondayOf, weekOf } from '../../trips/hours/law.rules.ts'
import type { State } from '../../trips/hours/state.model.ts'
import { restedAt } from '../../trips/hours/state.rules.ts'

const minute = 60_000

/** Activity of a driver from this instant until the next change; in milliseconds since 1970. */
export interface Activity {
  at: number
  kind: 'DRIVING' | 'WORKING' | 'REST'
}

/** When a route is driven, when its work can begin, and when the rest can after a container is released. */
export interface DrivenWay {
  begins: number
  goesOn: number
  drives: readonly Span[]
}

/** Next task of a driver: a route, and work at its end that may not begin before an instant; in milliseconds. */
export interface Job {
  driving: number
  work: number
  from: number
  /** Part of the work has to wait until then. */
  released: number | undefined
}

/** Minutes of work after a container is released. */
export const workOnBox = 12

const always = (from: number) => from
const law = lawFor(1)
/** Cache: steps of the same hours calculate the same routes. */
const known = new Map<string, DrivenWay>()
const mostKnown = 20_000

/**
 * When a driver who is free at an instant drives and works next: as early as lawful after all previous activities
 * (HOURS-4), so that the work at the end of the route is lawful too. The recorded tachograph data counts, as in the
 * office.
 */
export function drivenBy(record: readonly Activity[], at: number, { driving, work, from, released }: Job): DrivenWay {
  const key = `${signOf(record, at)} ${at} ${driving} ${work} ${from} ${released}`
  const found = known.get(key)
  if (found) return found
  const state = stateAt(record, at)
  const there: Call = { driving: 0, work: 0, at: at / minute, opens: always, latest: Infinity }
  const way: Call = {
    ...{ driving: driving / minute, work: work / minute, latest: Infinity },
    opens: (asked_at) => Math.max(asked_at, from / minute),
  }
  const rest: Call = {
    ...way,
    driving: 0,
    work: workOnBox,
    opens: (asked_at) => Math.max(asked_at, (released ?? 0) / minute),
  }
  const calls = called(released === undefined ? [there, way] : [there, way, rest], state, law)
  const inMs = ({ from: begin, to }: Span) => ({ from: Math.round(begin * minute), to: Math.round(to * minute) })
  const { begin, drives } = calls[1]!
  const begins = Math.ceil(begin * minute)
  const answer: DrivenWay = {
    begins,
    goesOn: Math.ceil((calls[2]?.begin ?? begin + work / minute) * minute),
    drives: drives.map(inMs),
  }
  if (known.size >= mostKnown) known.clear()
  known.set(key, answer)
  return answer
}

/** Cache key of the record until an instant. */
function signOf(record: readonly Activity[], until: number): string {
  let [sign, last] = [0, 0]
  for (const { at, kind } of record) {
    if (at >= until) continue
    last = at
    sign = Math.imul(sign ^ (at % 0x7fff_ffff), 16_777_619) + kind.charCodeAt(0)
  }
  return `${last} ${sign}`
}

/** State of a driver at an instant, from recorded changes; without a record, after a weekly rest. */
function stateAt(record: readonly Activity[], at: number): State {
  const before = record.filter((change) => change.at < at)
  if (before.length === 0) return restedAt(at / minute)
  const activities = before.map(({ at: from, kind }, index): Stretch => {
    const to = before[index + 1]?.at ?? at
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), kind, is_crew: false }
  })
  return stateFrom({ activities, signal: null }, at / minute, law).state
}

/**
 * Start of the relevant record: at least the two weeks that the office counts, because a reduced weekly rest is
 * followed by a regular one. It is a Monday, so that the request is the same all week.
 */
export function recordedSince(at: number): number {
  return mondayOf(weekOf(at / minute) - 2) * minute
}

/** In order; of two changes at the same instant the later one is reported. */
export function inTurn(changes: readonly Activity[]): Activity[] {
  const sorted = changes.toSorted((one, other) => one.at - other.at)
  return sorted.filter(({ at }, index) => sorted[index + 1]?.at !== at)
}
