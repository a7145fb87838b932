import { type Call, called, type Span } from '../../trips/hours/calls.rules.ts'
import { type Stretch, stateFrom } from '../../trips/hours/driven.rules.ts'
import { lawFor, mondayOf, weekOf } from '../../trips/hours/law.rules.ts'
import { restedAt, type State } from '../../trips/hours/state.rules.ts'

const minute = 60_000

/** From this instant on a driver does something, until the next change; in milliseconds since 1970. */
export interface Activity {
  at: number
  kind: 'DRIVING' | 'WORKING' | 'REST'
}

/** When a way is driven, when the work at its end can begin, and when what is left of it can, after a wait for a box. */
export interface DrivenWay {
  begins: number
  goesOn: number
  drives: readonly Span[]
}

/** What a driver is to do next: a way, and work at its end that may not begin before an instant; in milliseconds. */
export interface Job {
  driving: number
  work: number
  from: number
  /** Some work is left over until then. */
  released: number | undefined
}

/** Minutes of work after a box is released. */
export const workOnBox = 12

const always = (from: number) => from
const law = lawFor(1)
/** Answers by what was asked: steps of the same hours ask the same. */
const known = new Map<string, DrivenWay>()
const mostKnown = 20_000

/**
 * How a driver who is free at an instant does what comes next: as soon as it is lawful after all that the driver has done before (HOURS-4),
 * so that the work at the end of the way is lawful too. The driver counts what the tachograph has recorded, as the office does.
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

/** The same for the same record until an instant. */
function signOf(record: readonly Activity[], until: number): string {
  let [sign, last] = [0, 0]
  for (const { at, kind } of record) {
    if (at >= until) continue
    last = at
    sign = Math.imul(sign ^ (at % 0x7fff_ffff), 16_777_619) + kind.charCodeAt(0)
  }
  return `${last} ${sign}`
}

/** What a driver has done until an instant, by the changes that were recorded; one without a record comes from a weekly rest. */
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
 * From when on what a driver has done counts: at least the two weeks that the office counts, for a short weekly rest is followed by a
 * whole one. It is a Monday, so that the request is the same for a week.
 */
export function recordedSince(at: number): number {
  return mondayOf(weekOf(at / minute) - 2) * minute
}

/** One change after the other: of two at one instant the later one is said. */
export function inTurn(changes: readonly Activity[]): Activity[] {
  const sorted = changes.toSorted((one, other) => one.at - other.at)
  return sorted.filter(({ at }, index) => sorted[index + 1]?.at !== at)
}
