import fc, { type Arbitrary } from 'fast-check'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
}

interface Parameter {
  name: string
  in: string
}

export interface Operation {
  method: string
  path: string
  id: string
  /** Name of the security scheme, '' for none. */
  security: string
  parameters: Parameter[]
  body: Schema | undefined
  schemas: Record<string, Schema>
}

export interface Document {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

interface RawOperation {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

/** Every operation of the document. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      method: method.toUpperCase(),
      path,
      id: raw.operationId,
      security: Object.keys(raw.security?.[0] ?? {})[0] ?? '',
      parameters: raw.parameters ?? [],
      body: Object.values(raw.requestBody?.content ?? {})[0]?.schema,
      schemas: document.components.schemas,
    })),
  )
}

/** One generated request. */
export interface Attempt {
  target: string
  headers: Record<string, string>
  /** Base64, so that a failing input can be printed. */
  body: string | undefined
  /** False if the credentials were omitted or corrupted. */
  authorised: boolean
}

/** Existing values of the tenant for a fuzzer to mix in. */
export interface Known {
  orderId: string
  uploadId: string
  orderIdentifier: string
  /** Ids of records other than the order, by the end of their path: changes to them do not affect the order. */
  records: Readonly<Record<string, string>>
}

const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\ufeff',
  '\u202e',
  'e\u0301',
  '🚚'.repeat(100),
  "'; drop table transport_order; --",
  '$' + '{jndi:ldap://x}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\\',
  '"',
  '\r\nX-Injected: 1',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '24:00',
  '-1',
  '1e400',
  'x'.repeat(300),
  'x'.repeat(70_000),
]
const anyText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
)
const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53) - 2, 1e21, 1e308, 5e-324, 0.1 + 0.2),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const anyJson: Arbitrary<unknown> = fc.oneof(
  anyText,
  anyNumber,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 60 }).map(nest),
)

function nest(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value }
  return value
}

/** Values of a schema, occasionally replaced by something invalid. */
function valuesOf(schema: Schema, operation: Operation, depth: number): Arbitrary<unknown> {
  const created = generatorOf(schema, depth)
  if (created.value === undefined) created.value = mixed(schema, operation, depth)
  return created.value
}

interface MadeValue {
  value: Arbitrary<unknown> | undefined
}

const known = new Map<Schema, MadeValue[]>()

/** Generators are cached by schema and depth: rebuilding them for every input took most of the time. */
function generatorOf(schema: Schema, depth: number): MadeValue {
  const byDepth = known.get(schema) ?? []
  known.set(schema, byDepth)
  byDepth[depth] ??= { value: undefined }
  return byDepth[depth]
}

function mixed(schema: Schema, operation: Operation, depth: number): Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary: fittingOf(schema, operation, depth) }, { weight: 1, arbitrary: anyJson })
}

function fittingOf(given: Schema, operation: Operation, depth: number): Arbitrary<unknown> {
  const schema = resolve(given, operation)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fittingOf(choice, operation, depth)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) return objectOf(schema, operation, depth)
  if (type === 'array') {
    if (depth > 9) return fc.constant([])
    return fc.array(valuesOf(schema.items ?? {}, operation, depth + 1), { maxLength: 3 })
  }
  return scalarOf(type, schema.format)
}

function scalarOf(type: string | undefined, format: string | undefined): Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer())
  if (type === 'number') return fc.oneof(fc.integer({ min: 0, max: 100 }), anyNumber)
  if (type !== 'string') return anyJson
  if (format === 'uuid') return fc.uuid({ version: 4 })
  if (format === 'date') return fc.constantFrom('2026-03-02', '2024-02-29', '0001-01-01', '9999-12-31')
  if (format === 'date-time') return fc.constantFrom('2026-03-02T10:00:00Z', '2026-03-02T10:00:00+02:00')
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
    { weight: 1, arbitrary: anyText },
  )
}

function objectOf(schema: Schema, operation: Operation, depth: number): Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return fc.dictionary(anyText, anyJson, { maxKeys: 3 })
  // At depth, only required members, so that a body is finite.
  const required = new Set(schema.required ?? [])
  const chosen = members.filter(([name]) => required.has(name) || depth < 6)
  const record = Object.fromEntries(
    chosen.map(([name, member]) => [name, sometimes(member, required.has(name), operation, depth)]),
  )
  return fc.record(record).map((value) => {
    const kept = Object.entries(value).filter(([, member]) => member !== absent)
    return Object.fromEntries(kept)
  })
}

const absent = Symbol('absent')

