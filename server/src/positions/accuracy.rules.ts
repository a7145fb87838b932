import type { Coordinates } from '../locations/great-circle.rules.ts'

/** Metres a fix is off by when its device did not say. */
export const usualAccuracyM = 50
/** Metres from which on a fix is coarse: made of cells and networks, not of satellites. */
export const coarseFromM = 200
/** Seconds for which a better fix counts more than a newer one that is coarse. */
export const coarseWaitsSeconds = 60

/** Where something was, and how far off that may be. */
export interface Measured extends Coordinates {
  /** Metres; null or absent when its device did not say. */
  accuracy_m?: number | null
}

/** The accuracy a sample says, in metres; null when it says none. */
export function accuracyOf({ accuracy_m: given }: Readonly<Record<string, unknown>>): number | null {
  return typeof given === 'number' && given >= 0 ? given : null
}

/**
 * TELE-1: which of two fixes of one instant counts: the more accurate, and of two alike always the same one, whichever came first.
 */
export function isBetterFix(one: Measured, other: Measured): boolean {
  const by = metresOf(one) - metresOf(other) || one.latitude - other.latitude || one.longitude - other.longitude
  return by < 0
}

/** How far off a fix may be, in metres; the usual when its device did not say. */
export function metresOf({ accuracy_m }: Measured): number {
  return accuracy_m ?? usualAccuracyM
}

/** TELE-1: of two fixes the one with the higher rank is the last position: a coarse one counts as if it were a minute older. */
export function rankOfFix(at: number, accuracyM: number | null): number {
  return accuracyM !== null && accuracyM >= coarseFromM ? at - coarseWaitsSeconds * 1_000 : at
}
