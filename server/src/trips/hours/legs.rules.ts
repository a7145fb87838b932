import { restsLeft } from './cuts.rules.ts'
import { shortUntilMonday, sumsOf } from './debts.rules.ts'
import { type Effort, firstOf, isAsGood, type Most, someCounted } from './labels.rules.ts'
import { type Law, mondayOf, pausesOf, weekOf } from './law.rules.ts'
import type { Cut, Run, State } from './state.model.ts'
import { driving, lastMinute, leftInWeek, longStepsOf, type RestKind, rested, tolerance } from './state.rules.ts'
import { mayBeShort } from './weekly.rules.ts'

/** A possible pause, and the maximum driving before it. */
interface Stop {
  kind: RestKind
  minutes: number
  after: number
}

/** A pause on the road: the state before it, the states after it, and the driving left. */
interface Halt {
  run: Run
  kind: RestKind
  after: State[]
  left: number
}

/** Progress of the search for one drive. */
interface Way {
  until: number
  law: Law
  effort: Effort
  found: State[]
  /** The next pauses to explore. */
  halts: Halt[]
}

/**
 * Every state in which a driver can arrive after driving for a number of minutes, with pauses where the law requires or
 * allows them. Each pause is as late as possible, because driving before it is then done. Pauses at the end are left to
 * the following step. Dominated pauses are dropped.
 * @param runs pauses before the drive, which may be extended
 * @param until latest arrival
 * @param most beam width
 */
export function arrivals(runs: readonly Run[], minutes: number, until: number, law: Law, most: Most): State[] {
  const { effort } = most
  const way: Way = { until, law, effort, found: [], halts: [] }
  for (const run of runs) setOut(run, minutes, way)
  while (way.halts.length > 0 && effort.left > 0) {
    const halts = furthest(different(nextOf(way, most), effort), law, most)
    for (const { after, left, run } of halts) for (const state of after) drive(state, left, run, way)
  }
  return way.found
}

/** The pauses to explore next: in an exhaustive search those with the most driving left first. */
function nextOf(way: Way, most: Most): Halt[] {
  const { halts } = way
  const left = halts.reduce((longest, halt) => Math.max(longest, halt.left), 0)
  way.halts = most.many === Infinity ? halts.filter((halt) => halt.left < left) : []
  return most.many === Infinity ? halts.filter((halt) => halt.left === left) : halts
}

/** HOURS-9: every state after a drive and a rest at its end, taken before boarding. */
export function restedAtEnd(runs: readonly Run[], minutes: number, law: Law, most: Most): State[] {
  const arrived = minutes > tolerance ? arrivals(runs, minutes, Infinity, law, most) : undefined
  const ends = arrived?.map((from): Run => ({ from, minutes: 0 })) ?? runs
  return ends.flatMap((run) =>
    [law.shortRest, law.rest, law.shortWeeklyRest, law.weeklyRest].flatMap((length) =>
      (['daily', 'weekly'] as const).flatMap((kind) => rested(run.from, Math.max(run.minutes, length), law, kind)),
    ),
  )
}

function setOut(run: Run, minutes: number, way: Way): void {
  // A pause in progress may continue until it counts as more.
  const mayGoOn = run.minutes > tolerance || run.from.cut !== null
  const longer = mayGoOn ? pausesAfter(run, way.law).filter((length) => length > run.minutes + tolerance) : []
  for (const length of [run.minutes, ...longer]) {
    const whole = { from: run.from, minutes: length }
    for (const state of rested(run.from, length, way.law)) drive(state, minutes, whole, way)
  }
}

/** Lengths from which a pause counts as something else. */
export function pausesAfter({ from }: Run, law: Law): readonly number[] {
  const known = pausesOf(law, sumsOf(from.owed))
  const lengths = from.cut === null ? known : withRestsLeft(known, from, from.cut, law)
  const short = mayBeShort(from, law) ? shortUntilMonday(from, law) : undefined
  const until = new Set([short, untilLongDay(from, 0, law)].flatMap((length) => length ?? []))
  if (until.size === 0) return lengths
  const after = law.splitFirst === Infinity ? [0, law.firstPart] : [0, law.firstPart, law.splitFirst]
  return [...lengths, ...[...until].flatMap((length) => after.map((more) => length + more))]
}

