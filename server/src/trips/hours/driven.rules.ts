import { leastDailyRest } from './bounds.rules.ts'
import { type Crossing, interruptions } from './crossings.rules.ts'
import { dueBefore } from './debts.rules.ts'
import { type Law, weekOf } from './law.rules.ts'
import type { State } from './state.model.ts'
import { driving, type RestKind, rested, restedAt, working } from './state.rules.ts'
import { type Step, timelineTo } from './timeline.rules.ts'

/** Activities of a driver; UNKNOWN: the card was out, and nothing was entered for that time. */
export const activityKinds = ['DRIVING', 'WORKING', 'WAITING', 'REST', 'UNKNOWN'] as const

export type ActivityKind = (typeof activityKinds)[number]

/** A period with one activity of a driver. Instants are ISO 8601 in UTC. */
export interface Stretch {
  from: string
  to: string
  kind: ActivityKind
  /** Two drivers were in the vehicle. */
  is_crew: boolean
  /** A rest on a ferry or train, as entered on the tachograph. */
  is_aboard?: boolean
}

/** The last data of a driver from a vehicle's tachograph (`tracking-update`); instants are ISO 8601. */
export interface TachographSignal {
  at: string
  activity?: string | null
  driving_since?: string | null
  resting_since?: string | null
  on_break_since?: string | null
  next_break_at?: string | null
  next_rest_at?: string | null
}

/** Tachograph records of a driver. */
export interface DriverRecord {
  /** Card records, in order and without gaps. */
  activities: readonly Stretch[]
  signal: TachographSignal | null
}

/** Source of a driver's hours: the card, data from the vehicle, or the plan alone. */
export type HoursSource = 'CARD' | 'VEHICLE' | 'PLAN'

/** A driver's past work, its source, and the end of its record: minutes since 1970. It replaces plans before that. */
export interface KnownState {
  state: State
  source: HoursSource
  until: number
}

/** An older signal is ignored, because the driver may have rested since. */
const longestSignal = leastDailyRest
const minutesOf = (instant: string) => Date.parse(instant) / 60_000

/**
 * TACHO-9: a driver's past work for the law: from the card, updated with later data from the vehicle; else from the
 * vehicle alone. Without either, or if all of it is later, the driver counts as fresh from a weekly rest.
 * @param at minutes since 1970 of the first planned work
 */
export function stateFrom({ activities, signal }: DriverRecord, at: number, law: Law): KnownState {
  const known = activities.filter(({ from }) => minutesOf(from) < at)
  const until = Math.min(at, known.length > 0 ? minutesOf(known.at(-1)!.to) : Number.NEGATIVE_INFINITY)
  const card = known.length > 0 ? fromActivities(known, until, law) : undefined
  if (signal && saysHours(signal) && isFresh(signal, at, until)) {
    const sentAt = minutesOf(signal.at)
    return { state: fixed(withSignal(card ?? restedAt(sentAt), signal, law)), source: 'VEHICLE', until: sentAt }
  }
  return card ? { state: fixed(card), source: 'CARD', until } : { state: restedAt(at), source: 'PLAN', until: at }
}

/** Unlike planned work, past work of the day cannot be moved later. */
function fixed(state: State): State {
  return state.begin === state.at ? state : { ...state, slack: 0 }
}

/** Whether a signal contains hours. The current activity alone reveals no past work, so the plan keeps counting. */
function saysHours(signal: TachographSignal): boolean {
  const { driving_since, resting_since, on_break_since, next_break_at, next_rest_at } = signal
  return [driving_since, resting_since, on_break_since, next_break_at, next_rest_at].some(Boolean)
}

function isFresh(signal: TachographSignal, at: number, until: number): boolean {
  const sentAt = minutesOf(signal.at)
  return sentAt > until && sentAt <= at && at - sentAt < longestSignal
}

/**
 * Card records as parts of a timeline: rests are labelled as what they count as, and a rest in progress is left out.
 */
export function stepsOfCard(activities: readonly Stretch[], law: Law): Step[] {
  const [first, last] = [activities[0], activities.at(-1)]
  if (!first || !last) return []
  const from = fromActivities(activities, minutesOf(last.to), law)
  return timelineTo({ from, minutes: 0 }, restedAt(minutesOf(first.from))).steps
}

/** The work between two rests. */
interface Done {
  kind: ActivityKind
  minutes: number
  /** The rest before or after it was on a ferry or train. */
  isByCrossing: boolean
}

/** A driver's state, and the state in which the last rest was interrupted and continues. */
interface Driven {
  state: State
  cut: State | undefined
}

/** Other work and availability count as duty; unknown time counts as rest, since the card was out. */
function fromActivities(activities: readonly Stretch[], until: number, law: Law): State {
  let driven: Driven = { state: restedAt(minutesOf(activities[0]!.from)), cut: undefined }
  let pause = 0
  for (const [at, { from, to, kind }] of activities.entries()) {
    const minutes = Math.min(minutesOf(to), until) - minutesOf(from)
    if (kind === 'REST' || kind === 'UNKNOWN') {
      pause += minutes
      continue
    }
    const isByCrossing = [activities[at - 1], activities[at + 1]].some((one) => one?.is_aboard)
    driven = after(driven, pause, { kind, minutes, isByCrossing }, law)
    pause = 0
  }
  const { state, cut } = driven
  if (!cut) return withoutLapsed(resting(state, pause, law))
  const rest = afterRest(cut, pause, law)
  if (state.begin !== cut.begin) return withoutLapsed(endsNow(rest) ? rest : resting(state, pause, law))
  return withoutLapsed(resting({ ...state, cut: cut.cut }, pause, law))
}

