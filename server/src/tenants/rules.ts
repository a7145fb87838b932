import { errorItem, Problem } from '../http/problem.ts'
import type { RateLimits } from '../http/rate-limit.rules.ts'

/** Something named by code and name, such as a transport service. */
export interface Named {
  code: string
  name: string
}

export interface NewPackaging extends Named {
  export_alias?: string
  sizes?: { code: string; name: string; [measure: string]: string | number }[]
}

/** Reference data to be added to a tenant; lists that are left out add nothing. */
export interface NewReference {
  transport_services?: Named[]
  service_levels?: Named[]
  import_configurations?: Named[]
  packaging_types?: NewPackaging[]
  custom_activities?: { code: string; label: string }[]
  container_types?: (Named & { iso_code?: string })[]
}

/** @throws Problem validation_failed unless the slug is 1 to 63 of a-z, 0-9 and -, not beginning with - */
export function checkSlug(slug: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) return
  const message = `The slug "${slug}" must be 1 to 63 characters of a-z, 0-9 and -, and begin with a letter or digit.`
  throw new Problem('validation_failed', { message, errors: [errorItem('slug', message, 'slug_malformed')] })
}

/** The Problem of a second tenant with the same slug. */
export function slugTaken(slug: string): Problem {
  const message = `A tenant called "${slug}" exists. Choose another slug.`
  return new Problem('validation_failed', { message, errors: [errorItem('slug', message, 'slug_taken')] })
}

/** @throws Problem validation_failed for a window of less than a second or more than a day, or without requests */
export function checkLimits(limits: RateLimits): void {
  for (const window of [...limits.general, ...limits.token]) {
    const fits = isBetween(window.seconds, 1, 86_400) && isBetween(window.requests, 1, 100_000)
    if (fits) continue
    const message = 'A limit needs seconds from 1 to 86400 and requests from 1 to 100000, both whole numbers.'
    throw new Problem('validation_failed', { message, errors: [errorItem('limits', message, 'limit_out_of_range')] })
  }
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

/** What every new tenant starts with, so that a first order can be sent at once. */
export const minimalReference: NewReference = {
  transport_services: [{ code: 'GENERAL', name: 'General' }],
  service_levels: [
    { code: 'STANDARD', name: 'Standard' },
    { code: 'EXPRESS', name: 'Express' },
  ],
  import_configurations: [{ code: 'API', name: 'API' }],
  packaging_types: [
    {
      code: 'PALLET',
      name: 'Pallet',
      sizes: [
        { code: 'EUR', name: 'Euro pallet', length_m: 1.2, width_m: 0.8, loading_meters: 0.4, pallet_spaces: 1 },
        { code: 'BLOCK', name: 'Block pallet', length_m: 1.2, width_m: 1, loading_meters: 0.5, pallet_spaces: 1.25 },
      ],
    },
    { code: 'BOX', name: 'Box' },
    { code: 'DRUM', name: 'Drum' },
    { code: 'IBC', name: 'Intermediate bulk container' },
    { code: 'COLLI', name: 'Colli' },
  ],
  custom_activities: [
    { code: 'CLEANING', label: 'Cleaning' },
    { code: 'WEIGHING', label: 'Weighing' },
    { code: 'CUSTOMS', label: 'Customs clearance' },
  ],
  container_types: [
    { code: '20GP', name: "20' standard", iso_code: '22G1' },
    { code: '40GP', name: "40' standard", iso_code: '42G1' },
    { code: '40HC', name: "40' high cube", iso_code: '45G1' },
    { code: '45HC', name: "45' high cube", iso_code: 'L5G1' },
  ],
}
