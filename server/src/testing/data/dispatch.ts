import type { Call } from '@cartage/contract/client'
import {
  addDispatchDestination,
  dispatchTrip,
  listTripDispatches,
  type NewDispatchDestination,
} from '@cartage/contract/dispatch/app'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Upload } from './orders.ts'
import { addOrder, change, plannedTrip, type TestTripInput, tripTenant } from './trips.ts'

/** A partner of a test, with the messages it received. */
export interface TestPartner {
  id: string
  subscriptionId: string
  /** Received bodies in order, as text. */
  texts(): string[]
  /** Received messages, parsed. */
  messages(): { operation: string; revision: number; payload: Record<string, unknown> }[]
  /** Ids of the received messages, in order. */
  ids(): (string | undefined)[]
}

/**
 * Adds a destination with its own channel, identified by its path, because all tests of a file share the list of sent
 * messages.
 */
export async function addPartner(
  server: TestServer,
  call: Call,
  members: Partial<NewDispatchDestination> = {},
): Promise<TestPartner> {
  const url = `https://partner.example/${crypto.randomUUID()}`
  const input = { kind: 'SUBCO' as const, name: 'Partner', channel: { url }, ...members }
  const { destination } = await call(addDispatchDestination, { body: input })
  const requests = () => server.sent.filter((request) => request.url === url)
  const texts = () => requests().map(({ body }) => String(body))
  return {
    id: destination.dispatch_destination_id,
    subscriptionId: destination.subscription_id!,
    texts,
    messages: () => texts().map((text) => JSON.parse(text)),
    ids: () => requests().map(({ headers }) => headers['webhook-id']),
  }
}

const jobsAreReady = statement(
  'test.jobs_are_ready',
  'update job set ready_at = now() where tenant_id = $1 and not is_dead',
)

/** Runs all background work, including work delayed for further changes: the database's clock cannot be set. */
export async function followUp(server: TestServer, tenant: TestTenant): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await server.drain()
    await tenant.asTenant((tx) => tx.query(jobsAreReady))
  }
  await server.drain()
}

const passTime = statement(
  'test.pass_dispatch_time',
  `update dispatch d set look_at = now() where d.tenant_id = $1 and d.look_at is not null`,
)
const ageDrafts = statement(
  'test.age_differing_dispatches',
  `update dispatch d set differs_since = d.differs_since - make_interval(mins => $2)
    where d.tenant_id = $1 and d.differs_since is not null`,
)

/** Simulates the passing of minutes for pending dispatches, and runs everything due then. */
export async function letPass(server: TestServer, tenant: TestTenant, minutes: number): Promise<void> {
  await followUp(server, tenant)
  await tenant.asTenant(async (tx) => {
    await tx.query(ageDrafts, minutes)
    await tx.query(passTime)
  })
  await followUp(server, tenant)
}

const insertCompany = statement(
  'test.insert_subcontractor',
  `insert into company (tenant_id, name, name_key, code, is_subcontractor) values ($1, $2, lower($2), $2, true) returning company_id as id`,
)

/** Creates a subcontractor and returns its id. */
export async function addSubcontractor(tenant: TestTenant, name: string): Promise<string> {
  return await tenant.asTenant(async (tx: Tx) => (await tx.query<{ id: string }>(insertCompany, name))[0]!.id)
}

/** Consignments with goods with and without customs codes. */
export const codedGoods: Upload['consignments'] = [
  {
    pickup_stop: { location: { name: 'Mill', city: 'Gent', country: 'BE' }, date: '2026-02-02', note: 'Gate 3' },
    delivery_stop: { location: { name: 'Shop', city: 'Lille', country: 'FR' }, date: '2026-02-03' },
    goods: [
      {
        description: 'Flour',
        quantity: 4,
        total_weight_kg: 1200,
        packaged_items: [{ import_export: { hs_code_import: { code: '1101' }, hs_code_export: { code: '1102' } } }],
      },
      { description: 'Bread', quantity: 1 },
    ],
  },
]

/** A planned trip with a subcontractor that has its own destination, and functions for the test. */
export async function dispatchSetup(server: TestServer, input: TestTripInput = {}, orderCount = 1) {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const subcontractor = await addSubcontractor(tenant, 'Hauler One')
  const partner = await addPartner(server, planner, { subcontractor_id: subcontractor, name: 'Hauler One' })
  const orders = [...(input.orders ?? [])]
  while (orders.length < orderCount) orders.push(await addOrder(server, tenant, { consignments: codedGoods }))
  const { members, ...others } = input
  const created = await plannedTrip(server, tenant, {
    orders,
    members: { subcontractor_id: subcontractor, ...members },
    ...others,
  })
  const send = (id?: string) =>
    planner(dispatchTrip, {
      params: { trip_id: created.tripId },
      body: id === undefined ? {} : { dispatch_destination_id: id },
    })
  const history = async () => (await planner(listTripDispatches, { params: { trip_id: created.tripId } })).items
  const edit = async (members: object) => {
    await change(server, tenant, [created.tripId], ([trip]) => [{ ...trip!, ...members }])
    await followUp(server, tenant)
  }
  return { tenant, planner, partner, subcontractor, send, history, edit, ...created }
}
