import { createHash } from 'node:crypto'
import type { Location, LocationOutput } from '@cartage/contract/locations/location'

/** A place as an upload says it, without nulls. */
export type SentLocation = { [Name in keyof Location]?: Exclude<Location[Name], null> | undefined }

/**
 * The key a place is recognised by: SHA-256 of its name, address, postal code, city and country, in lower case and
 * without the spaces and signs people write differently each time.
 */
export function locationKey(location: SentLocation): Buffer {
  const { name, address, postal_code, city, country } = location
  const text = [name, address, postal_code, city, country].map(normalised).join('\u001f')
  return createHash('sha256').update(text).digest()
}

/** Members of an address that say more than the key of its place does. */
const details = ['display_name', 'address_second_line', 'state', 'code', 'external_id'] as const

/** Whether a place is shown with other details than were sent. Its name is made up where none was sent. */
export function hasOtherDetails(sent: SentLocation, shown: LocationOutput): boolean {
  return details.some((name) =>
    name === 'display_name' && !sent[name] ? false : (sent[name] || null) !== (shown[name] || null),
  )
}

/** The key of a place whose details differ from those of the place with its {@link locationKey}. */
export function detailedLocationKey(location: SentLocation): Buffer {
  const text = details.map((name) => location[name] ?? '').join('\u001f')
  return createHash('sha256').update(locationKey(location)).update(text).digest()
}

/** One spelling of a text: compatibility characters unified, lower case, single spaces, no commas and full stops. */
function normalised(text: string | undefined): string {
  if (!text) return ''
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,;]+/g, ' ')
    .trim()
}

/** A place that exists, as far as orders need it. */
export interface KnownPlace {
  location_id: string
  name: string | null
  address: string | null
  address_second_line: string | null
  postal_code: string | null
  city: string | null
  state: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
}