const endsNow = ({ begin, at }: State) => begin === at

/** TACHO-13: a driver who records boarding a ferry or train has a sleeping place there. */
const aboard: Crossing = { aboard: 0, berth: 'BUNK' }

/** The state after a pause and the following work, which may have interrupted a rest on a ferry or train (HOURS-9). */
function after({ state, cut }: Driven, pause: number, { kind, minutes, isByCrossing }: Done, law: Law): Driven {
  const act = (one: State) => (kind === 'DRIVING' ? driving(one, minutes) : working(one, minutes))
  const plain = afterRest(state, pause, law)
  const whole = cut && pause > 0 ? afterRest(cut, pause, law) : undefined
  const best = whole && endsNow(whole) ? whole : plain
  if (!isByCrossing) return { state: act(best), cut: undefined }
  const found = interruptions({ from: cut ?? state, minutes: pause }, [], minutes, aboard, { ...law, period: Infinity })
  const last = found.at(-1)
  return { state: act(best), cut: last && { ...act(last.before), cut: last.cut } }
}

/** The length of a rest in progress is still open. It is complete if it began too late but is long enough. */
function resting(state: State, minutes: number, law: Law): State {
  if (rested(state, law.rest, law, 'daily').length > 0) return state
  const after = afterRest(state, minutes, law)
  return after.begin === after.at ? after : state
}

const kinds: readonly RestKind[] = ['weekly', 'daily', 'break', 'pause']

/**
 * A past rest counts as the most that it can be. If the law no longer allows one so short, it was too short but is
 * over: past breaches are not held against the current plan.
 */
function afterRest(state: State, minutes: number, law: Law): State {
  if (minutes <= 0) return state
  const past = { ...law, period: Infinity, untilWeeklyRest: Infinity, shortRests: Infinity, shortWeeklyRests: Infinity }
  const best = kinds.map((kind) => {
    const lawful = rested(state, minutes, law, kind)
    return leastOwed(lawful.length > 0 ? lawful : rested(state, minutes, past, kind))
  })
  return best.find((one) => one !== undefined) ?? { ...state, at: state.at + minutes }
}

/** Of the possible results of a rest, the one with the least debt. */
function leastOwed(states: readonly State[]): State | undefined {
  const owedBy = ({ owed }: State) => owed.reduce((sum, { minutes }) => sum + minutes, 0)
  return states.toSorted((one, other) => owedBy(one) - owedBy(other))[0]
}

/** At most two weekly rests can be owed; any more was a past breach, which is not held against the current plan. */
const mostOwed = 2

/** HOURS-5: drops debts that can no longer be compensated, so that they are not held against the current plan. */
function withoutLapsed(state: State): State {
  const owed = state.owed.filter(({ due, minutes }) => due - minutes >= state.at).slice(-mostOwed)
  return dueBefore(owed) >= state.at ? { ...state, owed } : { ...state, owed: [] }
}

/** A signal is more current than the card about the day, but contains no weekly data. */
function withSignal(known: State, signal: TachographSignal, law: Law): State {
  const before: State = { ...known, cut: null }
  const at = minutesOf(signal.at)
  const since = (instant: string | null | undefined) => (instant ? Math.max(0, at - minutesOf(instant)) : undefined)
  const until = (instant: string | null | undefined) => (instant ? Math.max(0, minutesOf(instant) - at) : undefined)
  const [drives, rests] = [since(signal.driving_since), since(signal.resting_since) ?? since(signal.on_break_since)]
  if (signal.activity !== 'DRIVING' && rests !== undefined) return restedSince(before, at, rests, law)
  const [toBreak, toRest] = [until(signal.next_break_at), until(signal.next_rest_at)]
  const left = toBreak ?? (drives === undefined ? undefined : law.untilBreak - drives)
  const driven = left === undefined ? before.since : Math.min(law.untilBreak, Math.max(0, law.untilBreak - left))
  const begin = toRest === undefined ? before.begin : Math.min(at, at + toRest - (law.period - law.rest))
  const state = entered({ ...before, at, begin, since: driven, driven: Math.max(before.driven, driven) })
  return { ...state, weeksAtBegin: { week: state.week, inWeek: state.inWeek, inWeekBefore: state.inWeekBefore } }
}

/** The state of a driver who is resting since an instant; earlier work is known until the end of the card records. */
function restedSince(before: State, at: number, minutes: number, law: Law): State {
  const begin = Math.max(before.at, at - minutes)
  return resting(working(before, begin - before.at), at - begin, law)
}

/** The state after a calendar week that may have ended since. */
function entered(state: State): State {
  const week = weekOf(state.at)
  if (week <= state.week) return state
  const inWeekBefore = week === state.week + 1 ? state.inWeek : 0
  return { ...state, week, inWeek: 0, inWeekBefore, longSteps: 0 }
}
