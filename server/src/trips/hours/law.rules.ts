import type { DrivingLaw } from '@cartage/contract/tenants/app/planning-limits'

/**
 * Limits of driving and rest time, in minutes. The period is the time from the end of one daily rest within which the
 * next has to be taken.
 */
export interface Law {
  /** Drivers in one vehicle: one, or two who share the driving. */
  drivers: 1 | 2
  isAetr: boolean
  /** Driving until a break is due, the break, and the two parts of a split break. */
  untilBreak: number
  break: number
  firstPart: number
  secondPart: number
  /** Driving limit of a day, its extension, and the number of extensions per day and week (of all drivers together). */
  day: number
  longStep: number
  longStepsOfDay: number
  longStepsOfWeek: number
  week: number
  fortnight: number
  period: number
  rest: number
  shortRest: number
  /** Number of short daily rests between two weekly rests. */
  shortRests: number
  /** The two parts of a split daily rest. */
  splitFirst: number
  splitSecond: number
  /** Article 9(1): minimum length of a daily rest interrupted on a crossing, and limits for the interruptions. */
  interruptedRest: number
  interruptions: number
  interruptedFor: number
  /** Minimum scheduled duration of a crossing that may interrupt a regular weekly rest. */
  longCrossing: number
  weeklyRest: number
  shortWeeklyRest: number
  /** Number of consecutive weekly rests considered, and how many of them may be short. */
  weeklyRestsTogether: number
  shortWeeklyRests: number
  /** Calendar weeks after its own within which the shortfall of a weekly rest must be compensated. */
  weeksToCompensate: number
  /** Requirements due after this instant are ignored, in minutes since 1970. */
  horizon: number
  /** Latest start of a weekly rest after the end of the last one. */
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
 * HOURS-2: the regulation for two drivers in one vehicle, whose driving is added up: one has a break while the other
 * drives, and both rest nine hours within 30 (articles 4(o), 7 and 8(5)).
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

/** Whether a law applies to two drivers in one vehicle. */
export function isForTwo({ drivers }: Pick<Law, 'drivers'>): boolean {
  return drivers > 1
}

/** HOURS-8: the law set by a tenant, for a number of drivers in one vehicle. */
export function lawFor(drivers: number, law: DrivingLaw = 'EU'): Law {
  const [one, two] = laws[law]
  return drivers > 1 ? two : one
}

/** Rules that can make a plan unlawful, by precedence: if several are broken, the first is reported. */
export const rules = ['daily_rest', 'break', 'day', 'week', 'fortnight', 'compensation', 'weekly_rest'] as const

export type Rule = (typeof rules)[number]

/** The law without some of its rules. */
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
  // For goods transport AETR equals the regulation before 2020: the same limits, with one short weekly rest of two.
  AETR: both({ isAetr: true }),
  NO_LAW: [without(regulation, rules), without(regulationForTwo, rules)],
}

const none: readonly number[] = []
const pauses = new WeakMap<Law, WeakMap<readonly number[], readonly number[]>>()

/**
 * Lengths from which a pause counts as something else: after a rest, part of the next break or rest may follow.
 * @param owed compensations for short weekly rests that may be attached to it
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
 * The article that contains a rule.
 * @param isAfterCrossing shortly after a ferry or train: the article on interrupted rests (HOURS-9)
 */
export function articleOf(rule: Rule, law: Pick<Law, 'drivers' | 'isAetr'>, isAfterCrossing = false): string {
  const isRest = rule === 'daily_rest' || (rule === 'weekly_rest' && !law.isAetr)
  if (isAfterCrossing && isRest) return `${articleOf(rule, law)}, ${law.isAetr ? '8 bis' : '9(1)'}`
  if (rule === 'daily_rest' && isForTwo(law)) return '8(5)'
  if (rule === 'compensation' && law.isAetr) return '8(6)(a)'
  return articles[rule]
}

const minutesOfWeek = 7 * 24 * hour
/** 5 January 1970 was a Monday. Weeks are in UTC, as in the tachograph. */
const firstMonday = 4 * 24 * hour

/** The number of the calendar week of an instant in minutes since 1970. */
export function weekOf(minute: number): number {
  return Math.floor((minute - firstMonday) / minutesOfWeek)
}

/** Start of a calendar week, in minutes since 1970. */
export function mondayOf(week: number): number {
  return firstMonday + week * minutesOfWeek
}
