import { createHash } from 'node:crypto'
import type { Location, LocationOutput } from '@cartage/contract/locations/location'
import { placeKey } from '../place-key.ts'

/** A place of an upload, without nulls. */
export type SentLocation = { [Name in keyof Location]?: Exclude<Location[Name], null> | undefined }

/** The key that identifies a place: from its name, address, postal code, city and country. */
export function locationKey(location: SentLocation): Buffer {
  return placeKey(location)
}

/** Address fields that are not part of the key. */
const details = ['display_name', 'address_second_line', 'state', 'code', 'external_id'] as const

/** Whether a place is shown with other details than those sent. A name counts only if one was sent. */
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

/** An existing place, as needed for orders. */
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
