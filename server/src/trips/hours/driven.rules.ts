import { leastDailyRest } from './bounds.rules.ts'
import { type Crossing, interruptions } from './crossings.rules.ts'
import { dueBefore } from './debts.rules.ts'
import { type Law, weekOf } from './law.rules.ts'
import { driving, type RestKind, rested, restedAt, type State, working } from './state.rules.ts'
import { type Step, timelineTo } from './timeline.rules.ts'

/** What a driver does; UNKNOWN: the card was out, and nothing was entered for that time. */
export const activityKinds = ['DRIVING', 'WORKING', 'WAITING', 'REST', 'UNKNOWN'] as const

export type ActivityKind = (typeof activityKinds)[number]

/** From one instant to another a driver did one thing. Instants are ISO 8601 in UTC. */
export interface Stretch {
  from: string
  to: string
  kind: ActivityKind
  /** Two drivers were on the vehicle. */
  is_crew: boolean
  /** A rest on a ferry or train, as the driver said on the tachograph. */
  is_aboard?: boolean
}

/** What the tachograph of a vehicle sent last of a driver (`tracking-update`); instants are ISO 8601. */
export interface TachographSignal {
  at: string
  activity?: string | null
  driving_since?: string | null
  resting_since?: string | null
  on_break_since?: string | null
  next_break_at?: string | null
  next_rest_at?: string | null
}

/** What is known of a driver from tachographs. */
export interface DriverRecord {
  /** What the card says, in order and without a gap. */
  activities: readonly Stretch[]
  signal: TachographSignal | null
}

/** Where the hours of a driver come from: the card, what the vehicle sent, or the plan alone. */
export type HoursSource = 'CARD' | 'VEHICLE' | 'PLAN'

/** What a driver has done, how it is known, and until when: minutes since 1970. What was planned before counts no more. */
export interface KnownState {
  state: State
  source: HoursSource
  until: number
}

/** A signal says nothing of a driver who may have rested since. */
const longestSignal = leastDailyRest
const minutesOf = (instant: string) => Date.parse(instant) / 60_000

/**
 * TACHO-9: what a driver has done, as far as the law looks at it: from the card, with what the vehicle sent after it; else from
 * what the vehicle sent. Without either, or when all of it is later than the instant, the driver comes from a weekly rest.
 * @param at minutes since 1970 of what is planned first
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

/** What was done of a day cannot be later any more, as what is planned can. */
function fixed(state: State): State {
  return state.begin === state.at ? state : { ...state, slack: 0 }
}

/** What a driver does at the moment says nothing of what was done, so that the plan goes on to count. */
function saysHours(signal: TachographSignal): boolean {
  const { driving_since, resting_since, on_break_since, next_break_at, next_rest_at } = signal
  return [driving_since, resting_since, on_break_since, next_break_at, next_rest_at].some(Boolean)
}

function isFresh(signal: TachographSignal, at: number, until: number): boolean {
  const sentAt = minutesOf(signal.at)
  return sentAt > until && sentAt <= at && at - sentAt < longestSignal
}

/** What a card says as parts of a timeline: rests are what they count as, and one that goes on is left out. */
export function stepsOfCard(activities: readonly Stretch[], law: Law): Step[] {
  const [first, last] = [activities[0], activities.at(-1)]
  if (!first || !last) return []
  const from = fromActivities(activities, minutesOf(last.to), law)
  return timelineTo({ from, minutes: 0 }, restedAt(minutesOf(first.from))).steps
}

/** What is done between two rests. */
interface Done {
  kind: ActivityKind
  minutes: number
  /** The rest before it or the one after it was on a ferry or train. */
  isByCrossing: boolean
}

/** What a driver has done, and the same where the last rest was interrupted and goes on. */
interface Driven {
  state: State
  cut: State | undefined
}

/** Other work and time on call are time on duty; what is unknown is taken as rest, since the card was out. */
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

/** TACHO-13: who says that a ferry or train is boarded has a place to sleep there. */
const aboard: Crossing = { aboard: 0, berth: 'BUNK' }

/** After a pause, and what was done then, which may have interrupted a rest on a ferry or train (HOURS-9). */
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

/** A rest that goes on is left to what follows, which says how long it is; one that is too late and long enough all the same is over. */
function resting(state: State, minutes: number, law: Law): State {
  if (rested(state, law.rest, law, 'daily').length > 0) return state
  const after = afterRest(state, minutes, law)
  return after.begin === after.at ? after : state
}

const kinds: readonly RestKind[] = ['weekly', 'daily', 'break', 'pause']

/**
 * A rest that was taken counts as the most that it can be. Where the law allows none so short any more, it was too short
 * and over all the same: what was done wrong before is not said of what is planned now.
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

/** Of what a rest can count as, that after which the least is owed. */
function leastOwed(states: readonly State[]): State | undefined {
  const owedBy = ({ owed }: State) => owed.reduce((sum, { minutes }) => sum + minutes, 0)
  return states.toSorted((one, other) => owedBy(one) - owedBy(other))[0]
}

/** Two weekly rests may be owed for; one more was too many, and that is not said of what is planned now. */
const mostOwed = 2

/** HOURS-5: what can no longer be made up for is not said of what is planned now. */
function withoutLapsed(state: State): State {
  const owed = state.owed.filter(({ due, minutes }) => due - minutes >= state.at).slice(-mostOwed)
  return dueBefore(owed) >= state.at ? { ...state, owed } : { ...state, owed: [] }
}

/** What was sent says more of the day than the card, and nothing of weeks. */
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

/** Who rests since an instant may have worked before it: the card says until when. */
function restedSince(before: State, at: number, minutes: number, law: Law): State {
  const begin = Math.max(before.at, at - minutes)
  return resting(working(before, begin - before.at), at - begin, law)
}

/** A calendar week may have ended since. */
function entered(state: State): State {
  const week = weekOf(state.at)
  if (week <= state.week) return state
  const inWeekBefore = week === state.week + 1 ? state.inWeek : 0
  return { ...state, week, inWeek: 0, inWeekBefore, longSteps: 0 }
}
