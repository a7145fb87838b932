import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { type Coordinates, greatCircleKm } from '../great-circle.rules.ts'

/** The data sent for a location: never its name, which may be a person's. */
export interface GeocodedAddress {
  address: string | null
  postal_code: string | null
  city: string | null
  country: string | null
}

/** Precision of a geocoder result, most precise first. */
export const precisions = ['HOUSE', 'STREET', 'DISTRICT', 'TOWN'] as const
export type Precision = (typeof precisions)[number]

/** One place in a geocoder's answer. */
export interface GeocoderHit extends Coordinates {
  precision: Precision
  /** Two-letter code in capitals; null if absent. */
  country: string | null
  postal_code: string | null
}

/** Maximum distance of a place from the result by precision, in kilometres. */
const radiusKm: Readonly<Record<Precision, number>> = { HOUSE: 0.2, STREET: 1, DISTRICT: 3, TOWN: 8 }

/** Results of one answer within this distance count as one place, in kilometres. */
const samePlaceKm = 25

/**
 * Whether to query a geocoder (PLACE-9): the built-in towns have neither the place nor its town, or the street may
 * decide between several towns of one name.
 */
export function isUncertain(estimate: PlaceEstimate | null, { address, city, postal_code }: GeocodedAddress): boolean {
  if (!city?.trim() && !postal_code?.trim()) return false
  if (estimate === null || estimate.source === 'REGION') return true
  return estimate.source === 'AMBIGUOUS' && Boolean(address?.trim())
}

/**
 * The place in an answer (PLACE-9): in the written country, with the written postal code if the answer has it. If
 * equally good results are far apart, there is none, and people are asked.
 * @param country two-letter code of the written country, if it is known
 */
export function chooseHit(
  hits: readonly GeocoderHit[],
  country: string | undefined,
  postalCode: string | null,
): (Coordinates & { radius_km: number }) | undefined {
  const inside = hits.filter((hit) => country === undefined || hit.country === null || hit.country === country)
  const wanted = plain(postalCode ?? '')
  const coded = wanted === '' ? [] : inside.filter((hit) => isSameCode(wanted, plain(hit.postal_code ?? '')))
  const fitting = coded.length > 0 ? coded : inside
  const best = precisions.find((precision) => fitting.some((hit) => hit.precision === precision))
  const [first, ...others] = fitting.filter((hit) => hit.precision === best)
  if (!first || others.some((other) => greatCircleKm(first, other) > samePlaceKm)) return undefined
  const { latitude, longitude } = first
  return { latitude, longitude, radius_km: radiusKm[first.precision] }
}

function plain(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** `3011` is a prefix of `3011AB`. */
function isSameCode(one: string, other: string): boolean {
  return other.length >= 3 && (one.startsWith(other) || other.startsWith(one) || one.endsWith(other))
}