/** HOURS-9: an interrupted rest counts as a daily or weekly one sooner, and may also last until Monday. */
function withRestsLeft(lengths: readonly number[], { at }: State, cut: Cut, law: Law): readonly number[] {
  const left = [...restsLeft(cut, law), mondayOf(weekOf(at) + 1) - at]
  const after = law.splitFirst === Infinity ? [0, law.firstPart] : [0, law.firstPart, law.splitFirst]
  const all = [...lengths, ...left.flatMap((length) => after.map((more) => length + more))]
  return [...new Set(all)].toSorted((one, other) => one - other)
}

/**
 * HOURS-1: the length of a rest that begins after further driving and lasts until Monday, if the following day may then
 * be longer than before; undefined if longer than another rest plus a weekly one.
 */
function untilLongDay(state: State, driven: number, law: Law): number | undefined {
  const used = state.longSteps + longStepsOf(state.driven + driven, law)
  if (used <= law.longStepsOfWeek - law.longStepsOfDay || law.longStepsOfWeek === 0) return undefined
  const at = state.at + driven
  const week = weekOf(at)
  const until = mondayOf(week + 1) - at
  const longest = law.weeklyRest + law.rest + state.owed.reduce((sum, { minutes }) => sum + minutes, 0)
  return week === weekOf(state.begin) && until >= law.shortRest && until <= longest ? until : undefined
}

/** Drops pauses that are dominated by another of the same length with at least as much driving done. */
function different(halts: readonly Halt[], effort: Effort): Halt[] {
  const known = new Map<string, Halt[]>()
  return halts
    .toSorted((one, other) => one.run.from.at - other.run.from.at || one.left - other.left)
    .filter((halt) => {
      const key = `${halt.kind} ${halt.run.minutes}`
      const before = known.get(key) ?? []
      known.set(key, before)
      if (effort.left <= 0) return false
      effort.left -= 1
      const own = beginOf(halt)
      const isMore = (one: Halt) => one.left <= halt.left + tolerance && isAsGood(beginOf(one), own)
      const isOld = someCounted(before, isMore, effort)
      if (!isOld) before.push(halt)
      return !isOld
    })
}

function beginOf({ run }: Halt): Run {
  return { from: run.from, minutes: 0 }
}

/** Of each kind the pauses with the earliest arrival, by a cheap estimate: a weekly rest is always an option. */
function furthest(halts: readonly Halt[], law: Law, most: Most): readonly Halt[] {
  if (halts.length <= most.many) return halts
  const guessed = halts.map((halt) => ({ halt, guess: arrivalOf(halt, law) }))
  type Guessed = (typeof guessed)[number]
  const soonest = (one: Guessed, other: Guessed) => one.guess - other.guess
  const inTime = (one: Guessed, other: Guessed) =>
    Math.round(Math.max(most.due, one.guess) - Math.max(most.due, other.guess)) ||
    other.halt.run.minutes - one.halt.run.minutes
  return [...Map.groupBy(guessed, ({ halt }) => halt.kind).values()].flatMap((group) =>
    firstOf(group, most, soonest, inTime).map(({ halt }) => halt),
  )
}

/** Estimated arrival of a drive that continues after a pause. */
function arrivalOf({ run: { from, minutes }, kind, left }: Halt, law: Law): number {
  const driven = kind === 'daily' || kind === 'weekly' ? 0 : from.driven
  const nights = Math.ceil(Math.max(0, left - Math.max(0, law.day - driven)) / law.day)
  return from.at + minutes + left + nights * law.rest
}

