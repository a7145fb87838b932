import { getOrder, listOrderDocuments } from '@cartage/contract/orders/endpoints'
import type { NewSetting } from '@cartage/contract/tenants/app/kinds'
import { expect } from 'vitest'
import { statement } from '../../db/statement.ts'
import { insertReference } from '../../tenants/store.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import { sendMessage } from './messages.ts'
import { orderTenant } from './orders.ts'

/** A question path key as in the settings. */
type Key = NewSetting<'question_path_keys'>

/** A tenant with question path keys configured. */
export async function tenantWith(server: TestServer, ...keys: Omit<Key, 'name'>[]): Promise<TestTenant> {
  const tenant = await orderTenant(server)
  const question_path_keys = keys.map((key) => ({ name: key.code, ...key }) as Key)
  await tenant.asTenant((tx) => insertReference(tx, { question_path_keys }))
  return tenant
}

/** A key whose answers are written to a field. */
export const field = (code: string, path: string): Omit<Key, 'name'> => ({ code, target: 'FIELD', field: path })
export const trailer: Omit<Key, 'name'> = { code: 'trailer_number', target: 'ASSIGN_RESOURCE' }
export const scan: Omit<Key, 'name'> = { code: 'scan', target: 'SCAN_BARCODE' }

/** An entry that matches an order by id. */
export const byId = (id: string) => ({ match: { matches_all: [{ order: { id: { matches_any: [id] } } }] } })
/** An entry for the only consignment of an order. */
export const inConsignment = (entry: object) => ({ consignment: { updates: [entry] } })

/** An entry with answers about a stop of the order's only consignment. */
export const aboutStop = (orderId: string, stop_type: string, question_answers: object) => ({
  ...byId(orderId),
  ...inConsignment({ stop: { updates: [{ match: { matches_all: [{ stop: { stop_type } }] }, question_answers }] } }),
})

/** Sends entries of a partial order update. */
export const post = (server: TestServer, tenant: TestTenant, updates: object[]) =>
  sendMessage(server.app, tenant, { kind: 'partial-order-update', body: { updates } })

/** Same as `post`, but must be accepted; returns the answer to the sender. */
export async function send(server: TestServer, tenant: TestTenant, ...updates: object[]): Promise<unknown> {
  const answer = await post(server, tenant, updates)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

export const read = (tenant: TestTenant, order_id: string) => tenant.call(getOrder, { params: { order_id } })
export const documentsOf = (tenant: TestTenant, order_id: string) =>
  tenant.call(listOrderDocuments, { params: { order_id } })

const selectInbox = statement('test.inbox', 'select path, reason from inbox_item where tenant_id = $1 order by path')
/** Unmatched items in the inbox. */
export const inboxOf = (tenant: TestTenant) =>
  tenant.asTenant((tx) => tx.query<{ path: string; reason: string }>(selectInbox))
