import { documentPdf, type SampleDocumentText } from '../../../seeds/documents.ts'
import type { WorldOrder, WorldTrip } from '../../../seeds/world.ts'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { attachDocuments, storeBytes } from '../documents/attach.commands.ts'
import type { Note } from '../messages/rules.ts'
import type { TripStop } from '../trips/state.rules.ts'
import { tripIdsOfOrders, tripsByIds } from '../trips/store.ts'
import { documentOf } from './rules.ts'
import { ordersByIdentifier } from './views.ts'

/** Note without effect: no message brought these papers, and a repeated paper is one document anyway. */
const quietNote: Note = { touched() {}, unmatched() {}, isFirst: async () => true, async forget() {} }

/**
 * Papers that drivers handed in at their finished stops: consignment notes and proofs of delivery, some of them
 * missing.
 */
export async function createDocuments(
  ctx: Context,
  tenantId: string,
  trips: readonly WorldTrip[],
  orders: readonly WorldOrder[],
): Promise<void> {
  const byIdentifier = new Map(orders.map((order) => [order.upload.order_identifier, order]))
  const seen = new Map<string, number>()
  const papers = (await finishedStops(ctx, tenantId, trips)).flatMap(({ stop, identifier }) => {
    const order = byIdentifier.get(identifier)
    const key = `${identifier} ${stop.activity_label}`
    const turn = seen.get(key) ?? 0
    seen.set(key, turn + 1)
    const paper = order && documentOf(order, stop, turn)
    return paper ? [{ stop, ...paper }] : []
  })
  const given = await Promise.all(papers.map((paper) => stored(ctx, tenantId, paper)))
  if (given.length === 0) return
  await ctx.db.asTenant(tenantId, (tx) => attachDocuments(ctx, tx, { by: byOperator, note: quietNote }, given))
}

async function finishedStops(ctx: Context, tenantId: string, trips: readonly WorldTrip[]) {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const identifiers = trips.flatMap((trip) => trip.orders)
    const orders = [...(await ordersByIdentifier(tx, identifiers)).values()]
    const names = new Map(orders.map((order) => [order.order_id, order.order_identifier]))
    const kept = await tripsByIds(tx, await tripIdsOfOrders(tx, [...names.keys()]))
    return kept.flatMap(({ stops }) =>
      stops.flatMap((stop) => {
        const identifier = names.get(stop.order_id ?? '')
        return stop.status === 'COMPLETED' && identifier !== undefined ? [{ stop, identifier }] : []
      }),
    )
  })
}

async function stored(
  ctx: Context,
  tenantId: string,
  { stop, type, name, text }: { stop: TripStop; type: string; name: string; text: SampleDocumentText },
) {
  const upload_id = await storeBytes(ctx, tenantId, { bytes: documentPdf(text), name, mediaType: 'application/pdf' })
  const subject = { type: 'STOP', id: stop.stop_id, order_id: stop.order_id } as const
  return { subject, document_type: type, name, upload_id, path: 'sample' }
}
