import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@cartage/contract/errors'
import { expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { send } from './http.ts'
import { a, b, expectProblem, orderPath, pathsOf, setup, uploadPath } from './world.ts'

const withoutId = (text: string, id: string) => text.replaceAll(id, '')

test('ERR-1: a malformed request is 422 with one entry per error, each with its path', async () => {
  const one = await a.refused(order({ customer: 'Stonegate' }), 422, 'validation_failed')
  expect(pathsOf(one)).toEqual(['customer'])
  expect(one.errors?.[0]).toMatchObject({ field: 'customer', message: expect.any(String) })
  const broken = consignment({ pickup_stop: { date: 'soon' }, delivery_stop: stop('Depot', { note: 7 }) })
  const many = await a.refused(order({ consignments: [broken] }), 422)
  expect(pathsOf(many)).toContain('consignments.0.pickup_stop.location')
  expect(pathsOf(many)).toContain('consignments.0.pickup_stop.date')
  expect(pathsOf(many)).toContain('consignments.0.delivery_stop.note')
})

test('ERR-2: a refusal by a rule is 400 with a message and the same list', async () => {
  const cancel = { operation: 'DELETE', order_identifier: `never-${randomUUID()}` }
  const problem = await a.refused(cancel, 400, 'order_unknown')
  expect(problem.message).toBeTruthy()
  expect(Object.keys(problem.errors![0]!).sort()).toEqual(['detail', 'field', 'message', 'path'])
})

test('ERR-4: 401 and 403 share one body, without a list of errors', async () => {
  const stranger = await send<ErrorBody>(setup.baseUrl, 'GET', orderPath(randomUUID()))
  expect(expectProblem(stranger, 401, 'unauthenticated').errors).toBeUndefined()
})

test.each(['', '/status', '/export', '/charges', '/documents'])(
  'ERR-5: an unknown order and another tenant’s order answer the same 404 at …/{order_id}%s',
  async (suffix) => {
    const orderId = await a.applied(order())
    const unknown = randomUUID()
    const foreign = await b.get<ErrorBody>(orderPath(orderId) + suffix)
    const missing = await b.get<ErrorBody>(orderPath(unknown) + suffix)
    expectProblem(foreign, 404, 'not_found')
    expect(withoutId(foreign.text, foreign.body.request_id)).toBe(withoutId(missing.text, missing.body.request_id))
    expect((await a.get(orderPath(orderId) + suffix)).status).toBe(200)
  },
)

test('ERR-5: another tenant’s upload is as unknown as one that never existed', async () => {
  const { upload_id: uploadId } = await a.upload(order())
  const foreign = await b.get<ErrorBody>(`${uploadPath}/${uploadId}`)
  const missing = await b.get<ErrorBody>(`${uploadPath}/${randomUUID()}`)
  expectProblem(foreign, 404, 'not_found')
  expect(withoutId(foreign.text, foreign.body.request_id)).toBe(withoutId(missing.text, missing.body.request_id))
})

test('CLIENT-28: a wrong method is 405 with Allow, an unknown path 404 as JSON, a malformed id 4xx', async () => {
  const wrong = await a.send('PUT', uploadPath)
  expectProblem(wrong, 405, 'method_not_allowed')
  expect(wrong.headers.get('allow')).toContain('POST')
  for (const path of ['/v1/nothing', '/v1/orders', '/nothing', '/v1/orders/order']) {
    expectProblem(await a.get(path), 404)
  }
  for (const id of ['1', 'null', '%00', `${randomUUID()}x`, 'a%2Fb', '..%2f..%2f']) {
    const answer = await a.get(orderPath(id))
    expect(answer.status, id).toBeGreaterThanOrEqual(400)
    expect(answer.status, id).toBeLessThan(500)
  }
})

test('CLIENT-28: an unknown path is JSON for a browser as well, unless it belongs to the web application', async () => {
  const answer = await send(setup.baseUrl, 'GET', '/v1/nothing', { headers: { accept: 'text/html' } })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
})

test('ERR-5: no error reveals its source', async () => {
  const answers = [await a.get('/v1/nothing'), await a.get(orderPath(randomUUID())), await a.post(uploadPath, 'x')]
  for (const { text } of answers) expect(text).not.toMatch(/\bat .*\.ts|node_modules|postgres|select |stack/i)
})
