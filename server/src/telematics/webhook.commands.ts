import type { Tx } from '../db/tenant.ts'
import { bindSources, saveSources } from './store.ts'
import { liveResources } from './views.ts'
import { deviceOf, lastOf, readingsOf, type SentUpdate } from './webhook.rules.ts'

/** The devices of a message, and which vehicles a person said they are. */
export interface NotedDevices {
  /** The vehicle that a person chose for the device of an item; undefined without one. */
  chosenFor(update: SentUpdate): { found: { resource_id: string }; refusal: undefined } | undefined
  /** Keeps which vehicle each item was taken for; null: it matched none. */
  bind(matches: readonly (readonly [SentUpdate, string | null])[]): Promise<void>
}

/**
 * Keeps what each device of a webhook sent last (TELE-5), before anything of it is judged.
 * @param clientId the credentials that the message came with
 * @param until milliseconds since 1970: positions after it are of a clock that is wrong
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
      // Most of the time it is the vehicle that it was before, and nothing is written.
      const changed = [...found].flatMap(([source_id, resource_id]) =>
        source_id === undefined || before.get(source_id) === resource_id ? [] : [{ source_id, resource_id }],
      )
      await bindSources(tx, clientId, changed)
    },
  }
}
