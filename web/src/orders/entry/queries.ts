import { searchCompanies } from '@cartage/contract/companies/app/search'
import type { Request } from '@cartage/contract/endpoint'
import { listLocations } from '@cartage/contract/locations/app/record'
import {
  changeOrder,
  createOrder,
  findSimilarOrders,
  readOrderReference,
  readUploads,
} from '@cartage/contract/orders/app/entry'
import { listOrders } from '@cartage/contract/orders/app/list'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Customer, Place } from './form-model.ts'
import type { EnteredOrder } from './order-of-form.ts'

/** Tenant settings that an order may refer to. */
export const orderReferenceQuery = queryOptions({
  queryKey: ['settings', 'order-reference'],
  queryFn: () => call(readOrderReference, {}),
  staleTime: 60_000,
})

/** Customers starting with a text. */
export async function findCustomers(text: string): Promise<(Customer & { city: string | null; status: string })[]> {
  const { items } = await call(searchCompanies, { query: { q: text } })
  return items
}

/** Locations starting with a text. */
export async function findPlaces(text: string): Promise<Place[]> {
  if (text.trim() === '') return []
  const { items } = await call(listLocations, { query: { search: text.trim() } })
  return items.slice(0, 20).map((location) => ({
    id: location.id,
    name: location.name ?? location.display_name ?? '',
    address: location.address ?? '',
    postal_code: location.postal_code ?? '',
    city: location.city ?? '',
    country: location.country ?? '',
  }))
}

/** Orders to use as a template. */
export async function findTemplates(text: string) {
  const { items } = await call(listOrders, { query: { limit: 12, ...(text && { q: text }) } })
  return items
}

/** Orders similar to the one being entered. */
export async function findSimilar(body: Request<typeof findSimilarOrders>['body']) {
  const { items } = await call(findSimilarOrders, { body })
  return items
}

/** Purpose of an entry: a new order or a change. */
export type Aim = { kind: 'new'; key: string; corrects?: string } | { kind: 'change'; orderId: string; version: number }

/**
 * Sends an order and waits until it is applied.
 * @throws if the server refuses it
 */
export async function sendOrder(aim: Aim, order: EnteredOrder, drops_container: boolean): Promise<OrderImport> {
  const accepted =
    aim.kind === 'new'
      ? await call(createOrder, {
          body: { entry_key: aim.key, order, ...(aim.corrects && { corrects: aim.corrects }) },
        })
      : await call(changeOrder, {
          params: { order_id: aim.orderId },
          body: { version: aim.version, order, drops_container },
        })
  return await settled(accepted)
}

/** Milliseconds before the first poll, and at most between two later ones. */
const firstPauseMs = 150
const longestPauseMs = 1_000
const mostLooks = 20

/** Record of an upload once it is applied, or its present state after 15 seconds. */
async function settled(record: OrderImport): Promise<OrderImport> {
  let seen = record
  for (let badge = 0; badge < mostLooks && seen.upload_status === 'IN_PROGRESS'; badge += 1) {
    const pause = Math.min(longestPauseMs, firstPauseMs * 1.3 ** badge)
    await new Promise((resolve) => setTimeout(resolve, pause))
    const { items } = await call(readUploads, { body: { upload_ids: [record.upload_id] } })
    seen = items[0] ?? seen
  }
  return seen
}
