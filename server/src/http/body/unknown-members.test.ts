import { endpoints } from '@cartage/contract'
import type { Endpoint } from '@cartage/contract/endpoint'
import { openapiDocument } from '@cartage/contract/openapi'
import { readWarnings } from '@cartage/contract/warnings'
import { afterAll, expect, test } from 'vitest'
import { customer } from '../../testing/data/companies.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { basic } from '../../testing/test-tenant.ts'
import { anonymous } from '../caller.ts'
import { createHttp } from '../listen.ts'
import { Problem } from '../problem.ts'
import { type Gate, type Handler, serve } from '../serve.ts'
import { WrittenJson } from '../written.ts'

const server = await startTestServer()
afterAll(() => server.close())

type Body = { [name: string]: unknown }
const { paths } = openapiDocument() as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: Body }> } }>>
}

/** Every operation of /v1 with a JSON body, and a body it accepts. */
const writing = Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
  const item = paths[endpoint.path]![endpoint.method.toLowerCase()]!
  const example = item.requestBody?.content['application/json']?.example
  return example === undefined ? [] : [{ id: endpoint.id, endpoint, example }]
})
const isRead = ({ endpoint }: { endpoint: Endpoint }) => endpoint.bodyType !== 'raw'

/** Sends a body to an operation whose handler is a function. */
async function send(endpoint: Endpoint, body: Body, handler: Handler<Endpoint> = async () => new WrittenJson('{}')) {
  const known = async () => anonymous
  const authenticate = { none: known, bearer: known, client: known, webhook: known, session: known, link: known }
  const gate: Gate = {
    authenticate,
    admit: async () => ({ headers: {} }),
    once: async (_call, _key, run) => ({ ...(await run()), isRepeat: false }),
  }
  const app = createHttp(server.ctx)
  serve({ app, ctx: server.ctx, gate, served: new Set() }, { ...endpoint, anyToken: true } as Endpoint, handler)
  const path = endpoint.path.replace(/\{\w+\}/g, '7b0f3f0e-5d0f-4a59-9a0c-2f4d5b8f7c11')
  const answer = await app.inject({ method: endpoint.method, url: path, payload: body })
  await app.close()
  return { status: answer.statusCode, text: answer.body, warnings: readWarnings(new Headers(answer.headers as never)) }
}

test.each(writing.filter(isRead))(
  'CLIENT-35: $id answers as before and reports a member that it does not have',
  async ({ endpoint, example }) => {
    const usual = await send(endpoint, example)
    expect(usual).toMatchObject({ warnings: [] })
    expect(usual.status).toBeLessThan(300)
    const { warnings, ...same } = await send(endpoint, { ...example, mistyped_membr: 1 })
    expect(same).toEqual({ status: usual.status, text: usual.text })
    expect(warnings).toEqual([
      { field: 'mistyped_membr', code: 'unknown_member', message: expect.stringMatching(/^is not a member/) },
    ])
  },
)

test('CLIENT-35: webhooks report unknown members', async () => {
  const tenant = await server.tenant()
  const post = async ({ endpoint, example }: (typeof writing)[number], more: Body) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: endpoint.path,
      headers: { authorization: basic(tenant.webhookCredential), 'content-type': 'application/json' },
      payload: { ...example, ...more },
    })
    return { status: answer.statusCode, warnings: readWarnings(new Headers(answer.headers as never)) }
  }
  // Documents are arbitrary bytes. The first of these is disabled in a new organisation; the second accepts external
  // formats.
  const others = ['updateIntermodalStatus', 'receiveEInvoice']
  const webhooks = writing.filter(
    ({ id, endpoint: { auth, body } }) => auth === 'webhook' && body?._zod.def.type !== 'any' && !others.includes(id),
  )
  expect(webhooks.length).toBeGreaterThan(5)
  for (const one of webhooks) {
    expect({ id: one.id, ...(await post(one, {})) }).toMatchObject({ id: one.id, status: 200, warnings: [] })
    const { status, warnings } = await post(one, { mistyped_membr: 1 })
    expect({ id: one.id, status, field: warnings[0]?.field }).toEqual({
      id: one.id,
      status: 200,
      field: 'mistyped_membr',
    })
  }
})

test('CLIENT-35: a member deep in a list is reported with its path, next to other warnings', async () => {
  const tenant = await server.tenant()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v1/companies/company',
    headers: { authorization: `Bearer ${tenant.token}` },
    payload: {
      ...customer(),
      vat_number: 'BE0411905848',
      contacts: [{ name: 'Ann', emial: 'a' }],
    },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.anything()])
  const warnings = readWarnings(new Headers(answer.headers as never))
  expect(warnings.map(({ field, code }) => ({ field, code }))).toEqual(
    expect.arrayContaining([
      { field: 'vat_number', code: expect.stringMatching(/vat/) },
      { field: 'contacts.0.emial', code: 'unknown_member' },
    ]),
  )
})

test('CLIENT-35: a refused request reports the refusal and nothing else', async () => {
  const { endpoint, example } = writing.find(({ id }) => id === 'createCompany')!
  const refused = await send(endpoint, { ...example, mistyped_membr: 1 }, async () => {
    throw new Problem('not_found')
  })
  expect(refused).toMatchObject({ status: 404, warnings: [] })
})

test('CLIENT-35: a name of any length is reported with its beginning', async () => {
  const { endpoint, example } = writing.find(({ id }) => id === 'createCompany')!
  const { status, warnings } = await send(endpoint, { ...example, ['x'.repeat(50_000)]: 1 })
  expect(status).toBe(200)
  expect(warnings).toMatchObject([{ field: `${'x'.repeat(200)}…`, code: 'unknown_member' }])
})
