import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { positionLoop } from './jobs.ts'

const server = await startTestServer()
afterAll(() => server.close())

const addState = statement(
  'test.add_position_state',
  `insert into resource_state (tenant_id, resource_id, kind, recorded_at, doc)
   select $1::uuid, r, 'POSITION', now(), '{}' from unnest($2::uuid[]) as r returning tenant_id`,
)
const addPositions = statement(
  'test.add_unsent_positions',
  `insert into position_outbox (tenant_id, resource_id, recorded_at, latitude, longitude, due_at)
   select $1::uuid, r, now(), 51, 4, now() from unnest($2::uuid[]) as r returning tenant_id`,
)
const reported = statement(
  'test.reported_resources',
  `select entity_id from event where tenant_id = $1 and type = 'position.updated' order by entity_id`,
)

test('EACH-3: a resource whose positions cannot be reported delays no other, and is reported once the problem is fixed', async () => {
  const tenant = await server.tenant()
  const trucks = await insertTestResources(
    tenant,
    ['One', 'Two', 'Three'].map((name) => ({ name, resource_type: 'TRACTOR' })),
  )
  await tenant.asTenant(async (tx) => {
    await tx.query(addState, trucks)
    await tx.query(addPositions, trucks)
  })
  const notified = async () =>
    (await tenant.asTenant((tx) => tx.query<{ entity_id: string }>(reported))).map(({ entity_id }) => entity_id)
  const mend = await plantFault(server, 'resource_state', `new.resource_id = '${trucks[1]}' and new.event_sequence > 0`)
  await positionLoop(server.ctx).run()
  expect(await notified()).toEqual([trucks[0]!, trucks[2]!].toSorted())
  await mend()
  // A restarted process does not remember the pause.
  await positionLoop(server.ctx).run()
  expect(await notified()).toEqual(trucks.toSorted())
})
