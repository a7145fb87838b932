import {
  type TrackingMatchTarget,
  TrackingUpdatePayload,
  type TrackingUpdateResponse,
} from '@cartage/contract/inbound/tracking-update'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { type Placed, placed, updateParts } from '../messages/parts.rules.ts'
import { readMessage } from '../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../messages/rules.ts'
import { keepSamples } from '../positions/jobs.ts'
import { directoryOf, type KnownResource, matchResource, matchValues } from '../positions/matching.rules.ts'
import { findByValues } from '../positions/resources.views.ts'
import { acceptedRange, type Sample, samplesOf } from '../positions/samples.rules.ts'
import { readPositionFacts } from '../positions/settings.views.ts'
import { noteDevices } from '../telematics/webhook.commands.ts'
import { followTemperatures } from '../temperatures/commands.ts'
import { followPositions } from '../trips/eta/commands.ts'
import { resourcesOfSender } from './partner.commands.ts'

type Answer = TrackingUpdateResponse | null

/** A parsed message. */
interface Prepared {
  updates: Placed<NonNullable<TrackingUpdatePayload['updates']>[number]>[]
}

/** Receiver of tracking updates. */
export const trackingReceiver: Receiver<Prepared, Answer> = {
  prepare: async (_ctx, message) => ({ updates: placed(readMessage(TrackingUpdatePayload, message).updates ?? []) }),
  parts: updateParts(),
  apply: applyTracking,
}

/**
 * Stores the samples of every item that matches one resource (TRK-1). Needs two database round trips however many items
 * there are; a repeated message finds all of its samples stored and changes nothing.
 */
async function applyTracking(
  ctx: Context,
  tx: Tx,
  note: Note,
  message: InboundMessage,
  { updates }: Prepared,
): Promise<Answer> {
  const targets = updates.map(({ update }) => update.tracking_match)
  const range = acceptedRange(ctx.now().getTime(), ctx.config.position_retention_days)
  const [facts, found, vehicles] = await Promise.all([
    readPositionFacts(tx),
    findOwn(ctx, tx, message, targets),
    noteDevices(
      tx,
      message.credentialId,
      updates.map(({ update }) => update),
      range.to,
    ),
  ])
  const directory = directoryOf(found)
  // A person's choice for an inbox item takes precedence over its content.
  const chosen = message.target && { found: { resource_id: message.target.entity_id }, refusal: undefined }
  const matches = updates.map(
    ({ update }) => chosen ?? vehicles.chosenFor(update) ?? matchResource(update.tracking_match, directory),
  )
  const samples: Sample[] = []
  const errors: string[] = []
  const touched = new Set<string>()
  updates.forEach(({ path, update }, index) => {
    const match = matches[index]!
    if (!match.found) {
      const reason = message.partner ? `${match.refusal} ${onlyTheirs}` : match.refusal
      note.unmatched(path, update, reason)
      errors.push(`${path}: ${reason}`)
      return
    }
    touched.add(match.found.resource_id)
    ;(update.tracking_update_data ?? []).forEach((data, place) => {
      const one = samplesOf(match.found.resource_id, data, range)
      samples.push(...one.samples)
      for (const { member, reason } of one.refusals) {
        errors.push(`${path}.tracking_update_data.${place}.${member}: ${reason}`)
      }
    })
  })
  for (const id of touched) note.touched('resource', id)
  const [moved] = await Promise.all([
    keepSamples(tx, facts, samples, message.credentialId),
    vehicles.bind(updates.map(({ update }, index) => [update, matches[index]!.found?.resource_id ?? null])),
  ])
  await followPositions(ctx, tx, moved)
  await followTemperatures(ctx, tx, samples)
  tx.afterCommit(() => ctx.wake('positions'))
  if (errors.length === 0) return null
  return { errors: errors.map((error_message) => ({ error_type: 'USER_INPUT_ERROR' as const, error_message })) }
}

const onlyTheirs = 'These credentials belong to a partner: they report on its resources, and on those of its trips.'

/** Possible matches. Resources of others do not exist for the sender (INB-6). */
async function findOwn(
  ctx: Context,
  tx: Tx,
  message: InboundMessage,
  targets: readonly TrackingMatchTarget[],
): Promise<KnownResource[]> {
  const found = await findByValues(ctx, tx, matchValues(targets))
  const isTheirs = await resourcesOfSender(
    tx,
    message,
    found.map(({ resource_id }) => resource_id),
  )
  return found.filter(({ resource_id }) => isTheirs(resource_id))
}
