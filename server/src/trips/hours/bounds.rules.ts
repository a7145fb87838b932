import { regulation, regulationForTwo } from './law.rules.ts'

const { untilBreak, day, period, rest, shortRest } = regulation

/**
 * Cheap bounds for who looks at very many ways, in minutes: a shift of one driver within them is lawful by itself, and ends so
 * that a whole daily rest is left in its 24 hours. They know nothing of weeks: what is found is asked of `someTimelineOf`.
 */
export const shiftBounds = { until_break: untilBreak, break: regulation.break, day, span: period - rest, rest } as const

/** A pause of so many minutes can be a daily rest. */
export const leastDailyRest = shortRest

/** So many hours before a trip count for what is left of two weeks. */
export const hoursThatCount = 14 * 24

/**
 * So many hours before those what a card says counts too: a weekly rest may be made up for until then (HOURS-6). What was planned that
 * long ago does not, since no one knows which rests were taken.
 */
export const hoursOfDebts = 8 * 24

/** So many hours after a trip its driver may have no time for a daily rest because of it: a period for one, or for two. */
export const hoursThatFollow = 36

/** The longest time in minutes in which a daily rest has to be taken, of any driver. */
export const longestPeriod = regulationForTwo.period
