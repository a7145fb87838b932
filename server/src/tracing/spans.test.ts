import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { readConfig } from '../config.ts'
import type { AccessLine } from '../context.ts'
import { addSubscription } from '../deliveries/subscriptions/commands.ts'
import type { JobHandlers } from '../jobs/kinds.ts'
import { enqueue, jobLoop } from '../jobs/queue.ts'
import { orderTenant, simpleOrder } from '../testing/data/orders.ts'
import { type Collector, type ReceivedSpan, startCollector } from '../testing/servers/collector.ts'
import { eventsOf, publish } from '../testing/servers/receiver.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { openTracing } from './open.ts'
import type { Tracing } from './spans.ts'

let collector: Collector
let server: TestServer
let tracing: Tracing
const access: AccessLine[] = []

beforeAll(async () => {
  collector = await startCollector()
  const env = {
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=for%20the%20collector',
  }
  tracing = (await openTracing(readConfig(env).tracing, pino({ level: 'silent' })))!
  server = await startTestServer({ tracing, accessLog: (line) => access.push(line) })
})
afterAll(async () => {
  await tracing.close()
  await server.close()
  await collector.close()
})

/** Waits for a matching span. Everything that ended before it has arrived as well or comes with it. */
async function arrived(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await expect.poll(() => collector.spans.find(fits), { timeout: 20_000, interval: 100 }).toBeDefined()
  return collector.spans.find(fits)!
}

const ofRequest = (id: unknown) => (span: ReceivedSpan) => span.facts['cartage.request_id'] === id
const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }

test('OPS-22: a request is a span that continues its traceparent, and its statements are child spans', async () => {
  const tenant = await server.tenant()
  const answer = await server.app.inject({
    url: '/v1/orders/order/0b5f1f0e-2f4b-4f59-9a3e-0d9d6b6d5a11?secret=of-someone',
    headers: {
      authorization: `Bearer ${tenant.token}`,
      traceparent: `00-${caller.trace}-${caller.span}-01`,
    },
  })
  const span = await arrived(ofRequest(answer.headers['x-request-id']))
  expect(span).toEqual({
    trace: caller.trace,
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    parent: caller.span,
    name: 'GET /v1/orders/order/:order_id',
    kind: 2,
    is_failed: false,
    facts: {
      'http.request.method': 'GET',
      'http.route': '/v1/orders/order/:order_id',
      'http.response.status_code': 404,
      'error.type': 'not_found',
      'cartage.request_id': answer.headers['x-request-id'],
      'cartage.tenant_id': tenant.tenantId,
    },
  })
  const parts = collector.spans.filter(({ parent }) => parent === span.id)
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^orders\./)]))
  expect(new Set(parts.map(({ trace, kind }) => `${trace} ${kind}`))).toEqual(new Set([`${caller.trace} 3`]))
  expect(collector.headers.at(-1)).toMatchObject({ 'x-key': 'for the collector' })
  const line = access.find(({ request_id }) => request_id === answer.headers['x-request-id'])
  expect(line).toMatchObject({ trace_id: caller.trace })
})

test('OPS-22: statements after a body has been read are child spans too, and nothing of the body is recorded', async () => {
  const tenant = await orderTenant(server)
  const order = simpleOrder()
  order.consignments![0]!.pickup_stop!.location = { name: 'Mill of Someone', city: 'Gent', country: 'BE' }
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v1/orders/order/upload',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    payload: order,
  })
  expect(answer.statusCode, uploadOrder.id).toBeLessThan(300)
  const span = await arrived(ofRequest(answer.headers['x-request-id']))
  expect(collector.spans.filter(({ parent }) => parent === span.id).length).toBeGreaterThan(0)
  const exported = collector.bodies.join('\n')
  for (const secret of [tenant.token, 'Mill of Someone', order.order_identifier, 'of-someone', 'Bearer', 'x-key']) {
    expect(exported).not.toContain(secret)
  }
})

test('OPS-22: monitoring requests are not traced', async () => {
  await server.app.inject('/readyz')
  const answer = await server.app.inject('/v1/nowhere')
  expect(await arrived(ofRequest(answer.headers['x-request-id']))).toMatchObject({ name: 'GET', parent: '' })
  expect(collector.spans.filter(({ name }) => name.includes('readyz'))).toEqual([])
})

test('OPS-22: a job is a span with its kind and attempt, and with the code but not the message of an error', async () => {
  const tenant = await server.tenant()
  await tenant.asTenant((tx) => enqueue(tx, 'deliveries.purge_expired', {}))
  const failing = async () => {
    throw Object.assign(new Error('the name of someone'), { code: '23505' })
  }
  await jobLoop(server.ctx, { 'deliveries.purge_expired': failing } as unknown as JobHandlers).run()
  const span = await arrived(({ facts }) => facts['messaging.destination.name'] === 'deliveries.purge_expired')
  expect(span).toMatchObject({ name: 'job deliveries.purge_expired', kind: 5, parent: '', is_failed: true })
  expect(span.facts).toMatchObject({
    'cartage.tenant_id': tenant.tenantId,
    'cartage.attempt': 1,
    'error.type': '23505',
  })
  const failed = collector.spans.find(({ parent, name }) => parent === span.id && name === 'jobs.fail_job')
  expect(failed?.trace).toBe(span.trace)
  expect(collector.bodies.join('\n')).not.toContain('the name of someone')
})

test('OPS-22: a delivery is a span with the host of its endpoint and its response; the endpoint gets no trace id', async () => {
  const tenant = await server.tenant()
  const url = 'https://partner.example/hooks/secret-of-partner'
  await addSubscription(server.ctx, tenant.tenantId, byOperator, { channel: 'HTTPS', url })
  await publish(tenant, eventsOf(crypto.randomUUID(), 1))
  server.answerWith(() => ({ status: 503 }))
  await server.drain()
  const span = await arrived(({ name }) => name === 'deliver HTTPS')
  expect(span).toMatchObject({ kind: 3, is_failed: true })
  expect(span.facts).toMatchObject({
    'server.address': 'partner.example',
    'http.response.status_code': 503,
    'cartage.event_type': 'order.accepted',
    'cartage.attempt': 1,
  })
  expect(server.sent.map(({ headers }) => headers.traceparent)).toEqual(server.sent.map(() => undefined))
  expect(collector.bodies.join('\n')).not.toContain('secret-of-partner')
})
