import type { DrivingLaw } from '@cartage/contract/tenants/app/planning-limits'

/**
 * Limits of driving and rest time, in minutes. A period is the time from the end of one daily rest within which the next
 * has to be taken.
 */
export interface Law {
  /** Drivers on one vehicle: one, or two who share the driving. */
  drivers: 1 | 2
  isAetr: boolean
  /** Driving until a break is due, the break, and its two parts where it is taken in parts. */
  untilBreak: number
  break: number
  firstPart: number
  secondPart: number
  /** Driving of a day, by how much a day may be longer, on how many days of one and of a week (those of all drivers). */
  day: number
  longStep: number
  longStepsOfDay: number
  longStepsOfWeek: number
  week: number
  fortnight: number
  period: number
  rest: number
  shortRest: number
  /** Short daily rests between two weekly rests. */
  shortRests: number
  /** Parts of a daily rest that is taken in two. */
  splitFirst: number
  splitSecond: number
  /** On a ferry or train a daily rest of so many minutes may be interrupted so often, and for so many minutes in all (article 9(1)). */
  interruptedRest: number
  interruptions: number
  interruptedFor: number
  /** By the timetable a crossing takes so long where a regular weekly rest is interrupted. */
  longCrossing: number
  weeklyRest: number
  shortWeeklyRest: number
  /** Of so many weekly rests in a row so many may be short. */
  weeklyRestsTogether: number
  shortWeeklyRests: number
  /** What a weekly rest was too short by is rested before the end of so many calendar weeks after its own. */
  weeksToCompensate: number
  /** What is due after this instant, in minutes since 1970, is not asked about. */
  horizon: number
  /** A weekly rest begins so long after the end of the last one at the latest. */
  untilWeeklyRest: number
}

const hour = 60

/** Regulation (EC) 561/2006 as amended by (EU) 2020/1054, for one driver. */
export const regulation: Law = {
  drivers: 1,
  isAetr: false,
  untilBreak: 4.5 * hour,
  break: 45,
  firstPart: 15,
  secondPart: 30,
  day: 9 * hour,
  longStep: hour,
  longStepsOfDay: 1,
  longStepsOfWeek: 2,
  week: 56 * hour,
  fortnight: 90 * hour,
  period: 24 * hour,
  rest: 11 * hour,
  shortRest: 9 * hour,
  shortRests: 3,
  splitFirst: 3 * hour,
  splitSecond: 9 * hour,
  interruptedRest: 11 * hour,
  interruptions: 2,
  interruptedFor: hour,
  longCrossing: 8 * hour,
  weeklyRest: 45 * hour,
  shortWeeklyRest: 24 * hour,
  weeklyRestsTogether: 2,
  shortWeeklyRests: 1,
  weeksToCompensate: 3,
  horizon: Infinity,
  untilWeeklyRest: 6 * 24 * hour,
}

/**
 * HOURS-2: the same for two drivers on one vehicle, whose driving is added up: one has a break while the other drives, and both
 * rest nine hours within 30 (articles 4(o), 7 and 8(5)).
 */
export const regulationForTwo: Law = {
  ...regulation,
  drivers: 2,
  untilBreak: Infinity,
  day: 2 * regulation.day,
  longStepsOfDay: 2,
  longStepsOfWeek: 4,
  week: 2 * regulation.week,
  fortnight: 2 * regulation.fortnight,
  period: 30 * hour,
  rest: 9 * hour,
  splitFirst: Infinity,
}

/** Whether a law is that of two drivers on one vehicle. */
export function isForTwo({ drivers }: Pick<Law, 'drivers'>): boolean {
  return drivers > 1
}

/** HOURS-8: the law that a tenant has set, for so many drivers on one vehicle. */
export function lawFor(drivers: number, law: DrivingLaw = 'EU'): Law {
  const [one, two] = laws[law]
  return drivers > 1 ? two : one
}

/** Rules that a plan can be without a lawful timeline for. Where several are at fault, the first of them is named. */
export const rules = ['daily_rest', 'break', 'day', 'week', 'fortnight', 'compensation', 'weekly_rest'] as const

export type Rule = (typeof rules)[number]

