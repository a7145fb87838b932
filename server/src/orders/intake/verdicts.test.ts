import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { noRecordIds } from '../../tenants/record-ids.rules.ts'
import { loadReference, type Reference } from '../../tenants/reference.views.ts'
import { addCompany, orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { mergedDocument } from '../content.rules.ts'
import type { Surroundings } from '../plan.rules.ts'
import { uploadText } from '../uploads/text.rules.ts'
import { insertUploads, type NewUpload, type Verdict } from './accept.store.ts'
import { type CurrentOrder, decideUpload } from './rules.ts'

// The verdict of an upload is decided twice: by accept_uploads in the database, in the statement that stores it, and by
// decideUpload when it is applied. These tests run the same cases through both.

type Operation = NewUpload['operation']
type Company = 'own' | 'other'
type State = { status: 'TO_PLAN' | 'CANCELLED'; company: Company } | undefined

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE']
const callers: readonly (Company | undefined)[] = [undefined, 'own', 'other']
const states: readonly [name: string, State][] = [
  ['new', undefined],
  ['live', { status: 'TO_PLAN', company: 'own' }],
  ['cancelled', { status: 'CANCELLED', company: 'own' }],
]
/** Verdict of the database for each error of the rules. */
const verdictOf: Readonly<Record<string, Verdict['verdict']>> = {
  order_cancelled: 'cancelled',
  order_unknown: 'unknown',
}

let server: TestServer
let tenant: TestTenant
let reference: Reference
const companies = { own: '', other: '' }
beforeAll(async () => {
  server = await startTestServer()
  tenant = await orderTenant(server)
  for (const order_identifier of ['live', 'cancelled']) await settle(server, tenant, simpleOrder({ order_identifier }))
  await settle(server, tenant, { operation: 'DELETE', order_identifier: 'cancelled' })
  const [order] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(companyOfOrders))
  companies.own = order!.company_id
  companies.other = await addCompany(tenant, { name: 'Beta', code: 'C2', accounting_code: 'C2' })
  reference = await tenant.asTenant(loadReference)
})
afterAll(() => server.close())

const companyOfOrders = statement(
  'testing.company_of_orders',
  'select o.company_id from transport_order o where o.tenant_id = $1 limit 1',
)
const forget = statement('testing.forget_verdicts', 'delete from upload_pending p where p.tenant_id = $1')

function upload(
  order_identifier: string,
  operation: Operation,
  caller?: Company,
): NewUpload & { canonical: CanonicalOrder } {
  const canonical: CanonicalOrder = {
    operation,
    order_identifier,
    ...(operation !== 'DELETE' && {
      customer: { code: 'C1' },
      consignments: [{ pickup_stop: { location: { city: 'Gent' } }, delivery_stop: { location: { city: 'Lille' } } }],
    }),
  }
  return {
    canonical,
    upload_id: crypto.randomUUID(),
    order_identifier,
    operation,
    ...uploadText(canonical),
    source: 'API',
    company_id: caller === undefined ? null : companies[caller],
    idempotency_key: null,
  }
}

/** The database's verdict on an upload while others are pending in its upload queue. */
async function verdictOfDatabase(sent: NewUpload, pending: readonly Operation[]): Promise<Verdict['verdict']> {
  const { tenantId } = tenant
  const { scope } = server.ctx.db
  for (const operation of pending)
    await insertUploads(scope, [{ tenantId, row: upload(sent.order_identifier, operation) }])
  const [verdict] = await insertUploads(scope, [{ tenantId, row: sent }])
  await tenant.asTenant((tx) => tx.query(forget))
  return verdict!.verdict
}

/** The verdict of the rules, in the terms of the database. Rejections for other reasons come after acceptance. */
function verdictOfRules(sent: ReturnType<typeof upload>, state: State): Verdict['verdict'] {
  const waiting = {
    ...sent,
    body: sent.canonical,
    lane_number: '1',
    run: 1,
    sent_by_kind: null,
    sent_by: null,
    request_id: null,
    notes: null,
  }
  const decision = decideUpload(waiting, state && orderIn(state), surroundings())
  if (decision.kind !== 'refuse') return 'accepted'
  const details = decision.errors.map(({ detail }) => (typeof detail === 'string' ? detail : codeOf(detail)))
  return verdictOf[details[0]!] ?? 'accepted'
}

function codeOf(detail: unknown): string {
  return detail !== null && typeof detail === 'object' && 'code' in detail ? String(detail.code) : ''
}

function orderIn({ status, company }: NonNullable<State>): CurrentOrder {
  return {
    order_id: crypto.randomUUID(),
    status,
    company_id: companies[company],
    company_name: 'Alpha',
    company_status: 'APPROVED',
    document: mergedDocument(undefined, upload('o', 'CREATE').canonical, () => crypto.randomUUID()),
    stops: [],
    create_hash: null,
    last_hash: null,
  }
}

function surroundings(): Surroundings {
  return {
    reference,
    companies: [],
    customers: [],
    places: new Map(),
    newId: () => crypto.randomUUID(),
    ids: noRecordIds,
  }
}

const cases = states.flatMap(([identifier, state]) =>
  operations.flatMap((operation) => callers.map((caller) => ({ identifier, state, operation, caller }))),
)

test.each(cases)(
  'VERDICT-1 to VERDICT-4: database and rules agree on $operation of a $identifier order, caller $caller',
  async ({ identifier, state, operation, caller }) => {
    const sent = upload(identifier, operation, caller)
    expect(await verdictOfDatabase(sent, [])).toBe(verdictOfRules(sent, state))
  },
)

test('VERDICT-1 to VERDICT-4: the cases include every verdict', async () => {
  const found = new Set<Verdict['verdict']>()
  for (const { identifier, operation, caller } of cases) {
    found.add(await verdictOfDatabase(upload(identifier, operation, caller), []))
  }
  expect([...found].sort()).toEqual(['accepted', 'cancelled', 'unknown'])
})

/** The order of an identifier after its upload queue is applied. */
function stateAfter(state: State, pending: readonly Operation[]): State {
  let after = state
  for (const operation of pending) {
    if (operation !== 'DELETE') after ??= { status: 'TO_PLAN', company: 'own' }
    else if (after) after = { ...after, status: 'CANCELLED' }
  }
  return after
}

const queues: readonly Operation[][] = [['CREATE'], ['UPDATE'], ['DELETE'], ['CREATE', 'DELETE'], ['DELETE', 'CREATE']]
const behindOthers = cases.flatMap((one) => queues.map((pending) => ({ ...one, pending })))

test('VERDICT-3, LANE-6: after pending uploads, the database refuses nothing that the rules would apply', async () => {
  const refused: string[] = []
  for (const { identifier, state, operation, caller, pending } of behindOthers) {
    const sent = upload(identifier, operation, caller)
    const verdict = await verdictOfDatabase(sent, pending)
    if (verdict === 'accepted') continue
    const name = `${operation} of ${identifier} after ${pending} as ${caller}`
    expect([name, verdictOfRules(sent, stateAfter(state, pending))]).toEqual([name, verdict])
    refused.push(verdict)
  }
  expect(new Set(refused)).toEqual(new Set(['cancelled', 'unknown']))
})
