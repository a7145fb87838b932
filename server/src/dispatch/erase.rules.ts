import { personalMembers } from '@cartage/contract/resources/personal'
import { isOneOf, withoutMembers } from '../audit/erase.rules.ts'
import { contactMembers } from '../orders/contacts.rules.ts'
import type { Difference, Json } from './payloads/difference.rules.ts'

/** Members of a message with contact details. */
const reach: ReadonlySet<string> = new Set([...contactMembers, ...personalMembers])
const driverNames: ReadonlySet<string> = new Set([...reach, 'name', 'first_name', 'last_name', 'code', 'note'])

/** The stored part of a message. */
export interface KeptMessage {
  readonly payload: Json
  readonly difference: readonly Difference[]
}

/** A message without contact details: contacts of stops, phone numbers of drivers. */
export function withoutContacts({ payload, difference }: KeptMessage): KeptMessage {
  return {
    payload: withoutMembers(payload, reach),
    difference: difference
      .filter(({ path }) => !isOneOf(reach, path.replaceAll(/\[[^\]]*\]/g, '').split('.')))
      .map((one) => withoutMembers(one, reach)),
  }
}

/** A message with only the id of a driver. Changes of drivers are left out of the difference. */
export function withoutDriver({ payload, difference }: KeptMessage, driverId: string): KeptMessage {
  return {
    payload: withoutNamesOf(payload, driverId),
    difference: difference.filter((one) => !JSON.stringify(one).includes(driverId)),
  }
}

function withoutNamesOf(value: Json, driverId: string): Json {
  if (Array.isArray(value)) return value.map((item) => withoutNamesOf(item, driverId))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, one === undefined ? one : withoutNamesOf(one, driverId)]),
  )
  const isDriver = [inner.id, inner.resource_id, inner.row_id].includes(driverId)
  return isDriver ? withoutMembers(inner, driverNames) : inner
}