/** The law as it would be without some of its rules. */
export function without(law: Law, left: readonly Rule[]): Law {
  const relaxed = { ...law }
  for (const rule of left) Object.assign(relaxed, unlimited[rule])
  return relaxed
}

const unlimited: Record<Rule, Partial<Law>> = {
  break: { untilBreak: Infinity },
  day: { day: Infinity },
  week: { week: Infinity },
  fortnight: { fortnight: Infinity },
  daily_rest: { period: Infinity },
  compensation: { weeksToCompensate: Infinity },
  weekly_rest: { untilWeeklyRest: Infinity },
}

/** Article 8(6), third subparagraph: of four weekly rests in international transport two are regular ones. */
const international = { weeklyRestsTogether: 4, shortWeeklyRests: 2 }
const both = (members: Partial<Law>): [Law, Law] => [
  { ...regulation, ...members },
  { ...regulationForTwo, ...members },
]

const laws: Record<DrivingLaw, readonly [one: Law, two: Law]> = {
  EU: [regulation, regulationForTwo],
  EU_INTERNATIONAL: both(international),
  // For goods it is what the regulation was before 2020: the limits are the same, with one short weekly rest of two.
  AETR: both({ isAetr: true }),
  NO_LAW: [without(regulation, rules), without(regulationForTwo, rules)],
}

const none: readonly number[] = []
const pauses = new WeakMap<Law, WeakMap<readonly number[], readonly number[]>>()

/**
 * Lengths at which a pause counts as something else: after a rest a part of the next break or rest may follow at once.
 * @param owed what may be rested with it for weekly rests that were too short
 */
export function pausesOf(law: Law, owed: readonly number[] = none): readonly number[] {
  const ofLaw = pauses.get(law) ?? new WeakMap<readonly number[], readonly number[]>()
  pauses.set(law, ofLaw)
  const known = ofLaw.get(owed) ?? pausesWith(law, owed)
  ofLaw.set(owed, known)
  return known
}

function pausesWith(law: Law, owed: readonly number[]): number[] {
  const { firstPart, secondPart, splitFirst, shortRest, rest, shortWeeklyRest, weeklyRest } = law
  const parts = [firstPart, secondPart, law.break, law.break + firstPart, splitFirst, splitFirst + firstPart]
  const rests = [shortRest, rest, shortWeeklyRest, weeklyRest]
    .flatMap((length) => [length, ...owed.map((more) => length + more)])
    .flatMap((length) => [length, length + firstPart, length + splitFirst])
  return [...new Set([...parts, ...rests])]
    .filter((length) => length !== Infinity)
    .toSorted((one, other) => one - other)
}

const articles: Record<Rule, string> = {
  break: '7',
  day: '6(1)',
  week: '6(2)',
  fortnight: '6(3)',
  daily_rest: '8(2)',
  compensation: '8(6b)',
  weekly_rest: '8(6)',
}

/**
 * Where a rule is written.
 * @param isAfterCrossing a ferry or train was taken shortly before: then where it says how a rest may go on there (HOURS-9)
 */
export function articleOf(rule: Rule, law: Pick<Law, 'drivers' | 'isAetr'>, isAfterCrossing = false): string {
  const isRest = rule === 'daily_rest' || (rule === 'weekly_rest' && !law.isAetr)
  if (isAfterCrossing && isRest) return `${articleOf(rule, law)}, ${law.isAetr ? '8 bis' : '9(1)'}`
  if (rule === 'daily_rest' && isForTwo(law)) return '8(5)'
  if (rule === 'compensation' && law.isAetr) return '8(6)(a)'
  return articles[rule]
}

const minutesOfWeek = 7 * 24 * hour
/** 5 January 1970 was a Monday. Weeks are those of the tachograph, which records in UTC. */
const firstMonday = 4 * 24 * hour

/** The number of the calendar week of an instant in minutes since 1970. */
export function weekOf(minute: number): number {
  return Math.floor((minute - firstMonday) / minutesOfWeek)
}

/** When a calendar week begins, in minutes since 1970. */
export function mondayOf(week: number): number {
  return firstMonday + week * minutesOfWeek
}
