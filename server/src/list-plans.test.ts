import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from './accounting/tasks/list.views.ts'
import { auditRecords } from './audit/list.views.ts'
import { permissionsOf } from './auth/permissions.rules.ts'
import { invoices } from './billing/records/list.views.ts'
import { sendings } from './billing/sendings/list.views.ts'
import { unbilledOrders } from './charges/list/orders.views.ts'
import { charges } from './charges/list/views.ts'
import { companies } from './companies/list.views.ts'
import type { OpenList } from './db/list.ts'
import type { Composed } from './db/query.ts'
import type { Tx } from './db/tenant.ts'
import { foundEntries, log } from './deliveries/log/entries.views.ts'
import { deliveries } from './deliveries/log/list.views.ts'
import { readableKinds, subjectKinds } from './documents/access.rules.ts'
import { documents } from './documents/list.views.ts'
import { portalOrders } from './doors/portal/list.views.ts'
import { locations } from './locations/window.views.ts'
import { inbox } from './messages/inbox/views.ts'
import { messages } from './messages/list.views.ts'
import { orders } from './orders/list/views.ts'
import { uploads } from './orders/uploads/list.views.ts'
import { planningCommands } from './planning/history.views.ts'
import { missingProofs } from './proofs/list.views.ts'
import { purchases } from './purchases/list.views.ts'
import { resourceGroups } from './resources/groups/views.ts'
import { resources } from './resources/records/list.views.ts'
import { addManyRows, filledTables } from './testing/data/many-rows.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import type { TestTenant } from './testing/test-tenant.ts'
import { trips } from './trips/list/views.ts'
import { unavailabilities } from './unavailabilities/views.ts'
import { validities } from './validities/views.ts'

// Every list in each of its orders and with its most common filters, as PostgreSQL runs it in one of two tenants. For
// more rows and their figures: LIST_ROWS=100000 LIST_FIGURES=1 npm run test:unit -- server/src/list-plans.test.ts

