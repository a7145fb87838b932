import { listResourceRecords } from '@cartage/contract/resources/app/record'
import {
  findMeantResources,
  mostBatchRows,
  type NamedResource,
  type UnavailabilityRowResult,
} from '@cartage/contract/unavailabilities/app/batch'
import { call } from '../../api/call.ts'
import { addUnavailabilities, removeUnavailabilities } from '../queries.ts'
import type { SentTime } from './rows.ts'

/** Maximum number of events per file. The calendar's name takes one more search. */
export const mostEvents = mostBatchRows - 1

const mostTexts = 50

interface EventTexts {
  line: number
  title: string
  addresses: readonly string[]
  names: readonly string[]
}

/** Resources of events by their texts, resource of the calendar by its name, and the tenant's time zone. */
export async function findResourcesOfEvents(events: readonly EventTexts[], calendar: string) {
  const searched = [...events, { line: 0, title: calendar, addresses: [], names: [] }].map((event) => ({
    line: event.line,
    title: event.title.slice(0, 500),
    addresses: event.addresses.filter((one) => one.length <= 320).slice(0, mostTexts),
    names: event.names.map((one) => one.slice(0, 300)).slice(0, mostTexts),
  }))
  const { time_zone: timeZone, items } = await call(findMeantResources, { body: { events: searched } })
  const people = new Map(items.map(({ line, resources }) => [line, resources]))
  return { timeZone, people, owner: people.get(0)?.[0] ?? null }
}

/** Active resources matching a text. */
export async function findWhom(text: string): Promise<NamedResource[]> {
  const query = { limit: 20, ...(text.trim() !== '' && { q: text.trim() }) }
  const { items } = await call(listResourceRecords, { query })
  return items.map(({ resource_id, resource_type, name, license_plate }) => ({
    resource_id,
    resource_type,
    name,
    license_plate,
  }))
}

/** Sends times, as many per request as the server accepts. Returns the result of each, in order. */
export async function sendTimes(times: readonly SentTime[], isDryRun: boolean): Promise<UnavailabilityRowResult[]> {
  const results: UnavailabilityRowResult[] = []
  for (let at = 0; at < times.length; at += mostBatchRows) {
    const rows = times.slice(at, at + mostBatchRows).map((time, place) => ({ ...time, line: place + 1 }))
    results.push(...(await addUnavailabilities(rows, isDryRun)))
  }
  return results
}

/** Reverts `sendTimes`: removes what it created, and restores what it moved or removed. */
export async function takeBackTimes(results: readonly UnavailabilityRowResult[]): Promise<void> {
  const created = results.filter(({ outcome }) => outcome === 'CREATED')
  for (let at = 0; at < created.length; at += mostBatchRows) {
    await removeUnavailabilities(created.slice(at, at + mostBatchRows))
  }
  const changed = results.flatMap(({ before, resource_id }) =>
    before && resource_id ? [{ ...before, resource: { id: resource_id } }] : [],
  )
  for (let at = 0; at < changed.length; at += mostBatchRows) {
    const rows = changed.slice(at, at + mostBatchRows).map((one, place) => ({ ...one, line: place + 1 }))
    await addUnavailabilities(rows)
  }
}
