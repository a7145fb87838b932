import type { TrackingUpdatePayload } from '@cartage/contract/inbound/tracking-update'
import { newestPosition, type Reading } from './readings.rules.ts'

/** Measurements of one device in the format of `tracking-update`. */
export type SentUpdate = NonNullable<TrackingUpdatePayload['updates']>[number]

const longestName = 500

/**
 * The device of a webhook item (TELE-5), by its most reliable name for the vehicle. Undefined for items about drivers,
 * subcontractors and containers.
 */
export function deviceOf({ tracking_match }: SentUpdate): string | undefined {
  for (const { resource } of tracking_match.matches_any ?? []) {
    const { integration_object_id, generic_id, name } = resource?.vehicle ?? {}
    const names = [integration_object_id, generic_id, name].flatMap((one) => one?.matches_any ?? [])
    const first = names.map((one) => one.trim()).find((one) => one !== '')
    if (first !== undefined) return first.slice(0, longestName)
  }
  return undefined
}

/**
 * Data of each device in a message, with its display name; one reading per device.
 * @param until milliseconds since 1970: later positions come from a wrong clock and are left out
 */
export function readingsOf(updates: readonly SentUpdate[], until: number): Reading[] {
  const known = new Map<string, Reading>()
  for (const update of updates) {
    const source_id = deviceOf(update)
    if (source_id === undefined) continue
    const own = update.tracking_update_data ?? []
    const data = own.filter(({ position }) => !position || Date.parse(position.timestamp) <= until)
    const before = known.get(source_id)?.data ?? []
    known.set(source_id, { source_id, label: labelOf(update, source_id), data: [...before, ...data] })
  }
  return [...known.values()]
}

function labelOf({ tracking_match }: SentUpdate, device: string): string | null {
  const names = (tracking_match.matches_any ?? []).flatMap(({ resource }) => resource?.vehicle?.name?.matches_any ?? [])
  return names.find((name) => name.trim() !== '' && name.trim() !== device)?.slice(0, longestName) ?? null
}

/** Stored data of a device: its last position, otherwise its first measurement. */
export function lastOf({ data }: Reading): { recorded_at: string | null; doc: object | null } {
  const last = newestPosition(data)
  return { recorded_at: last?.timestamp ?? null, doc: last ?? data[0] ?? null }
}
