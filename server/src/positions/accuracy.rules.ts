import type { Coordinates } from '../locations/great-circle.rules.ts'

/** Assumed accuracy in metres if the device reports none. */
export const usualAccuracyM = 50
/** From this accuracy in metres on, a fix is coarse: located by cells and networks instead of satellites. */
export const coarseFromM = 200
/** Seconds for which a better fix takes precedence over a newer coarse one. */
export const coarseWaitsSeconds = 60

/** A position with its accuracy. */
export interface Measured extends Coordinates {
  /** Metres; null or absent if not reported by the device. */
  accuracy_m?: number | null
}

/** The reported accuracy of a sample, in metres; null if not reported. */
export function accuracyOf({ accuracy_m: given }: Readonly<Record<string, unknown>>): number | null {
  return typeof given === 'number' && given >= 0 ? given : null
}

/** TELE-1: which of two fixes at one instant counts: the more accurate one, regardless of arrival order. */
export function isBetterFix(one: Measured, other: Measured): boolean {
  const by = metresOf(one) - metresOf(other) || one.latitude - other.latitude || one.longitude - other.longitude
  return by < 0
}

/** The accuracy of a fix in metres; the assumed one if the device reported none. */
export function metresOf({ accuracy_m }: Measured): number {
  return accuracy_m ?? usualAccuracyM
}

/** TELE-1: of two fixes the higher rank is the last position. A coarse one counts as if it were a minute older. */
export function rankOfFix(at: number, accuracyM: number | null): number {
  return accuracyM !== null && accuracyM >= coarseFromM ? at - coarseWaitsSeconds * 1_000 : at
}
