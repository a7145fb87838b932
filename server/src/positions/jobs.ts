import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { publishEvents } from '../deliveries/publish.ts'
import { supersedePending } from '../deliveries/sending/supersede.store.ts'
import { currentEpoch } from '../events/views.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { createRests, type Rests, togetherOrApart } from '../jobs/together.ts'
import { positionEvents } from './publish.ts'
import { eachOnce, positionsOf, type Sample } from './samples.rules.ts'
import type { PositionFacts } from './settings.views.ts'
import {
  dueResourcesForUpdate,
  insertPositions,
  insertTelemetry,
  type ReportedResource,
  saveStates,
  takeUnpublishedPositions,
  updateSequences,
} from './store.ts'
import { newestReliable, type UnreliableReason, unreliableAmong } from './unreliable.rules.ts'
import { insertUnreliablePositions } from './unreliable.store.ts'
import { fixesBefore } from './unreliable.views.ts'

/** Maximum number of resources published per transaction. */
const mostResources = 200

/**
 * Stores samples without duplicates, updates the last values and queues new positions for receivers. One query and
 * three pipelined statements, however many samples there are. Unreliable positions only go into the history: they are
 * counted, and are neither the last position nor sent to any endpoint.
 * @param credentialId the webhook credentials they came with; undefined for our own, which are trusted
 * @returns the resources that sent reliable positions, including late ones
 */
export async function keepSamples(
  tx: Tx,
  facts: PositionFacts,
  given: readonly Sample[],
  credentialId: string | undefined,
): Promise<string[]> {
  const samples = eachOnce(given)
  const isSent = facts.settings.send_events && facts.is_wanted
  const doubts =
    credentialId === undefined ? new Map<Sample, UnreliableReason>() : await unreliableOf(tx, facts, samples)
  const positions = positionsOf(samples.filter((sample) => !doubts.has(sample)))
  await Promise.all([
    insertPositions(tx, positions, isSent),
    insertUnreliablePositions(
      tx,
      credentialId ?? null,
      [...doubts].map(([sample, doubt]) => ({ ...positionsOf([sample])[0]!, doubt })),
    ),
    insertTelemetry(
      tx,
      samples.filter(({ kind }) => kind !== 'POSITION'),
    ),
    saveStates(tx, newestReliable(samples, doubts)),
  ])
  return [...new Set(positions.map(({ resource_id }) => resource_id))]
}

async function unreliableOf(
  tx: Tx,
  { settings }: PositionFacts,
  samples: readonly Sample[],
): Promise<Map<Sample, UnreliableReason>> {
  const { max_speed_kmh } = settings
  const stored = max_speed_kmh === null ? new Map() : await fixesBefore(tx, firstPositions(samples))
  return unreliableAmong(samples, stored, max_speed_kmh)
}

/** Time of the first position of each resource. */
function firstPositions(samples: readonly Sample[]): { resource_id: string; before: string }[] {
  const byResource = Map.groupBy(positionsOf(samples), ({ resource_id }) => resource_id)
  return [...byResource].map(([resource_id, all]) => ({
    resource_id,
    before: all.reduce((first, { recorded_at: at }) => (at < first ? at : first), all[0]!.recorded_at),
  }))
}

/** Notifies receivers of positions: the first of a resource immediately, then in bundles every ten seconds. */
export function positionLoop(ctx: Context): Loop {
  const rests = createRests(ctx, 'positions')
  return tenantLoop(ctx, {
    name: 'positions',
    pollMs: 500,
    gatherMs: 250,
    due: 'positions_to_send',
    work: async (tenantId) => (await publishTenant(ctx, tenantId, rests)) > 0,
  })
}

/** A resource whose positions cannot be published is paused, and the others are still published (EACH-3). */
async function publishTenant(ctx: Context, tenantId: string, rests: Rests): Promise<number> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    const [epoch, resources] = await Promise.all([
      currentEpoch(tx),
      dueResourcesForUpdate(tx, mostResources, rests.of(tenantId)),
    ])
    await togetherOrApart(
      resources,
      async (some) => {
        await tx.apart((part) => publishResources(ctx, part, epoch, some))
        rests.done(some.map(({ resource_id }) => resource_id))
      },
      ({ resource_id }, error) => rests.leave(tenantId, resource_id, error),
    )
    return resources.length
  })
}

async function publishResources(
  ctx: Context,
  tx: Tx,
  epoch: number,
  resources: readonly ReportedResource[],
): Promise<void> {
  const ids = resources.map(({ resource_id }) => resource_id)
  const byResource = Map.groupBy(await takeUnpublishedPositions(tx, ids), ({ resource_id }) => resource_id)
  const events = resources.flatMap((resource) => {
    const positions = byResource.get(resource.resource_id) ?? []
    return positionEvents({ resource, epoch, positions, newId: ctx.newId })
  })
  if (events.length === 0) return
  // The last event of a resource comes last, so the map keeps its number.
  const last = new Map(events.map(({ entity_id, sequence }) => [entity_id, sequence]))
  await Promise.all([
    publishEvents(tx, events),
    updateSequences(
      tx,
      [...last].map(([resource_id, sequence]) => ({ resource_id, sequence })),
    ),
  ])
  await supersedePending(tx, 'resource', [...last.keys()])
  tx.afterCommit(() => {
    ctx.wake('deliveries')
    ctx.wake('seal')
  })
}
