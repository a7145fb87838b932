import { utcDay } from '@cartage/contract/reading/calendar'
import { sampleCarriers } from '../../../seeds/companies.ts'
import { dayAfter } from '../../../seeds/dice.ts'
import type { WorldTrip } from '../../../seeds/world.ts'
import { byOperator } from '../audit/rules.ts'
import { createWebhookCredential } from '../auth/clients/webhook-credentials.commands.ts'
import { addTripCost } from '../charges/desk/add.commands.ts'
import { rateWaiting } from '../charges/rating/jobs.ts'
import type { Context } from '../context.ts'
import { receive } from '../messages/receive.commands.ts'
import type { InboundMessage } from '../messages/rules.ts'
import { receiveEInvoice } from '../purchases/intake/commands.ts'
import { tripIdsOfOrders } from '../trips/store.ts'
import { accountant } from './money.jobs.ts'
import { agreedToll, disputedInvoice, purchaseKeys, unplacedInvoice } from './purchases.rules.ts'
import { carriedTrip, companiesByName, ordersByIdentifier, webhookCredentialOf } from './views.ts'

const accessPoint = 'Access point'

/**
 * Two supplier documents, received as from an access point: a disputed one from a carrier, and one that cannot be
 * matched. The price of the trip and an extra were agreed before.
 * @returns whether costs have to be rated first
 */
export async function createPurchases(
  ctx: Context,
  tenantId: string,
  trips: readonly WorldTrip[],
  now: Date,
): Promise<boolean> {
  const tripId = await disputedTrip(ctx, tenantId, trips)
  if (tripId === undefined) return false
  const carrier = await carrierOf(ctx, tenantId, trips)
  await agreeToll(ctx, tenantId, tripId, carrier)
  if (await rateWaiting(ctx, tenantId)) return true
  const today = utcDay(now)
  const trip = await ctx.db.asTenant(tenantId, (tx) => carriedTrip(tx, tripId, carrier))
  const credentialId = await credentialOf(ctx, tenantId)
  const send = (key: string, body: object) =>
    receive(ctx, messageOf(ctx, { tenantId, credentialId, key, body }), receiveEInvoice)
  await send(purchaseKeys.disputed, disputedInvoice(trip, dayAfter(today, -4), dayAfter(today, 26)))
  await send(purchaseKeys.unplaced, unplacedInvoice(dayAfter(today, -2), dayAfter(today, 28)))
  return false
}

/** The first trip of the previous month driven by a carrier; in a small world the first trip. */
function chosenTrip(trips: readonly WorldTrip[]): WorldTrip | undefined {
  return trips.find(({ carrier, orders }) => carrier !== undefined && orders.length > 0) ?? trips[0]
}

async function disputedTrip(ctx: Context, tenantId: string, trips: readonly WorldTrip[]): Promise<string | undefined> {
  const { orders = [] } = chosenTrip(trips) ?? {}
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const known = [...(await ordersByIdentifier(tx, orders)).values()].map(({ order_id }) => order_id)
    return (await tripIdsOfOrders(tx, known))[0]
  })
}

async function carrierOf(ctx: Context, tenantId: string, trips: readonly WorldTrip[]): Promise<string> {
  const name = sampleCarriers[(chosenTrip(trips)?.carrier ?? 0) % sampleCarriers.length]!
  return (await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, [name]))).get(name)!.company_id
}

/** Agrees the extra once, even after an interrupted run. */
async function agreeToll(ctx: Context, tenantId: string, tripId: string, company_id: string): Promise<void> {
  const { costs } = await ctx.db.asTenant(tenantId, (tx) => carriedTrip(tx, tripId, company_id))
  if (costs.some(({ charge_type }) => charge_type === agreedToll.charge_type)) return
  const call = { caller: accountant(tenantId), by: byOperator }
  await addTripCost(ctx, call, tripId, { ...agreedToll, quantity: '1', company_id })
}

async function credentialOf(ctx: Context, tenantId: string): Promise<string> {
  const known = await ctx.db.asTenant(tenantId, (tx) => webhookCredentialOf(tx, accessPoint))
  return known ?? (await createWebhookCredential(ctx, tenantId, byOperator, accessPoint)).client_id
}

interface Sent {
  tenantId: string
  credentialId: string
  key: string
  body: object
}

/** A message as received by the webhook; its key makes it idempotent. */
function messageOf(ctx: Context, { tenantId, credentialId, key, body }: Sent): InboundMessage {
  return {
    ...{ kind: 'e-invoicing', tenantId, credentialId, requestId: ctx.newId(), messageKey: key, query: {} },
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: Buffer.from(JSON.stringify(body)),
  }
}
