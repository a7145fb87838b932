import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { asTenant, type Tx } from '../db/tenant.ts'
import { assignPositions, startLog } from '../events/seal.store.ts'
import { listLog } from '../events/views.ts'
import { addReceiver, eventsOf, publish } from '../testing/servers/receiver.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { findInterchange, insertInterchange, lastNumberForUpdate } from './channels/edi.store.ts'
import { deleteDirected, findExpiredDirected, insertDirected } from './directed.store.ts'
import { deliveryOf } from './directed.views.ts'
import { replayDead, replayEvent, replayRange } from './log/replay.store.ts'
import { publishTo } from './publish.ts'
import { freePending, releaseSubscriptions, renewPending, resetPending, takeDue } from './sending/pending.store.ts'
import { deleteDeliveriesOf } from './sending/retention.store.ts'
import {
  breakersForUpdate,
  deleteSubscription,
  endSecrets,
  findTargets,
  updateHostKeys,
} from './subscriptions/store.ts'
import { listSubscriptions } from './subscriptions/views.ts'
import { listAttempts, listDeliveries, listEventsOf } from './views.ts'

const server = await startTestServer()
const { ctx } = server
// Separate connections: without the first wall, the statements have other texts under the same names.
const bare = openDatabase({ connection: ctx.db.connection, poolSize: 2 })
afterAll(async () => {
  await bare.close()
  await server.close()
})

test.each([
  ['row security alone', false],
  ['both walls', true],
])('%s: no statement of another tenant sees or changes events, deliveries or subscriptions', async (_, codeWall) => {
  const [tenant, stranger] = [await server.tenant(), await server.tenant()]
  const { subscription_id } = await addReceiver(server, tenant)
  const entity = { entity_type: 'order', entity_id: ctx.newId() }
  const [sent] = await publish(tenant, eventsOf(entity.entity_id, 1))
  await server.drain()
  const [waiting] = await publish(tenant, eventsOf(ctx.newId(), 1))
  const ids = [sent!.event_id, waiting!.event_id]
  const directed = { ...eventsOf(ctx.newId(), 1)[0]!, entity_type: 'dispatch' }
  const about = { subscription_id, event_id: directed.event_id, partner: 'US THEM' }
  const interchange = { ...about, control_number: 7, control_reference: '1000000007', content: Buffer.from('UNA') }
  await tenant.asTenant(async (tx) => {
    await publishTo(tx, subscription_id, [directed])
    await lastNumberForUpdate(tx, interchange.partner)
    await insertInterchange(tx, interchange)
  })
  const picture = () =>
    tenant.asTenant((tx) =>
      Promise.all([
        listDeliveries(tx),
        listSubscriptions(tx),
        listEventsOf(tx, [entity], 10),
        deliveryOf(tx, [directed.event_id]),
        findInterchange(tx, subscription_id, directed.event_id),
        lastNumberForUpdate(tx, interchange.partner),
      ]),
    )
  const before = await picture()
  const scope = codeWall ? ctx.db.scope : { ...bare.scope, codeWall }
  const look = <T>(work: (tx: Tx) => Promise<T>) => asTenant(scope, stranger.tenantId, work)
  const range = { subscriptionId: subscription_id, from: '2000-01-01', until: '2100-01-01' }
  expect(await look((tx) => listDeliveries(tx))).toEqual([])
  expect(await look((tx) => listAttempts(tx, ids[0]!, subscription_id))).toEqual([])
  expect(await look((tx) => listSubscriptions(tx))).toEqual([])
  expect(await look((tx) => listEventsOf(tx, [entity], 10))).toEqual([])
  expect(await look((tx) => listLog(tx, 0, 10))).toEqual([])
  expect(await look((tx) => findTargets(tx))).toEqual([])
  expect(await look((tx) => takeDue(tx, ctx.newId(), 10, new Map()))).toEqual([])
  expect((await look((tx) => breakersForUpdate(tx, [subscription_id]))).size).toBe(0)
  expect(await look((tx) => replayEvent(tx, ids[0]!, null))).toBe(0)
  expect(await look((tx) => replayDead(tx, { subscriptionId: null, since: '2000-01-01' }, 10))).toBe(0)
  expect((await look((tx) => replayRange(tx, range, 0, 10))).replayed).toBe(0)
  await look(startLog)
  expect(await look(assignPositions)).toBe(0)
  const key = { ...waiting!, subscription_id, epoch: 1, token: ctx.newId() }
  await look((tx) => freePending(tx, [key]))
  await look((tx) => resetPending(tx, subscription_id))
  await look((tx) => releaseSubscriptions(tx, [subscription_id]))
  await look((tx) => endSecrets(tx, subscription_id, 0, 1))
  await look((tx) => deleteDeliveriesOf(tx, ids))
  await look((tx) => updateHostKeys(tx, subscription_id, [`SHA256:${'x'.repeat(43)}`]))
  await look((tx) => renewPending(tx, key))
  await look((tx) => deleteDirected(tx, [directed.event_id]))
  expect(await look((tx) => deliveryOf(tx, [directed.event_id]))).toEqual([])
  expect(await look((tx) => findExpiredDirected(tx, -1, 10))).toEqual([])
  expect(await look((tx) => insertDirected(tx, subscription_id, [{ ...directed, event_id: ctx.newId() }]))).toBe(0)
  expect(await look((tx) => findInterchange(tx, subscription_id, directed.event_id))).toBeUndefined()
  expect(await look((tx) => lastNumberForUpdate(tx, interchange.partner))).toBe(0)
  await look((tx) => deleteSubscription(tx, subscription_id))
  expect(await picture()).toEqual(before)
})
