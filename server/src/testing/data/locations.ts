import type { Call } from '@cartage/contract/client'
import { listLocations } from '@cartage/contract/locations/app/record'
import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { getOrder } from '@cartage/contract/orders/endpoints'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import { rejection, settle, simpleOrder } from './orders.ts'

/** A place in the format of an upload. */
export const yard = {
  name: 'Yard North',
  address: 'Noorderlaan 147',
  postal_code: '2030',
  city: 'Antwerpen',
  country: 'BE',
}

/** The path parameters of a location. */
export function at(id: string) {
  return { params: { location_id: id } }
}

/** A tenant with a planner as the caller. */
export async function planner(server: TestServer): Promise<{ tenant: TestTenant; call: Call }> {
  const tenant = await server.tenant()
  return { tenant, call: await tenant.user('PLANNER') }
}

/** Reads a list of locations page by page, with work done between the pages. */
export async function walkLocations(
  call: Call,
  query: object,
  between: () => Promise<unknown> = async () => {},
): Promise<LocationRecord[]> {
  const found: LocationRecord[] = []
  let cursor: string | undefined
  do {
    const page = await call(listLocations, { query: { ...query, ...(cursor !== undefined && { cursor }) } })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
    await between()
  } while (cursor !== undefined)
  return found
}

/** Rejection of a call, and its first error. */
export async function rejectionWith(work: Promise<unknown>) {
  const { status, body } = await rejection(work)
  const { path = null, message = '' } = body.errors?.[0] ?? {}
  return { status, path, message }
}

/** Uploads an order with this pickup location, and returns the location's id. */
export async function uploadedLocation(server: TestServer, tenant: TestTenant, location: object): Promise<string> {
  const body = simpleOrder()
  Object.assign(body.consignments![0]!.pickup_stop!, { location })
  const { order_id, errors } = await settle(server, tenant, body)
  if (!order_id) throw new Error(`the order was not made: ${JSON.stringify(errors)}`)
  const order = await tenant.call(getOrder, { params: { order_id } })
  return order.consignments[0]!.pickup_stop.location.id!
}
