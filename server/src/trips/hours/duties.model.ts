import type { Crossing } from './crossings.rules.ts'

/** A stop on a driver's route, in minutes; instants in minutes since 1970. It is called at regardless of the law. */
export interface Call {
  /** From the previous stop; for the first one, from the driver's location. */
  driving: number
  work: number
  /** Start of the work, if certain or agreed. */
  at?: number | undefined
  /** Earliest start of the work from an instant on, if `at` is not given. */
  opens: (from: number) => number
  /** Latest start that is not late. */
  latest: number
  /** HOURS-9: the work is boarding, and the driver is aboard until the next call. */
  boards?: Crossing | undefined
  /** Boards for a fixed departure, so no rest that would miss it is taken before. */
  isSailing?: boolean
  /** HOURS-9: the crossing that ends here. The call begins when it arrives. */
  lands?: Crossing | undefined
}

/** A drive and the work at its end, in minutes. Instants are minutes since 1970. */
export interface Duty {
  driving: number
  work: number
  /** When the work may begin: sorted, not overlapping; none: at any time. */
  windows: readonly (readonly [from: number, to: number])[]
  /** Next opening of the place from an instant on, if a list cannot express it. Work begins then, or after a rest. */
  opens?: ((from: number) => number) | undefined
  /** HOURS-9: the work is boarding, and the driver is aboard after it. */
  boards?: Crossing | undefined
  /** HOURS-9: the crossing that ends here: there is no drive to it, and the work is driving off. */
  lands?: Crossing | undefined
}
