import type { Tx } from '../db/tenant.ts'
import { bindSources, saveSources } from './store.ts'
import { liveResources } from './views.ts'
import { deviceOf, lastOf, readingsOf, type SentUpdate } from './webhook.rules.ts'

/** The devices of a message, and their manual assignments. */
export interface NotedDevices {
  /** The vehicle manually assigned to the device of an item; undefined without one. */
  chosenFor(update: SentUpdate): { found: { resource_id: string }; refusal: undefined } | undefined
  /** Stores the matched vehicle of each item; null: no match. */
  bind(matches: readonly (readonly [SentUpdate, string | null])[]): Promise<void>
}

/**
 * Stores the last data of each device of a webhook (TELE-5), before any of it is validated.
 * @param clientId the credentials of the message
 * @param until milliseconds since 1970: later positions come from a wrong clock
 */
export async function noteDevices(
  tx: Tx,
  clientId: string,
  updates: readonly SentUpdate[],
  until: number,
): Promise<NotedDevices> {
  const rows = readingsOf(updates, until).map(({ data, ...one }) => ({ ...one, ...lastOf({ ...one, data }) }))
  const known = await saveSources(tx, clientId, rows)
  const chosen = known.flatMap(({ source_id, resource_id, is_chosen }): [string, string][] =>
    is_chosen && resource_id !== null ? [[source_id, resource_id]] : [],
  )
  const live = await liveResources(
    tx,
    chosen.map(([, resource_id]) => resource_id),
  )
  const vehicles = new Map(chosen.filter(([, resource_id]) => live.has(resource_id)))
  const before = new Map(known.map(({ source_id, resource_id }) => [source_id, resource_id]))
  return {
    chosenFor(update) {
      const resource_id = vehicles.get(deviceOf(update) ?? '')
      return resource_id === undefined ? undefined : { found: { resource_id }, refusal: undefined }
    },
    async bind(matches) {
      const found = new Map(matches.map(([update, resource_id]) => [deviceOf(update), resource_id]))
      // Usually the vehicle is unchanged, and nothing is written.
      const changed = [...found].flatMap(([source_id, resource_id]) =>
        source_id === undefined || before.get(source_id) === resource_id ? [] : [{ source_id, resource_id }],
      )
      await bindSources(tx, clientId, changed)
    },
  }
}
