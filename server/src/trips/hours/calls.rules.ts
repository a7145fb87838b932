import type { Crossing } from './crossings.rules.ts'
import type { Call, Duty } from './duties.model.ts'
import { type Effort, endOf } from './labels.rules.ts'
import { latenessOf, leastLateness } from './lateness.rules.ts'
import { type Law, mondayOf, weekOf } from './law.rules.ts'
import { restedAtEnd } from './legs.rules.ts'
import { afterDuty, few } from './rules.ts'
import type { Run, State } from './state.model.ts'
import { rested, restedAt, tolerance } from './state.rules.ts'
import { type Step, timelineTo } from './timeline.rules.ts'

/**
 * HOURS-10: maximum number of states created and compared for all calls; a few dozen per call are usual. A driver who
 * owes several rests (HOURS-6) has very many options. If the budget finds no timeline, the driver rests first.
 */
export const mostForCalls = 80_000
/** Minimum for each call. */
const leastForCall = 5_000

/** When a driver arrives, when the work begins, and when the drive there takes place. */
export interface Called {
  arrival: number
  begin: number
  drives: readonly Span[]
}

/** From one instant to another, in minutes since 1970. */
export type Span = Pick<Step, 'from' | 'to'>

/**
 * HOURS-4: when a driver makes consecutive calls: the lawful timeline that is earliest at the last one, as far as a
 * limited search finds it. Breaks and rests fall into waiting times, and no stop is avoidably late. If an agreed time
 * cannot be kept lawfully, the driver counts as rested there, as in the verdict. If earlier work leaves no lawful
 * continuation at any time, the driver rests first and is later.
 */
export function called(calls: readonly Call[], start: State, law: Law): Called[] {
  return calledOn(onTheWay([], start, law), calls)
}

/** A driver who has made some calls, and continues from there. */
export interface OnTheWay {
  start: State
  law: Law
  calls: readonly Call[]
  /** States under the law until a compensation is due, and after that; the latter is computed on first use. */
  near: Part
  far: () => Part
}

/**
 * Work before the calls of `calledOn`, computed only once, because it does not depend on them.
 * @param calls with times that are certain
 */
export function onTheWay(calls: readonly Call[], start: State, law: Law): OnTheWay {
  const [near, far] = lawsOf(law)
  const under = (one: Law) => calls.reduce((part, call) => afterOne(part, call, one, few), partFrom(start))
  let made: Part | undefined
  return { start, law, calls, near: under(near), far: () => (made ??= under(far)) }
}

/** `called` for further stops of a driver en route: returns their times only. */
export function calledOn(
  { start, law, calls: before, near: soon, far: late }: OnTheWay,
  calls: readonly Call[],
): Called[] {
  const [near, far] = lawsOf(law)
  const all = [...before, ...calls]
  const under = (part: Part, one: Law) => bestOf(calls, { part, all, start, law: one }).found
  const found = under(soon, near)
  const last = calls.at(-1) ?? before.at(-1)
  const end = last === undefined ? start.at : found.at(-1)!.begin + last.work
  return (end <= firstDue(start, law) ? found : under(late(), far)).slice(before.length)
}

/** Where a search starts: `all` calls from the start, or the rest of them after a part. */
interface Going {
  part: Part
  all: readonly Call[]
  start: State
  law: Law
}

/** Beam width if a stop is avoidably late. */
const more = 4 * few

/** TIME-8: the result of a narrow search or, if that is avoidably late, of a wider one. */
function bestOf(calls: readonly Call[], going: Going): Part {
  const one = soonest(calls, going, few)
  const late = lateness(going.all, one)
  if (late === 0 || late <= leastLateness(calls, endOfPart(going.part), going.law) + tolerance) return one
  return better(going.all, one, soonest(calls, { ...going, part: { ...going.part, left: one.left } }, more))
}

/**
 * HOURS-9: with rests that continue aboard, or without them if that is earlier, so that a bunk never delays anything.
 */
function soonest(calls: readonly Call[], { part, all, start, law }: Going, many: number): Part {
  const through = (some: readonly Call[], from: Part) =>
    closed(some.reduce((sum, call) => afterOne(sum, call, law, many), from))
  const one = through(calls, part)
  if (!all.some(({ boards }) => boards && boards.berth !== 'NONE')) return one
  const awake = (crossing: Crossing | undefined) => crossing && ({ ...crossing, berth: 'NONE' } as const)
  const sleepless = all.map((call) => ({ ...call, boards: awake(call.boards), lands: awake(call.lands) }))
  return better(all, one, through(sleepless, partFrom(start, one.left)))
}

