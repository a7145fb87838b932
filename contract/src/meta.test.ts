import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { appEndpoints, endpoints } from './index.ts'

type Json = { [name: string]: unknown }

const published: [string, Endpoint][] = Object.entries(endpoints)
const application: [string, Endpoint][] = Object.entries(appEndpoints)
const all = [...published, ...application]

describe.each(all)('%s', (name, endpoint) => {
  test('is named by its operation id: a verb and a noun', () => {
    expect(endpoint.id).toBe(name)
    expect(name).toMatch(/^[a-z]+([A-Z][a-zA-Z]*)?$/)
  })

  test('has a tag, a version, a limit and a summary that is not a sentence; descriptions are sentences', () => {
    expect(endpoint.tag).toMatch(/\S/)
    expect(endpoint.since).toMatch(/^\d+\.\d+\.\d+$/)
    expect(['general', 'token', 'none']).toContain(endpoint.limit)
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/)
    if (endpoint.description !== undefined) expect(endpoint.description).toMatch(/^[A-Z].*\.$/s)
  })

  test('declares exactly the parameters in its path, and a GET has no body', () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(endpoint.params ? membersOf(endpoint.params) : []).toEqual(inPath)
    for (const alias of endpoint.aliases ?? []) {
      expect([...alias.matchAll(/\{(\w+)\}/g)].map((match) => match[1])).toEqual(inPath)
    }
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
  })

  test('has a response schema unless it answers 204 or with a file', () => {
    expect(endpoint.response === undefined).toBe(endpoint.status === 204 || endpoint.responseType === 'bytes')
  })

  test('describes every member, in snake_case, with formats that fit the name', () => {
    const schemas = { params: endpoint.params, query: endpoint.query, body: endpoint.body, answer: endpoint.response }
    const faults = Object.entries(schemas).flatMap(([part, schema]) =>
      schema ? memberFaults(jsonSchema(schema, part === 'answer' ? 'output' : 'input'), part) : [],
    )
    expect([...new Set(faults)]).toEqual([])
  })
})

describe.each(published)('%s, published', (_name, endpoint) => {
  test('is under /v1, webhooks under /v1/webhook', () => {
    expect(endpoint.path).toMatch(endpoint.auth === 'webhook' ? /^\/v1\/webhook\// : /^\/v1\/(?!webhook)/)
  })

  test('declares its callers', () => {
    expect(['bearer', 'client', 'webhook']).toContain(endpoint.auth)
    if (endpoint.auth === 'bearer') expect(endpoint.anyToken || endpoint.roles).toBeTruthy()
  })

  test('RATE-1, RATE-2 and RATE-7: counts in the right limit', () => {
    const limits: { [auth in Endpoint['auth']]?: Endpoint['limit'] } = {
      bearer: 'general',
      client: 'token',
      webhook: 'none',
    }
    expect(endpoint.limit).toBe(limits[endpoint.auth])
  })

  test('lists only its own aliases as undeprecated', () => {
    for (const alias of endpoint.undeprecatedAliases ?? []) expect(endpoint.aliases).toContain(alias)
  })
})

test.each(application)('%s stays under /app or /door and is not part of the published interface', (name, endpoint) => {
  expect(endpoint.path).toMatch(endpoint.auth === 'link' ? /^\/door\// : /^\/app\//)
  expect(endpoints).not.toHaveProperty(name)
})

test('ids are unique, and so are method and path, aliases included', () => {
  const ids = all.map(([, endpoint]) => endpoint.id)
  expect(new Set(ids).size).toBe(ids.length)
  const routes = all.flatMap(([, { method, path, aliases = [] }]) =>
    [path, ...aliases].map((one) => `${method} ${one}`),
  )
  expect(new Set(routes).size).toBe(routes.length)
})

test('the rules of this file detect a bad member', () => {
  const bad = z.object({
    orderId: z.string().describe('Id.'),
    when_at: z.string().describe('no full stop'),
    note: z.string(),
  })
  expect(memberFaults(jsonSchema(bad, 'input'), 'body')).toEqual([
    'body.orderId is not snake_case',
    'body.when_at: its description is no sentence',
    'body.when_at is no date-time',
    'body.note has no description',
  ])
})

/** Ids of other systems are text; ours are UUIDs, except subjects of the audit trail such as API clients. */
const foreignIds = new Set([
  'actor_id',
  'client_id',
  'delivery_id',
  'entity_id',
  'external_id',
  'integration_id',
  'load_id',
  'palletforce_id',
  'palletline_id',
  'place_id',
  'request_id',
  'row_id',
  'sender_id',
  'third_party_label_id',
  'tracking_id',
  'transport_id',
  'webhook_client_id',
  // Names that our ids have too.
  'ManuportOrderInput.customer_id',
  'Project44ConsignmentInput.order_id',
  'Project44OrderInput.order_id',
  // A sent message has no id of its own: it is identified by event, receiver and instant.
  'AppMessageSummary.id',
  'AppMessageDetail.id',
  'params.message_id',
  // Query parameter name of other systems.
  'AppTenantConfiguration.settings.messages.document_import.parameters.id',
  'body.messages.document_import.parameters.id',
])

function memberFaults(schema: Json, place: string): string[] {
  const faults: string[] = []
  const visit = (value: unknown, path: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, path)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const { properties, ...rest } = value as { properties?: { [name: string]: Json } }
    for (const [name, member] of Object.entries(properties ?? {})) {
      faults.push(...faultsOf(name, member, path).map((fault) => `${path}.${name}${fault}`))
      visit(member, `${path}.${name}`)
    }
    for (const [name, part] of Object.entries(rest)) {
      if (name === '$defs') for (const [id, component] of Object.entries(part as Json)) visit(component, id)
      else visit(part, path)
    }
  }
  visit(schema, place)
  return faults
}

function faultsOf(name: string, member: Json, path: string): string[] {
  const faults: string[] = []
  // A filter may name its comparison, as in `external_id:in`.
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*(:[a-z]+)?$/.test(name)) faults.push(' is not snake_case')
  if (typeof member.description !== 'string') faults.push(' has no description')
  else if (!/[.]$/.test(member.description)) faults.push(': its description is no sentence')
  const text = JSON.stringify(member)
  const isId = /(^|_)id$/.test(name) && !foreignIds.has(name) && !foreignIds.has(`${path}.${name}`)
  // Criteria compare an id with listed values: text that is not an id simply matches nothing.
  const isText = !text.includes('"format":"uuid"') && !text.includes('/FieldMatchInput"')
  if (isId && isText) faults.push(' is no UUID')
  if (/(_at|_timestamp)$/.test(name) && !text.includes('"format":"date-time"')) faults.push(' is no date-time')
  return faults
}

function membersOf(schema: z.ZodType): string[] {
  return Object.keys((jsonSchema(schema, 'input').properties ?? {}) as Json)
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}