const rowsOfTenant = Number(process.env.LIST_ROWS ?? 6_000)
/** Maximum rows that a window of 100 may read, whatever the size of the table. */
const mostLookedAt = 3_000

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await server.tenant()
  const other = await server.tenant()
  await addManyRows(server, [tenant.tenantId, other.tenantId], rowsOfTenant)
}, 600_000)
afterAll(() => server.close())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
interface Plan {
  Plan: PlanNode
  'Execution Time': number
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const scansOf = (plan: Plan) =>
  nodesOf(plan.Plan).filter(
    (node) => filledTables.includes(node['Relation Name'] ?? '') && node['Node Type'] !== 'Result',
  )
/** A count may read every row. */
const isCount = (plan: Plan) => plan.Plan['Node Type'] === 'Aggregate'
const lookedAt = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** Query plans of the statements a list composes. */
async function plansOf(read: (tx: Tx) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  await tenant.asTenant(async (tx) => {
    const explained = <Row>(query: Composed<Row>): RawBuilder<{ 'QUERY PLAN': Plan[] }> =>
      sql`explain (analyze, timing off, format json) ${query as unknown as RawBuilder<Row>}`
    const explaining: Tx = {
      ...tx,
      rows: async (query) => {
        const [row] = await tx.rows(explained(query))
        plans.push(...row!['QUERY PLAN'])
        return await tx.rows(query)
      },
    }
    await read(explaining)
  })
  return plans
}

type Open = Pick<OpenList<object, string, unknown, undefined>, 'ids' | 'walk'>
interface Case {
  name: string
  open(tx: Tx): Open
  /** Order of a window; the walk order if absent. */
  sort?: string
}

const now = { now: Date.parse('2026-03-01T00:00:00Z') }
const soon = { soon: '2026-04-01T00:00:00Z' }
const company = '10000000-0000-4000-8000-000000000007'
const resource_id = '30000000-0000-4000-8000-000000000007'
const invoice = { kind: [], status: [], posting: [], payment: [], company: [], overdue: false, unsent: false, run: [] }
const order = { company: [], status: [], scenario: [], is_adr: undefined, is_tempered: undefined }
const trip = {
  status: [],
  subcontractor: [],
  resource: [],
  group: [],
  driven_by: [],
  is_late: undefined,
  is_refused: undefined,
  is_outdated: undefined,
}
const record = { archived: false, role: [], status: [], expiring: false }
const fleet = { archived: false, group: [], subcontractor: [], type: [], expiring: false }
const place = { state: 'LIVE' as const, country: [], placing: [] }
const file = { document_type: [], subject_type: [], readable: subjectKinds }
const delivery = { receiver: [], state: [], type: [] }
const entry = { level: [], type: [] }
const purchase = { kind: [], status: [], result: [], company: [] }
const charge = { side: 'SALES' as const, status: [], approval: [], origin: [], type: [], company: [], outdated: false }
const task = { status: [], waiting_for: [], leased: false, attention: false }
const sending = { status: [], channel: [], purpose: [] }
const all = { company: null }

/** A list with some filters, in each of its orders. */
function each<Filters extends object, Sort extends string, Row, Given>(
  name: string,
  list: { open(tx: Tx, filters: Filters, given: Given): OpenList<Filters, Sort, Row, Given> },
  given: Given,
  filters: readonly Filters[],
  sorts: readonly (Sort | undefined)[],
): Case[] {
  return filters.flatMap((one) =>
    sorts.map((sort) => ({
      name: `${name} ${JSON.stringify(one)} ${sort ?? 'walk'}`,
      open: (tx) => list.open(tx, one, given) as unknown as Open,
      ...(sort !== undefined && { sort }),
    })),
  )
}

const byCreation = ['created', '-created'] as const
const windows: readonly Case[] = [
  ...each(
    'invoices',
    invoices,
    undefined,
    [invoice, { ...invoice, status: ['DRAFT'] }, { ...invoice, company: [company] }],
    [...byCreation, undefined],
  ),
  ...each('invoices', invoices, undefined, [invoice], ['date', '-date']),
  ...each(
    'purchases',
    purchases,
    undefined,
    [purchase, { ...purchase, status: ['DRAFT'] }, { ...purchase, company: [company] }],
    [...byCreation, 'date', '-date', undefined],
  ),
  ...each(
    'orders',
    orders,
    now,
    [order, { ...order, status: ['PLANNED'] }, { ...order, status: ['TO_PLAN', 'BLOCKED'] }],
    [...byCreation, 'pickup', '-pickup', undefined],
  ),
  ...each(
    'orders',
    orders,
    now,
    [
      { ...order, company: [company] },
      { ...order, is_adr: true },
      { ...order, scenario: ['IMPORT'] },
    ],
    byCreation,
  ),
  ...each(
    'orders of the portal',
    portalOrders,
    { company },
    [
      { company, state: [] },
      { company, state: ['DELIVERED'] },
    ],
    ['-created', undefined],
  ),
  ...each(
    'trips',
    trips,
    now,
    [trip, { ...trip, status: ['PLANNED'] }],
    ['starts', '-starts', 'ends', '-ends', 'name', '-name', 'created', '-created'],
  ),
  ...each('trips', trips, now, [{ ...trip, from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }], ['-starts']),
  ...each(
    'trips',
    trips,
    now,
    [
      { ...trip, is_refused: true },
      { ...trip, is_refused: false },
    ],
    ['starts', '-starts'],
  ),
  ...each(
    'companies',
    companies,
    soon,
    [record, { ...record, role: ['customer'] }],
    ['name', '-name', 'updated', '-updated', 'code', '-code'],
  ),
  ...each('companies', companies, soon, [record], [undefined]),
  ...each(
    'resources',
    resources,
    soon,
    [fleet, { ...fleet, type: ['DRIVER'] }],
    ['name', '-name', 'type', 'updated', '-updated', undefined],
  ),
  ...each('locations', locations, undefined, [place, { ...place, country: ['NL'] }], ['name', '-name', undefined]),
  ...each(
    'documents',
    documents,
    undefined,
    [
      file,
      { ...file, document_type: ['PROOF_OF_DELIVERY'] },
      { ...file, readable: readableKinds(permissionsOf('VIEWER')) },
    ],
    ['name', '-name', 'created', '-created', undefined],
  ),
  ...each(
    'deliveries',
    deliveries,
    undefined,
    [
      delivery,
      { ...delivery, state: ['FAILED'] },
      { ...delivery, state: ['UNSETTLED'] },
      { ...delivery, type: ['order.created'] },
      { ...delivery, from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' },
    ],
    ['newest', undefined],
  ),
  ...each(
    'log',
    log,
    undefined,
    [
      entry,
      { ...entry, type: ['order.created'], latest: '2027-01-01T00:00:00Z' },
      { ...entry, level: ['stop'], latest: '2027-01-01T00:00:00Z' },
      { ...entry, from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' },
    ],
    ['newest', undefined],
  ),
  ...each('found entries', foundEntries, undefined, [{ ...entry, q: 'O000000007' }], ['newest', undefined]),
  ...each(
    'messages',
    messages,
    undefined,
    [
      {},
      { direction: 'IN' },
      { kind: 'positions' },
      { kind: 'order.created' },
      { result: 'OK' },
      { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' },
    ],
    [undefined],
  ),
  ...each('inbox', inbox, undefined, [{ status: 'OPEN' }, { status: 'OPEN', kind: 'order-status' }], [undefined]),
  ...each(
    'uploads',
    uploads,
    undefined,
    [all, { ...all, source: 'API' }, { ...all, status: 'COMPLETED' }, { ...all, status: 'IN_PROGRESS' }],
    [undefined],
  ),
  ...each(
    'audit',
    auditRecords,
    undefined,
    [
      {},
      { actor_id: 'client-7' },
      { entity_type: 'trip' },
      { entity_type: 'order', entity_id: company },
      { action: 'archived' },
      { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' },
    ],
    [undefined],
  ),
  ...each(
    'orders to invoice',
    unbilledOrders,
    undefined,
    [
      { reason: [], company: [] },
      { reason: ['READY'], company: [] },
      { tab: 'review', reason: [], company: [] },
      { tab: 'requested', reason: [], company: [] },
      { reason: [], company: [company] },
    ],
    ['day', '-day', undefined],
  ),
  ...each(
    'charges',
    charges,
    undefined,
    [
      charge,
      { ...charge, side: 'COST' },
      { ...charge, status: ['CREATED'] },
      { ...charge, approval: ['REQUESTED'] },
      { ...charge, company: [company] },
      { ...charge, type: ['FUEL'] },
      { ...charge, outdated: true },
    ],
    ['newest', 'oldest', undefined],
  ),
  ...each(
    'tasks',
    tasks,
    undefined,
    [
      task,
      { ...task, status: ['TODO'] },
      { ...task, status: ['FAILED', 'WAITING'] },
      { ...task, waiting_for: ['ACCOUNT'] },
      { ...task, leased: true },
      { ...task, attention: true },
      { ...task, invoice_id: company },
    ],
    ['newest', 'oldest', undefined],
  ),
  ...each(
    'sendings',
    sendings,
    undefined,
    [sending, { ...sending, status: ['SENT'] }, { ...sending, status: ['FAILED', 'UNKNOWN'] }],
    ['newest', 'oldest', undefined],
  ),
  ...each('planning', planningCommands, undefined, [{}], [undefined]),
  ...each('unavailabilities', unavailabilities, undefined, [{ resource_id }], [undefined]),
  ...each('validities', validities, undefined, [{ resource_id }], [undefined]),
  ...each('groups', resourceGroups, undefined, [{}], [undefined]),
  ...each(
    'missing proofs',
    missingProofs,
    undefined,
    [{ state: 'WITHOUT' as const }, { state: 'TO_REVIEW' as const }],
    [undefined],
  ),
]

/** Windows that may read more, and why. */
const exceptions: readonly [name: RegExp, why: string][] = [
  [/^companies .* -code$/, 'no index has companies without a code last, going down'],
  [/^deliveries .*"type":\["/, 'the kind is looked up, and each receiver is walked'],
]

const figures: string[] = []
afterAll(() => {
  if (process.env.LIST_FIGURES) process.stdout.write(`${figures.join('\n')}\n`)
})

describe(`windows in a tenant of ${rowsOfTenant} rows in each table`, () => {
  test.each(windows.map((one) => [one.name, one] as const))(
    '%s is read through an index',
    async (name, { open, sort }) => {
      const page = { sort: sort ?? '', offset: 100, limit: 100 }
      const plans = await plansOf(async (tx) => {
        if (sort !== undefined) return await open(tx).ids(page)
        return await open(tx).walk(undefined, 100)
      })
      const scans = plans.filter((plan) => !isCount(plan)).flatMap(scansOf)
      const looked = scans.reduce((sum, node) => sum + lookedAt(node), 0)
      const indexes = new Set(
        scans.map((node) => node['Index Name'] ?? `${node['Node Type']} ${node['Relation Name']}`),
      )
      const ms = plans.reduce((sum, plan) => sum + plan['Execution Time'], 0)
      figures.push(`${name}: ${Math.round(looked)} rows, ${ms.toFixed(1)} ms, ${[...indexes].join(', ')}`)
      expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      if (!exceptions.some(([one]) => one.test(name))) expect(looked).toBeLessThan(mostLookedAt)
    },
  )
})