/** The better of two: lawful first, then less late, then finished earlier. */
function better(calls: readonly Call[], one: Part, other: Part): Part {
  if (one.isLawful !== other.isLawful) return one.isLawful ? one : other
  const less = lateness(calls, other) - lateness(calls, one)
  if (Math.abs(less) > tolerance) return less < 0 ? other : one
  return other.found.at(-1)!.begin < one.found.at(-1)!.begin ? other : one
}

const lateness = (calls: readonly Call[], { found }: Part) => {
  const begins = found.map(({ begin }) => begin)
  return latenessOf(calls, begins)
}

const endOfPart = ({ runs }: Part) => Math.min(...runs.map(endOf))

/** HOURS-6: the earliest instant at which a compensation can be due for a weekly rest shortened after this. */
export function firstDue(start: State, law: Law): number {
  return mondayOf(weekOf(start.at) + law.weeksToCompensate + 1) - 2 * law.weeklyRest
}

const known = new WeakMap<Law, readonly [near: Law, far: Law]>()

/**
 * HOURS-6: the law until the first compensation is due, with one short weekly rest in two, and the law after that, with
 * none. Both are at least as strict. Trying all rests that can hold a compensation takes minutes for a single route.
 */
export function lawsOf(law: Law): readonly [near: Law, far: Law] {
  const made = known.get(law)
  if (made) return made
  const [weeklyRestsTogether, shortWeeklyRests] = [
    Math.min(2, law.weeklyRestsTogether),
    Math.min(1, law.shortWeeklyRests),
  ]
  const near = { ...law, horizon: Number.NEGATIVE_INFINITY, weeklyRestsTogether, shortWeeklyRests }
  const laws = [near, { ...law, shortWeeklyRests: 0 }] as const
  known.set(law, laws)
  return laws
}

/** Calls with their times, and those since the driver last counted as rested, which have none yet. */
interface Part {
  found: readonly Called[]
  /** The driver never counts as rested without a rest. */
  isLawful: boolean
  from: State
  /** Possible states of the driver after the last call, and before it. */
  runs: readonly Run[]
  before: readonly Run[]
  calls: readonly Call[]
  /** Budget left for the following calls. */
  left: number
}

function partFrom(from: State, left = mostForCalls): Part {
  return { found: [], isLawful: true, from, runs: begun(from), before: [], calls: [], left }
}

/** Beam width and budget of a search. */
interface Search {
  many: number
  effort: Effort
}

/** The part with times for all of its calls. */
function closed(part: Part): Part {
  const { found, from, runs, calls } = part
  return { ...part, found: calls.length === 0 ? found : [...found, ...timesOf(runs, from, calls)], calls: [] }
}

function afterOne(part: Part, call: Call, law: Law, usual: number): Part {
  // A rest that continues aboard is one option of several, and not the earliest at first.
  const mayGoOn = call.boards || part.runs.some(({ from }) => from.cut !== null)
  const given = Math.max(part.left, leastForCall)
  const search: Search = { many: mayGoOn ? Math.max(2 * few, usual) : usual, effort: { left: given } }
  const after = wentOn(part, call, law, search)
  return { ...after, left: part.left - (given - search.effort.left) }
}

function wentOn(part: Part, call: Call, law: Law, search: Search): Part {
  const { runs, calls } = part
  const next = afterCall(runs, call, law, search)
  if (next.length > 0) return { ...part, runs: next, before: runs, calls: [...calls, call] }
  if (call.lands) return restsBeforeBoarding(part, call, law, search) ?? beginsRested(part, call, law, search)
  const rest = call.at === undefined ? afterRest(runs, call, law, search) : undefined
  if (!rest) return beginsRested(part, call, law, search)
  return { ...closed(part), ...rest, before: begun(rest.from), calls: [call] }
}

/**
 * HOURS-9: drivers do not stay aboard to rest. If driving off would be too late, the rest is taken before boarding,
 * unless that would miss a fixed departure.
 */
