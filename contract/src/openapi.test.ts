import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { apiRoles } from './endpoint.ts'
import { endpoints } from './index.ts'
import { openapiDocument } from './openapi.ts'
import { requestExamples } from './openapi-requests.ts'
import type { Json } from './openapi-schemas.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  deprecated?: boolean
  requestBody?: { content: Json }
  responses: { [status: string]: { headers?: Json; content?: Json } }
  security: Json[]
  'x-limit': string
  'x-roles'?: string[]
}

const document = openapiDocument()
const paths = document.paths as { [path: string]: { [method: string]: Operation } }
const schemas = (document.components as { schemas: { [name: string]: Json } }).schemas
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const operation = (name: string) => operations.find((one) => one.name === name)!.operation
const folder = new URL('../fixtures/orders/', import.meta.url)

// Shared by all tests, so that common components are compiled once.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'https://cartage.invalid/openapi', components: { schemas } })

/** Validator of one component that can resolve all others. */
function validatorOf(name: string) {
  return ajv.compile({ $ref: `https://cartage.invalid/openapi#/components/schemas/${name}` })
}

test('COMPAT-5: has the version of the interface, not of the server, and is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  expect(document.info).toMatchObject({ title: 'Cartage', version: '1.2.0' })
  expect(document.openapi).toBe('3.1.0')
})

test('every reference resolves and every component is used', () => {
  const refs = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
  expect(refs.filter((name) => !schemas[name!])).toEqual([])
  expect(Object.keys(schemas).filter((name) => !refs.includes(name))).toEqual([])
})

test('every endpoint and every alias is included under its own operation id', () => {
  const ids = operations.map(({ operation: { operationId } }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [id, { method, path }] of Object.entries(endpoints)) {
    expect(operation(`${method} ${path}`).operationId).toBe(id)
  }
})

test('an alias is deprecated unless it is permanent', () => {
  expect(operation('POST /v1/webhook').deprecated).toBe(true)
  expect(operation('POST /v1/webhook/order-import').deprecated).toBeUndefined()
  expect(operation('GET /me').deprecated).toBeUndefined()
})

test('endpoints of our own web application are not published', () => {
  expect(Object.keys(paths).filter((path) => path.startsWith('/app'))).toEqual([])
})

describe.each(operations)('$name', ({ operation: { responses, security, ...rest } }) => {
  test('declares success and its possible failures, each with the error body', () => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '500', '503']))
    // Files also have a partial response.
    expect(Object.keys(responses).filter((status) => /^2(?!06)/.test(status))).toHaveLength(1)
    for (const [status, { content }] of Object.entries(responses)) {
      if (!['204', '304'].includes(status)) expect(content?.['application/json'], status).toBeDefined()
    }
  })

  test('RATE-4: documents Retry-After where callers have to wait', () => {
    expect(responses[503]?.headers).toHaveProperty('Retry-After')
    if (rest['x-limit'] !== 'none') expect(responses[429]?.headers).toHaveProperty('Retry-After')
  })

  test('has one way to authenticate, and existing roles', () => {
    expect(security).toHaveLength(1)
    for (const role of rest['x-roles'] ?? []) expect(apiRoles).toContain(role)
  })

  test('has a declared tag', () => {
    const declared = (document.tags as { name: string }[]).map(({ name }) => name)
    expect(declared).toEqual(expect.arrayContaining(rest.tags))
  })
})

describe('examples', () => {
  const full = new Ajv2020({ strict: false, allErrors: true })
  formats.default(full)
  // Readers ignore unknown members (COMPAT-1), so an example with one would silently have no effect.
  full.addSchema({ $id: 'https://cartage.invalid/full', components: { schemas: closed(schemas) } })
  const isFile = ({ responses }: Operation) => Object.keys(responses).includes('206')

  test.each(operations.filter(({ operation }) => !isFile(operation)))(
    '$name has one that matches its schema',
    ({ operation }) => {
      const success = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      const contents = [operation.requestBody, ...success.map(([, response]) => response)].flatMap(
        (part) => (part?.content?.['application/json'] as { schema: Json; example?: unknown } | undefined) ?? [],
      )
      for (const { schema, example } of contents.filter((content) => Object.keys(content.schema).length > 0)) {
        const absolute = JSON.parse(
          JSON.stringify(schema).replaceAll('"#/components', '"https://cartage.invalid/full#/components'),
        )
        const validate = full.compile(absolute)
        expect(example).toBeDefined()
        expect(validate(example) ? [] : validate.errors, JSON.stringify(example)).toEqual([])
      }
    },
  )
})

test('hand-written examples belong to existing operations', () => {
  const ids = operations.map(({ operation: { operationId } }) => operationId)
  expect(Object.keys(requestExamples).filter((id) => !ids.includes(id))).toEqual([])
})

