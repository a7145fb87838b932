import type { Sentence } from '@cartage/contract/message'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { keepMessageBody } from '../documents/message-body.commands.ts'
import { receive } from '../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../messages/rules.ts'
import { readCardIsolated } from './card/read.gateway.ts'
import type { DriverCard } from './card/rules.ts'
import { driverOf, itemOf, keyOf, numberOf } from './driver.rules.ts'
import { keepActivities } from './store.ts'
import { stretchesOf, withCrossings } from './stretches.rules.ts'
import { applyUnit, type TakenUnit } from './unit/commands.ts'
import { readUnitIsolated } from './unit/read.gateway.ts'
import type { ReadUnit } from './unit/rules.ts'
import { isVehicleUnit } from './unit/sections.rules.ts'
import { findCandidates, findDriver } from './views.ts'

/** Result of a driver card. */
export interface TakenCard {
  errors?: { error_type: 'USER_INPUT_ERROR'; error_message: string }[]
  driver?: { id: string; name: string }
  first_day?: string
  last_day?: string
}

/** Content of a download. */
type ReadDownload = { card: DriverCard } | { unit: ReadUnit }

/** Result of a download. */
export type TakenDownload = TakenCard | TakenUnit

/** Processes the download of a driver card (TACHO-6, TACHO-7) or of a vehicle unit (TACHO-11, TACHO-12). */
export const receiveDriverCard: Receiver<ReadDownload, TakenDownload> = {
  async prepare(_ctx, { tenantId, body }) {
    if (isVehicleUnit(body)) return { unit: await readUnitIsolated(tenantId, body) }
    return { card: await readCardIsolated(tenantId, body) }
  },
  async apply(_ctx, tx, note, message, read) {
    if ('unit' in read) return await applyUnit(tx, note, message, read.unit, senderOf(message))
    return await applyCard(tx, note, message, read.card)
  },
}

async function applyCard(tx: Tx, note: Note, message: InboundMessage, card: DriverCard): Promise<TakenCard> {
  const item = itemOf(card)
  const found = await holderOf(tx, message, card)
  const driver = typeof found === 'string' ? await findDriver(tx, found) : undefined
  if (!driver) {
    const [reason] = typeof found === 'string' ? [noDriver.message] : found
    note.unmatched('', item, String(reason))
    return { errors: [{ error_type: 'USER_INPUT_ERROR', error_message: String(reason) }] }
  }
  const { resource_id, name } = driver
  const stretches = withCrossings(stretchesOf(card.days), card.crossings)
  const valid_until = card.card.validUntil?.slice(0, 10) ?? null
  if (stretches.length > 0) await keepActivities(tx, { card_number: keyOf(card), resource_id, valid_until }, stretches)
  note.touched('resource', resource_id)
  const { first_day, last_day } = item
  const after = { driver_card: { card_number: item.card_number, first_day, last_day } }
  await recordChanges(tx, senderOf(message), [
    { entity_type: 'resource', entity_id: resource_id, action: 'updated', before: {}, after },
  ])
  return { driver: { id: resource_id, name }, first_day, last_day }
}

const noDriver = { message: 'Only a driver who is not archived can have a driver card. Choose another record.' }

function senderOf({ actor, credentialId, requestId }: InboundMessage): By {
  return { actor: actor ?? { kind: 'webhook', id: credentialId }, requestId }
}

/** The driver chosen by a person, otherwise the one matching the card. */
async function holderOf(tx: Tx, { target }: InboundMessage, card: DriverCard): Promise<string | Sentence[]> {
  if (target?.entity_type === 'resource') return target.entity_id
  const of = { key: keyOf(card), number: numberOf(card), birth: card.holder.birthDate }
  return driverOf(card, await findCandidates(tx, of))
}

/**
 * Accepts the download of a driver card or vehicle unit from a person; it is stored first. Data without a matching
 * driver waits in the inbox with the reason, and so does an unreadable file.
 * @throws Problem the rejection of the reader, after the file was stored
 */
export async function takeCard(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  { bytes, mediaType }: { bytes: Buffer; mediaType: string },
): Promise<TakenDownload> {
  return await receive(
    ctx,
    {
      kind: 'driver-card',
      tenantId,
      credentialId: by.actor.id!,
      actor: by.actor,
      requestId: by.requestId!,
      messageKey: undefined,
      query: {},
      headers: { 'content-type': mediaType },
      body: bytes,
      keepBody: keepMessageBody,
    },
    receiveDriverCard,
  )
}