function restsBeforeBoarding(part: Part, landing: Call, law: Law, search: Search): Part | undefined {
  const boarding = part.calls.at(-1)
  if (!boarding || boarding.at !== undefined || boarding.isSailing) return undefined
  const rested = restedAtEnd(part.before, boarding.driving, law, { ...search, due: Number.NEGATIVE_INFINITY })
  const before = rested.map((from): Run => ({ from, minutes: 0 }))
  const boarded = before.length > 0 ? afterCall(before, { ...boarding, driving: 0 }, law, search) : []
  const runs = boarded.length > 0 ? afterCall(boarded, landing, law, search) : []
  return runs.length === 0 ? undefined : { ...part, before: boarded, runs, calls: [...part.calls, landing] }
}

/** As in the verdict: the driver counts as rested where no lawful timeline leads. */
function beginsRested(part: Part, call: Call, law: Law, search: Search): Part {
  const arrival = Math.min(...part.runs.map(endOf)) + call.driving
  const begin = call.at ?? call.opens(arrival)
  const from = restedAt(begin)
  const { found } = closed(part)
  const runs = afterCall(begun(from), { ...call, driving: 0, at: begin }, law, search)
  if (runs.length > 0) return { ...part, found, isLawful: false, from, runs, before: begun(from), calls: [call] }
  // Working that long is not lawful.
  const after = { ...partFrom(restedAt(begin + call.work)), isLawful: false }
  return { ...after, found: [...found, { arrival: Math.min(begin, arrival), begin, drives: [] }] }
}

/** A call after a rest that is too late or too short for the earlier work: a daily one if enough, else a weekly one. */
function afterRest(
  runs: readonly Run[],
  call: Call,
  law: Law,
  search: Search,
): { from: State; runs: Run[] } | undefined {
  const late = { ...law, period: Infinity, untilWeeklyRest: Infinity, shortRests: Infinity, shortWeeklyRests: Infinity }
  const run = runs.reduce((soonest, one) => (endOf(one) < endOf(soonest) ? one : soonest))
  for (const [kind, length] of [['daily', law.rest] as const, ['weekly', law.weeklyRest] as const]) {
    for (const state of rested(run.from, Math.max(run.minutes, length), late, kind)) {
      const from = { ...state, owed: [], trace: null }
      const next = afterCall(begun(from), call, law, search)
      if (next.length > 0) return { from, runs: next }
    }
  }
  return undefined
}

/** A past call, and the drive to it, which took the time available. */
export function passedCall(before: Call | undefined, from: number, until: number, driving: number): Call {
  const left = before ? before.at! + before.work : from
  const at = Math.max(from, left)
  return {
    driving: Math.floor(Math.min(driving, at - left)),
    work: Math.max(0, until - at),
    ...{ at, opens: (asked: number) => asked, latest: Infinity },
  }
}

function begun(from: State): Run[] {
  return [{ from, minutes: 0 }]
}

function afterCall(runs: readonly Run[], call: Call, law: Law, { many, effort }: Search): Run[] {
  const { driving, work, at, opens, latest, boards, lands } = call
  const duty: Duty = { driving, work, opens, windows: [], boards, lands }
  const after = (one: Duty, most: number) => afterDuty(runs, one, law, most, effort)
  if (at !== undefined) {
    const exactly: Duty = { ...duty, opens: undefined, windows: [[at, at]] }
    const soon = after(exactly, many)
    return soon.length > 0 ? soon : after(exactly, 4 * many)
  }
  const inTime = latest < Infinity ? after({ ...duty, windows: [[0, latest]] }, many) : []
  return inTime.length > 0 ? inTime : after(duty, many)
}

function timesOf(runs: readonly Run[], start: State, calls: readonly Call[]): Called[] {
  const last = runs.reduce((best, one) => (endOf(one) < endOf(best) ? one : best))
  const { steps, begins } = timelineTo(last, start)
  let left = start.at
  return begins.map((begin, at) => {
    const drives = steps.filter(({ kind, from, to }) => kind === 'DRIVE' && from >= left - 1 && to <= begin + 1)
    const arrival = calls[at]!.lands ? begin : Math.min(begin, drives.at(-1)?.to ?? left)
    left = begin + calls[at]!.work
    return { arrival, begin, drives }
  })
}