test('every guide that the document links to exists', () => {
  const named = [...JSON.stringify(document).matchAll(/\/help\?guide=([\w-]+)/g)].map(([, guide]) => `${guide}.md`)
  const guides = readdirSync(new URL('../../docs/guides/', import.meta.url))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !guides.includes(name))).toEqual([])
})

test('roles and credentials are described in prose', () => {
  expect(operation('POST /v1/orders/order/upload')).toMatchObject({
    description: expect.stringContaining('Roles: API_ORDER, CUSTOMER; one is enough.'),
  })
  expect(
    operations.filter(({ operation }) => !/Roles:|Credentials:|Answers the same/.test(JSON.stringify(operation))),
  ).toEqual([])
})

describe('clients that are generated from the document', () => {
  const members = Object.entries(schemas).flatMap(([name, { properties = {}, required = [] }]) =>
    Object.entries(properties as { [member: string]: Json }).map(([member, schema]) => ({
      ...{ name: `${name}.${member}`, schema },
      isRequired: (required as string[]).includes(member),
    })),
  )

  test('may omit members that have a default', () => {
    expect(
      members.filter(({ schema, isRequired }) => !isRequired && 'default' in schema).map(({ name }) => name),
    ).toEqual([])
  })

  test('treat sets that may grow as open, and closed sets as closed', () => {
    const [known, any] = schemas.ResourceTypeEnum!.anyOf as [Json, Json]
    expect(known.enum).toContain('TRACTOR')
    expect(any).toEqual({ type: 'string' })
    expect(schemas.PaymentTermCode).toMatchObject({ type: 'string', enum: expect.arrayContaining(['NET_30']) })
    expect(schemas.PaymentTermCode).not.toHaveProperty('x-open-set')
  })

  test('can send every component: any JSON is any value, not an alternative of itself', () => {
    const { detail } = schemas.ValidationErrorDetail!.properties as { [member: string]: Json }
    expect(Object.keys(detail!)).toEqual(['description'])
    expect(Object.keys(schemas).filter((name) => /^_|^JsonValue$/.test(name))).toEqual([])
  })

  // The published interface fixes these names; the client guide explains how to keep both with orval.
  test('meet exactly six pairs of names that differ only in punctuation', () => {
    const names = Object.keys(schemas)
    const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '')
    expect(names.filter((name) => plain(name) !== name && names.includes(plain(name))).sort()).toEqual([
      ...['ADR-Input', 'ContainerResource-Input', 'ContainerResource-Output', 'DriverResource-Input'],
      ...['DriverResource-Output', 'PackagedItem-Input'],
    ])
  })
})

test('CLIENT-27: the order webhook accepts any media type, the upload only JSON', () => {
  const webhook = operation('POST /v1/webhook/order-import')
  expect(Object.keys(webhook.requestBody?.content ?? {})).toEqual(['application/json', '*/*'])
  expect(webhook.responses).not.toHaveProperty('415')
  const upload = operation('POST /v1/orders/order/upload')
  expect(Object.keys(upload.requestBody?.content ?? {})).toEqual(['application/json'])
  expect(upload.responses).toHaveProperty('415')
})

test('the message to receivers is described as a webhook', () => {
  const [name] = Object.keys(document.webhooks as Json)
  expect(name).toBe('visibility-event')
  expect(JSON.stringify(document.webhooks)).toContain('#/components/schemas/OperationalVisibilityUpdate')
})

/** The same schemas, closed to unnamed members. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]))
  const isObject = members.type === 'object' && typeof members.properties === 'object'
  return isObject ? { additionalProperties: false, ...members } : members
}

test('every component is valid JSON Schema', () => {
  for (const name of Object.keys(schemas)) expect(() => validatorOf(name), name).not.toThrow()
}, 120_000)

test('every example order matches the component of the upload', () => {
  const validate = validatorOf('OrderInput')
  for (const name of readdirSync(folder)) {
    const body = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    expect(validate(body) ? [] : validate.errors, name).toEqual([])
  }
  expect(validate({ operation: 'CREATE', order_identifier: 7 })).toBe(false)
})

test('GOOD-6 and ST-14: hs_codes and the name of a location may be absent, never null', () => {
  expect(schemas.VisibilityGood?.required).not.toContain('hs_codes')
  expect((schemas.VisibilityGood?.properties as Json | undefined)?.hs_codes).toMatchObject({
    $ref: '#/components/schemas/GoodHSCodes',
  })
  expect((schemas.VisibilityLocation?.properties as Json | undefined)?.name).toMatchObject({ type: 'string' })
  expect(schemas.VisibilityLocation?.required ?? []).not.toContain('name')
})

test('READ-4: the order status has no first_pickup_stop', () => {
  expect(schemas.OrderWithStatus?.properties).toHaveProperty('last_delivery_stop')
  expect(schemas.OrderWithStatus?.properties).not.toHaveProperty('first_pickup_stop')
})
