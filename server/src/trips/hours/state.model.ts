/** Kinds of steps in a timeline. */
export type StepKind = 'DRIVE' | 'WORK' | 'WAIT' | 'BREAK' | 'DAILY_REST' | 'WEEKLY_REST'

/**
 * The last action, linked to earlier ones. Moved: everything since the last daily rest is later by this much. Duty: the
 * next duty began this many minutes into the following pause, or at that exact instant.
 */
export interface Trace {
  before: Trace | null
  kind: StepKind | 'MOVED' | 'DUTY' | 'DUTY_AT'
  minutes: number
  /** How long before it the interrupted rest began (HOURS-9). */
  since?: number
}

/** A calendar week, with the driving in it and in the week before. */
export type Weeks = Pick<State, 'week' | 'inWeek' | 'inWeekBefore'>

/** A driver's past work, as relevant to the law. Instants are minutes since 1970. */
export interface State {
  /** The instant up to which this is known. */
  at: number
  /** Driving since the last break. */
  since: number
  /** The first part of a split break has been taken since then. */
  hasPart: boolean
  /** End of the last daily or weekly rest, at which the 24-hour period begins. */
  begin: number
  /** Driving since then. */
  driven: number
  /** Extra hours of earlier long days in this calendar week. */
  longSteps: number
  /** The three-hour part of a split daily rest has been taken. */
  hasSplit: boolean
  /** Number of short daily rests since the last weekly rest. */
  shortRests: number
  week: number
  inWeek: number
  inWeekBefore: number
  /** The week values as of `begin`. */
  weeksAtBegin: Weeks
  /** End of the last weekly rest. */
  weekly: number
  /** Which of the last weekly rests were short: one bit each, the latest in the lowest bit. */
  shortWeekly: number
  /** Compensations owed for short weekly rests, in the order of these rests. */
  owed: readonly Debt[]
  /** By how much everything since `begin` may be delayed. */
  slack: number
  /** The last interrupted rest, while it continues. */
  cut: Cut | null
  trace: Trace | null
}

/** A pause in progress: the state before it, and its minutes so far. */
export interface Run {
  from: State
  minutes: number
}

/** The shortfall of a weekly rest, in minutes; instants in minutes since 1970. */
export interface Debt {
  minutes: number
  /** To be compensated before this Monday. */
  due: number
  /** End of that weekly rest. */
  restEnd: number
  /** Calendar weeks after the week of the rest until it is due. */
  weeks: number
}

/** HOURS-9: a rest that is interrupted by other work and continues. Instants are minutes since 1970. */
export interface Cut {
  /** Start of the rest, and minutes rested so far. */
  at: number
  minutes: number
  /** Number of interruptions, and their total duration. */
  times: number
  spent: number
  /** Three hours of a split rest were taken before it. */
  hadSplit: boolean
  /** It may be a regular weekly rest. */
  mayBeRegularWeekly: boolean
}