function sometimes(member: Schema, isRequired: boolean, operation: Operation, depth: number): Arbitrary<unknown> {
  const value = fc.constant(null).chain(() => valuesOf(member, operation, depth + 1))
  const weight = isRequired ? 1 : 8 + 3 * depth
  return fc.oneof({ weight: isRequired ? 30 : 4, arbitrary: value }, { weight, arbitrary: fc.constant(absent) })
}

function resolve(schema: Schema, operation: Operation): Schema {
  if (!schema.$ref) return schema
  return operation.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}
}

/** Requests to one operation: mostly well-formed, with an error in a different place each time. */
export function attempts(operation: Operation, known: Known): Arbitrary<Attempt> {
  return fc
    .record({
      target: targets(operation, known),
      headers: oddHeaders,
      body: bodiesOf(operation, known),
      authorised: often,
    })
    .map(({ target, headers, body, authorised }) => ({
      target,
      authorised,
      headers: { ...(body !== undefined && { 'content-type': body.type }), ...headers },
      body: body?.bytes.toString('base64'),
    }))
}

const often = fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })

function targets(operation: Operation, known: Known): Arbitrary<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const own = (name: string) => {
    if (name === 'upload_id') return known.uploadId
    const upTo = operation.path.slice(0, operation.path.indexOf(`{${name}}`))
    const ending = Object.keys(known.records).find((end) => upTo.endsWith(end))
    return ending === undefined ? known.orderId : known.records[ending]!
  }
  const id = (name: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(own(name)) },
      { weight: 2, arbitrary: fc.uuid({ version: 4 }) },
      { weight: 2, arbitrary: anyText.map(segmentOf).filter(isSegment) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%', '%zz', '%C0%AF', '...', '%252e', ';', '*', known.orderId.toUpperCase()),
      },
    )
  const path = fc
    .tuple(...names.map(id))
    .map((ids) => names.reduce((text, name, index) => text.replace(`{${name}}`, ids[index] ?? ''), operation.path))
  const query = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: queryOf(operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)),
    },
  )
  return fc.tuple(path, query).map(([one, other]) => one + other)
}

function segmentOf(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 400))
}

/**
 * Empty and dot segments are removed from a URL before it is sent (WHATWG URL): they would address another operation.
 */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..'
}

function queryOf(names: string[]): Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('x', '__proto__', 'a[b]', ...names), anyText)
  const pair = fc
    .tuple(name, anyText)
    .map((both) => both.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 200))).join('='))
  return fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`)
}

const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { accept: 'application/xml' },
      { 'content-encoding': 'gzip' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'APPLICATION/JSON' },
      { 'content-type': ';' },
      { 'idempotency-key': 'x'.repeat(3_000) },
      { 'x-forwarded-for': '1.1.1.1, "\'' },
      { 'x-http-method-override': 'DELETE' },
      { cookie: 'sid=%00; __Host-sid=../' },
      { 'x-request-id': 'a'.repeat(500) },
      { range: 'bytes=0-18446744073709551615' },
      { 'if-none-match': '*' },
    ),
  },
)

interface Body {
  type: string
  bytes: Buffer
}

function bodiesOf(operation: Operation, known: Known): Arbitrary<Body | undefined> {
  if (operation.method === 'GET') return fc.constant(undefined)
  const schema = operation.body
  const json = (value: unknown): Body => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value) ?? '') })
  const fitting = schema
    ? valuesOf(schema, operation, 0).map((value) => json(redirect(value, known)))
    : anyJson.map(json)
  const spoilt = fc
    .tuple(fitting, fc.nat(), fc.constantFrom('cut', 'flip', 'twice', 'swap'))
    .map(([body, at, how]) => ({ ...body, bytes: spoil(body.bytes, at, how) }))
  const form = anyText.map((text) => ({
    type: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(`grant_type=${encodeURIComponent(text.toWellFormed())}`),
  }))
  const bytes = fc.uint8Array({ maxLength: 200 }).map((raw) => ({ type: 'application/json', bytes: Buffer.from(raw) }))
  return fc.oneof(
    { weight: 12, arbitrary: fitting },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: form },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

/** Keeps random requests away from the initial order, so that it can be compared at the end. */
function redirect(value: unknown, known: Known): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || (value as { order_identifier?: unknown }).order_identifier !== known.orderIdentifier) return value
  return { ...value, order_identifier: 'another' }
}

function spoil(bytes: Buffer, at: number, how: string): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length
  if (how === 'cut') return bytes.subarray(0, place)
  if (how === 'twice') return Buffer.concat([bytes, bytes])
  const copy = Buffer.from(bytes)
  if (copy.length > 0) copy[place] = how === 'flip' ? copy[place]! ^ (1 << (at % 8)) : 0xff
  return copy
}
