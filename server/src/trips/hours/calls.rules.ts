import type { Crossing } from './crossings.rules.ts'
import { type Effort, endOf } from './labels.rules.ts'
import { latenessOf, leastLateness } from './lateness.rules.ts'
import { type Law, mondayOf, weekOf } from './law.rules.ts'
import { restedAtEnd } from './legs.rules.ts'
import { afterDuty, type Duty, few } from './rules.ts'
import { type Run, rested, restedAt, type State, tolerance } from './state.rules.ts'
import { type Step, timelineTo } from './timeline.rules.ts'

/**
 * HOURS-10: so many states are made and compared for all calls; some dozens for each are usual. Who owes several rests (HOURS-6) and drives
 * for days could do it in very many ways: where these find none, the driver rests first.
 */
export const mostForCalls = 80_000
/** At least so many for each call. */
const leastForCall = 5_000

/** A stop on the way of a driver, in minutes; instants in minutes since 1970. It is called at whatever the law says. */
export interface Call {
  /** From the stop before; to the first from where the driver is. */
  driving: number
  work: number
  /** When the work begins, where that is certain or was agreed. */
  at?: number | undefined
  /** When it can begin from an instant on, where it is not. */
  opens: (from: number) => number
  /** When it is late. */
  latest: number
  /** HOURS-9: its work is to board, and the driver is aboard until the next call. */
  boards?: Crossing | undefined
  /** It boards for a fixed departure, which no rest is taken before that would miss it. */
  isSailing?: boolean
  /** HOURS-9: the crossing that ends with it. It begins when that arrives. */
  lands?: Crossing | undefined
}

/** When a driver is there, when the work begins, and when the way there is driven. */
export interface Called {
  arrival: number
  begin: number
  drives: readonly Span[]
}

/** From one instant to another, in minutes since 1970. */
export type Span = Pick<Step, 'from' | 'to'>

/**
 * HOURS-4: when a driver calls at one stop after the other: the lawful timeline that is first at the last of them, as far as it is
 * found soon. Breaks and rests are taken where the driver has to wait, and no stop is late that need not be. Where a time
 * was agreed that cannot be kept lawfully, the driver counts as rested there, as in the verdict. Where nothing lawful can follow at
 * whatever time, because what was done before was too much, the driver rests first, and is later.
 */
export function called(calls: readonly Call[], start: State, law: Law): Called[] {
  return calledOn(onTheWay([], start, law), calls)
}

/** A driver who has called at some stops, and goes on from there. */
export interface OnTheWay {
  start: State
  law: Law
  calls: readonly Call[]
  /** Under the law until something is due, and after that; made when it is used first. */
  near: Part
  far: () => Part
}

/**
 * Calls from which `calledOn` goes on: what a driver did before is the same whatever follows, so that it is gone through once.
 * @param calls with times that are certain
 */
export function onTheWay(calls: readonly Call[], start: State, law: Law): OnTheWay {
  const [near, far] = lawsOf(law)
  const under = (one: Law) => calls.reduce((part, call) => afterOne(part, call, one, few), partFrom(start))
  let made: Part | undefined
  return { start, law, calls, near: under(near), far: () => (made ??= under(far)) }
}

/** `called` at more stops by who is on the way: what it says of these. */
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

/** What calls go on from: `all` of them from the start, or those that are left after a part. */
interface Going {
  part: Part
  all: readonly Call[]
  start: State
  law: Law
}

/** So many states are gone on with where a stop is late that need not be. */
const more = 4 * few

/** TIME-8: what is found soon; where that is late and need not be, what is found less soon. */
function bestOf(calls: readonly Call[], going: Going): Part {
  const one = soonest(calls, going, few)
  const late = lateness(going.all, one)
  if (late === 0 || late <= leastLateness(calls, endOfPart(going.part), going.law) + tolerance) return one
  return better(going.all, one, soonest(calls, { ...going, part: { ...going.part, left: one.left } }, more))
}

/** HOURS-9: with rests that go on aboard, or without them where that is sooner: a bunk makes nothing later. */
function soonest(calls: readonly Call[], { part, all, start, law }: Going, many: number): Part {
  const through = (some: readonly Call[], from: Part) =>
    closed(some.reduce((sum, call) => afterOne(sum, call, law, many), from))
  const one = through(calls, part)
  if (!all.some(({ boards }) => boards && boards.berth !== 'NONE')) return one
  const awake = (crossing: Crossing | undefined) => crossing && ({ ...crossing, berth: 'NONE' } as const)
  const sleepless = all.map((call) => ({ ...call, boards: awake(call.boards), lands: awake(call.lands) }))
  return better(all, one, through(sleepless, partFrom(start, one.left)))
}

/** Of two what is lawful, less late, or over sooner, in this order. */
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

/** HOURS-6: until when nothing has to be rested for a weekly rest that is short after this. */
export function firstDue(start: State, law: Law): number {
  return mondayOf(weekOf(start.at) + law.weeksToCompensate + 1) - 2 * law.weeklyRest
}

const known = new WeakMap<Law, readonly [near: Law, far: Law]>()

/**
 * HOURS-6: the law until the first short weekly rest is to be paid for, where one of two may be short, and after that, where none is.
 * Both are as strict as the law or stricter. With all rests that a short one may be paid with, a single way would take minutes.
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

/** Calls with their times, and those since the driver counted as rested last, which have none yet. */
interface Part {
  found: readonly Called[]
  /** The driver never counts as rested without a rest. */
  isLawful: boolean
  from: State
  /** Where the driver can be after the last call, and before it. */
  runs: readonly Run[]
  before: readonly Run[]
  calls: readonly Call[]
  /** What may be spent on the calls that follow. */
  left: number
}

function partFrom(from: State, left = mostForCalls): Part {
  return { found: [], isLawful: true, from, runs: begun(from), before: [], calls: [], left }
}

/** How many states are gone on with, and what may be spent on them. */
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
  // A rest that goes on aboard is one way of several, and not the first at once.
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
 * HOURS-9: no one stays aboard to rest: where driving off would be too late, the rest comes before boarding, unless that would miss a
 * fixed departure.
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

/** As in the verdict: the driver counts as rested where nothing lawful leads to. */
function beginsRested(part: Part, call: Call, law: Law, search: Search): Part {
  const arrival = Math.min(...part.runs.map(endOf)) + call.driving
  const begin = call.at ?? call.opens(arrival)
  const from = restedAt(begin)
  const { found } = closed(part)
  const runs = afterCall(begun(from), { ...call, driving: 0, at: begin }, law, search)
  if (runs.length > 0) return { ...part, found, isLawful: false, from, runs, before: begun(from), calls: [call] }
  // It is not lawful to work that long.
  const after = { ...partFrom(restedAt(begin + call.work)), isLawful: false }
  return { ...after, found: [...found, { arrival: Math.min(begin, arrival), begin, drives: [] }] }
}

/** A call after a rest that is too late or too short for what was done before it: a daily one if that is enough, else a weekly one. */
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

/** A call that was made, and the way to it, which was driven in the time there was. */
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
