import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { type Coordinates, greatCircleKm } from '../great-circle.rules.ts'

/** What is sent of a location: never its name, which may be that of a person. */
export interface GeocodedAddress {
  address: string | null
  postal_code: string | null
  city: string | null
  country: string | null
}

/** How exactly a geocoder found something, the most exact first. */
export const precisions = ['HOUSE', 'STREET', 'DISTRICT', 'TOWN'] as const
export type Precision = (typeof precisions)[number]

/** One place of the answer of a geocoder. */
export interface GeocoderHit extends Coordinates {
  precision: Precision
  /** Two-letter code in capitals; null when it is not said. */
  country: string | null
  postal_code: string | null
}

/** How far from the coordinates a place may be that was found so exactly, in kilometres. */
const radiusKm: Readonly<Record<Precision, number>> = { HOUSE: 0.2, STREET: 1, DISTRICT: 3, TOWN: 8 }

/** Places of one answer that are nearer to each other are one, in kilometres. */
const samePlaceKm = 25

/**
 * Whether a geocoder is asked (PLACE-9): the built-in towns know neither the place nor its town, or the street may decide between several of
 * one name.
 */
export function isUncertain(estimate: PlaceEstimate | null, { address, city, postal_code }: GeocodedAddress): boolean {
  if (!city?.trim() && !postal_code?.trim()) return false
  if (estimate === null || estimate.source === 'REGION') return true
  return estimate.source === 'AMBIGUOUS' && Boolean(address?.trim())
}

/**
 * The place that an answer means (PLACE-9): in the written country, with the written postal code where the answer has it. Places far
 * apart that are as good as each other are none: then people are asked.
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

/** `3011` is the beginning of `3011AB`. */
function isSameCode(one: string, other: string): boolean {
  return other.length >= 3 && (one.startsWith(other) || other.startsWith(one) || one.endsWith(other))
}
