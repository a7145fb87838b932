import { regulation, regulationForTwo } from './law.rules.ts'

const { untilBreak, day, period, rest, shortRest } = regulation

/**
 * Cheap bounds for searches over very many routes, in minutes: a shift of one driver within them is lawful on its own,
 * and leaves a daily rest in its 24 hours. They ignore weekly limits: results are verified with `someTimelineOf`.
 */
export const shiftBounds = { until_break: untilBreak, break: regulation.break, day, span: period - rest, rest } as const

/** The shortest pause in minutes that can be a daily rest. */
export const leastDailyRest = shortRest

/** Hours before a trip that count for the remaining driving of two weeks. */
export const hoursThatCount = 14 * 24

/**
 * Hours before those for which card records also count, because a weekly rest may be compensated until then (HOURS-6).
 * Planned work that old does not count, since it is unknown which rests were taken.
 */
export const hoursOfDebts = 8 * 24

/** Hours after a trip in which its driver may lack a daily rest because of it: a period for one driver, or for two. */
export const hoursThatFollow = 36

/** The longest period in minutes within which a daily rest has to be taken, for one or two drivers. */
export const longestPeriod = regulationForTwo.period