function drive(state: State, minutes: number, run: Run, way: Way): void {
  const { until, law } = way
  way.effort.left -= 1
  if (way.effort.left <= 0 || state.at + minutes > until + tolerance) return
  if (minutes <= tolerance) {
    way.found.push(state)
    return
  }
  const inWeek = leftInWeek(state, law)
  const untilBreak = law.untilBreak - state.since
  const untilRest = lastMinute(state, law) - state.at
  const longest = law.day + law.longStep * longStepsLeft(state, law) - state.driven
  const most = Math.min(untilBreak, longest, inWeek, untilRest)
  if (minutes <= most + tolerance) way.found.push(driving(state, minutes))
  // A driver whose duty must end cannot drive after a break either.
  for (const stop of stopsOf(state, { minutes, untilBreak, inWeek, most, paused: run.minutes }, law)) {
    if (stop.after > tolerance) halt(driving(state, stop.after), minutes - stop.after, stop, way)
    else if (stop.minutes > run.minutes + tolerance) {
      const next = { from: run.from, minutes: stop.minutes }
      for (const after of rested(run.from, stop.minutes, law, stop.kind)) drive(after, minutes, next, way)
    }
  }
}

function halt(from: State, left: number, { kind, minutes }: Stop, { law, halts, until, effort }: Way): void {
  if (from.at + minutes + left > until + tolerance) return
  const after = rested(from, minutes, law, kind)
  effort.left -= after.length
  if (after.length > 0) halts.push({ run: { from, minutes }, kind, after, left })
}

/** Extra hours the day may still have, given the other days of the week. */
function longStepsLeft({ longSteps }: State, law: Law): number {
  return Math.max(0, Math.min(law.longStepsOfDay, law.longStepsOfWeek - longSteps))
}

interface Limits {
  minutes: number
  untilBreak: number
  inWeek: number
  most: number
  /** Length of the pause before the drive. */
  paused: number
}

/** The pauses before the end of a drive, each as late as possible. */
function stopsOf(state: State, limits: Limits, law: Law): Stop[] {
  const { minutes, untilBreak, inWeek, most } = limits
  const stops: Stop[] = []
  const add = (kind: RestKind, length: number, after: number) => {
    if (after >= -tolerance && after < minutes - tolerance) stops.push({ kind, minutes: length, after })
  }
  if (untilBreak <= most + tolerance) {
    if (state.hasPart) add('break', law.secondPart, untilBreak)
    add('break', law.break, untilBreak)
    if (!state.hasSplit && law.splitFirst !== Infinity) add('break', law.splitFirst, untilBreak)
  }
  if (inWeek <= most + tolerance) addUntilMonday(state, limits, add)
  const period = state.begin + law.period - state.at
  const owed = sumsOf(state.owed)
  const addRest = (kind: RestKind, length: number, after: number) => {
    add(kind, length, after)
    for (const more of owed) add(kind, length + more, after)
    const until = untilLongDay(state, after, law)
    if (until !== undefined && until > length) add(kind, until, after)
  }
  for (let step = longStepsOf(state.driven, law); step <= longStepsLeft(state, law); step += 1) {
    const day = Math.min(most, law.day + law.longStep * step - state.driven)
    const isLast = step === longStepsLeft(state, law)
    const isSame = !isLast && day >= most - tolerance
    if (isSame) continue
    const rest = state.hasSplit ? law.splitSecond : law.rest
    addRest('daily', rest, Math.min(day, period - rest))
    if (!state.hasSplit && state.shortRests < law.shortRests && law.shortRest < law.rest) {
      addRest('daily', law.shortRest, Math.min(day, period - law.shortRest))
    }
    const weekly = Math.min(day, period - law.shortRest)
    if (mayBeShort(state, law)) {
      addRest('weekly', law.shortWeeklyRest, weekly)
      const until = shortUntilMonday({ at: state.at + weekly, owed: state.owed }, law)
      if (until !== undefined) add('weekly', until, weekly)
    }
    addRest('weekly', law.weeklyRest, weekly)
  }
  return stops
}

function addUntilMonday(
  state: State,
  { inWeek, paused }: Limits,
  add: (kind: RestKind, minutes: number, after: number) => void,
): void {
  const at = state.at + inWeek
  // If no driving is left, the pause before continues.
  const length = mondayOf(weekOf(at + tolerance) + 1) - at + (inWeek <= tolerance ? paused : 0)
  for (const kind of ['pause', 'break', 'daily', 'weekly'] as const) add(kind, length, inWeek)
}
