import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ErrorBody, RateLimitError, ValidationErrorResponse } from './errors.ts'
import { endpoints } from './index.ts'
import { exampleOf, type Schema } from './openapi-examples.ts'
import { introduction } from './openapi-introduction.ts'
import { requestExamples } from './openapi-requests.ts'
import { type Components, type Json, jsonSchemaOf } from './openapi-schemas.ts'
import { tags } from './openapi-tags.ts'
import { type Webhook, webhooks as webhookRecords } from './outbound/webhooks.ts'

/** Interface version for other programs (COMPAT-5); the server's version is `cartage --version`. */
export const interfaceVersion = '1.2.0'

/** Headers of draft-ietf-httpapi-ratelimit-headers; tenants without limits get neither. */
const limitHeaders = {
  'RateLimit-Policy': {
    description:
      'The windows that count this request: name, requests (q) and seconds (w). Absent when nothing is limited.',
    schema: { type: 'string' },
    example: '"1s";q=3;w=1, "600s";q=1200;w=600, "3600s";q=7200;w=3600',
  },
  RateLimit: {
    description:
      'What is left of each window, the shortest first: r more requests fit into the next t seconds. Absent when nothing is limited.',
    schema: { type: 'string' },
    example: '"1s";r=2;t=1, "600s";r=1187;t=600, "3600s";r=7012;t=3600',
  },
}

const limitHeaderRefs = Object.fromEntries(
  Object.keys(limitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/**
 * OpenAPI 3.1 document of the published interface, generated only from the endpoint records. Endpoints of our own web
 * application are excluded.
 * @throws Error if a component would differ between requests and responses
 */
export function openapiDocument(): Json {
  const components: Components = new Map()
  const paths: Json = {}
  const records: Endpoint[] = Object.values(endpoints)
  for (const record of records) {
    addOperation(paths, record.path, record, operationOf(record, components))
    record.aliases?.forEach((path, index) => {
      addOperation(paths, path, record, aliasOf(record, path, index, components))
    })
  }
  const webhooks = Object.fromEntries(
    Object.entries(webhookRecords).map(([name, record]) => [name, webhookOf(record, components)]),
  )
  addExamples([...Object.values(paths), ...Object.values(webhooks)] as Json[], Object.fromEntries(components))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cartage',
      version: interfaceVersion,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tags.filter((tag) => records.some((record) => record.tag === tag.name) || tag.name === 'outbound-webhooks'),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
      headers: limitHeaders,
      securitySchemes,
    },
  }
}

const securitySchemes = {
  BearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of an API client, from POST /v1/auth/token.',
  },
  BasicAuthClientCredentials: {
    type: 'http',
    scheme: 'basic',
    description: 'Id and secret of an API client, for the token endpoint only.',
  },
  BasicAuthWebhookCredentials: {
    type: 'http',
    scheme: 'basic',
    description: 'Webhook credentials, sent with every webhook request.',
  },
}

const schemeOf: { [auth in Endpoint['auth']]?: keyof typeof securitySchemes } = {
  bearer: 'BearerAuth',
  client: 'BasicAuthClientCredentials',
  webhook: 'BasicAuthWebhookCredentials',
}

function addOperation(paths: Json, path: string, record: Endpoint, operation: Json): void {
  paths[path] = { ...(paths[path] as Json | undefined), [record.method.toLowerCase()]: operation }
}

function operationOf(record: Endpoint, components: Components): Json {
  const scheme = schemeOf[record.auth]
  const parameters = [
    ...parametersOf(record.params, 'path', components),
    ...parametersOf(record.query, 'query', components),
    ...parametersOf(record.headers, 'header', components),
    ...parametersOf(keyHeadersOf(record), 'header', components),
  ]
  const body = requestBodyOf(record, components)
  const description = describedWith(record)
  return {
    operationId: record.id,
    tags: [record.tag],
    summary: record.summary,
    ...(description !== undefined && { description }),
    ...(record.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(record, components),
    security: scheme ? [{ [scheme]: [] }] : [],
    'x-limit': record.limit,
    ...(record.auth === 'bearer' && { 'x-roles': record.roles ?? [] }),
    'x-since': record.since,
    ...(record.added && { 'x-added': true }),
  }
}

/** Adds examples to every request body and successful response. */
function addExamples(items: readonly Json[], schemas: { [name: string]: Json }): void {
  for (const operation of items.flatMap((item) => Object.values(item) as Json[])) {
    const { operationId, requestBody, responses } = operation as {
      operationId: string
      requestBody?: Json
      responses: { [status: string]: Json }
    }
    const done = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    for (const part of [...(requestBody ? [requestBody] : []), ...done.map(([, response]) => response)]) {
      const json = (part.content as { [type: string]: Json } | undefined)?.['application/json']
      if (!json || Object.keys(json.schema as Json).length === 0) continue
      const written = part === requestBody ? requestExamples[operationId.replace(/Alias\d*$/, '')] : undefined
      json.example = written ?? exampleOf(json.schema as Schema, schemas)
    }
  }
}

/** Permitted callers, in words: readers of the reference do not see x- members. */
function describedWith({ auth, description, roles = [], anyToken }: Endpoint): string | undefined {
  const who = [
    auth === 'client' && 'Credentials: id and secret of an API client.',
    auth === 'webhook' && 'Credentials: webhook credentials, with Basic authentication.',
    auth === 'bearer' && anyToken && 'Roles: any access token.',
    auth === 'bearer' &&
      !anyToken &&
      (roles.length === 0 ? 'Roles: any role.' : `Roles: ${roles.join(', ')}; one is enough.`),
  ].filter((sentence) => typeof sentence === 'string')
  return [...(description === undefined ? [] : [description]), ...who].join('\n\n') || undefined
}

/** An alias is a separate operation in OpenAPI: it needs its own id, and names its replacement. */
function aliasOf(record: Endpoint, path: string, index: number, components: Components): Json {
  const isDeprecated = !record.undeprecatedAliases?.includes(path)
  return {
    ...operationOf(record, components),
    operationId: `${record.id}Alias${index === 0 ? '' : index + 1}`,
    description: `Answers the same as ${record.method} ${record.path}.`,
    ...(isDeprecated && { deprecated: true }),
  }
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query' | 'header',
  components: Components,
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', components) as {
    properties?: { [name: string]: Json }
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: rest,
  }))
}

const keyFormat = z.string().min(1).max(255).optional()

const IdempotentRequest = z.object({
  'Idempotency-Key': keyFormat.describe(
    'A key of your choice, such as a UUID, new for each record you create. Send the same request again with the same key ' +
      'within 24 hours, and it answers as it did the first time, with idempotency-replayed: true, and creates nothing. ' +
      'Another request with the key: 422 idempotency_key_reused. While the first is running: 409 creation_running.',
  ),
})

const IdempotentUpload = z.object({
  'Idempotency-Key': keyFormat.describe(
    'A key of your choice, one for all clients of the tenant. The same body with the same key answers with the upload it ' +
      'created before; another body: 422 idempotency_key_reused.',
  ),
})

const IdempotentMessage = z.object({
  'webhook-id': keyFormat.describe('A key of your choice for this message; it counts before Idempotency-Key.'),
  'Idempotency-Key': keyFormat.describe(
    'A key of your choice for this message. The same message with the same key has no further effect; another body with ' +
      'the key is refused as idempotency_key_reused.',
  ),
})

/** Headers that prevent a retry from creating something again. */
function keyHeadersOf({ creates, auth }: Endpoint): z.ZodType | undefined {
  if (creates === 'header') return IdempotentRequest
  if (creates !== 'record') return undefined
  return auth === 'webhook' ? IdempotentMessage : IdempotentUpload
}

function requestBodyOf(record: Endpoint, components: Components): Json | undefined {
  const isRaw = record.bodyType === 'raw'
  if (!record.body) return isRaw ? { required: false, content: { '*/*': {} } } : undefined
  const mediaType = record.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json'
  const described = { [mediaType]: { schema: jsonSchemaOf(record.body, 'input', components) } }
  const others = Object.fromEntries((record.otherBodies ?? []).map((type) => [type, { schema: otherBodies[type] }]))
  return { required: true, content: isRaw ? { ...described, ...others, '*/*': {} } : described }
}

/** Bodies other than JSON: XML is text, form parts are unspecified. */
const otherBodies: Readonly<Record<'application/xml' | 'multipart/form-data', Json>> = {
  'application/xml': { type: 'string' },
  'multipart/form-data': { type: 'object', additionalProperties: true },
}

function responsesOf(record: Endpoint, components: Components): Json {
  const isAuthenticated = record.auth !== 'none'
  const takesInput = Boolean(record.params || record.query || record.body)
  const isLimited = record.limit !== 'none' || record.auth === 'webhook'
  const responses: Json = {
    [record.status ?? 200]: {
      description: 'Done.',
      ...(isLimited && { headers: limitHeaderRefs }),
      ...(record.response && jsonContent(record.response, components)),
      ...(record.responseType === 'bytes' && { content: fileContent }),
    },
    400: failure('Refused by a rule.', ValidationErrorResponse, components),
  }
  if (record.responseType === 'bytes') Object.assign(responses, fileResponses(components))
  if (isAuthenticated) responses[401] = failure('Credentials are missing or not valid.', ErrorBody, components)
  if (isAuthenticated) responses[403] = failure('The credentials may not do this.', ErrorBody, components)
  if (record.params || record.queryNamesRecord) responses[404] = failure('Not found.', ErrorBody, components)
  if (record.body || record.bodyType) responses[413] = failure('The body is too large.', ErrorBody, components)
  if (record.body && (record.bodyType !== 'raw' || record.headers)) {
    responses[415] = failure('The media type is not taken here.', ErrorBody, components)
  }
  if (record.creates === 'header') {
    const description = 'An earlier request with this Idempotency-Key is running, or ended without an answer.'
    responses[409] = { ...failure(description, ValidationErrorResponse, components), headers: mayRetryAfter }
  }
  if (takesInput) responses[422] = failure('The request has the wrong shape.', ValidationErrorResponse, components)
  // Webhook clients must expect it, regardless of the tenant's current limits (RATE-7).
  if (isLimited) {
    responses[429] = {
      ...failure('Too many requests of the tenant.', RateLimitError, components),
      headers: { ...retryAfter, ...limitHeaderRefs },
    }
  }
  responses[500] = failure('A fault of the service; quote request_id.', ErrorBody, components)
  responses[503] = {
    ...failure('The service cannot answer now.', ErrorBody, components),
    headers: retryAfter,
  }
  return responses
}

function fileResponses(components: Components): Json {
  return {
    206: { description: 'The requested range.', content: fileContent },
    304: { description: 'The content matches If-None-Match.' },
    409: failure('The file cannot be had yet.', ValidationErrorResponse, components),
    410: failure('The file is no longer handed out.', ErrorBody, components),
    416: failure('The file is shorter than the range.', ErrorBody, components),
  }
}

/** A file may be JSON of any shape, or anything else. */
const fileContent = {
  'application/json': { schema: {} },
  '*/*': { schema: { type: 'string', format: 'binary' } },
}

const retryAfter = {
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const mayRetryAfter = {
  'Retry-After': { ...retryAfter['Retry-After'], required: false },
}

function failure(description: string, schema: z.ZodType, components: Components): Json {
  return { description, ...jsonContent(schema, components) }
}

function jsonContent(schema: z.ZodType, components: Components): Json {
  return { content: { 'application/json': { schema: jsonSchemaOf(schema, 'output', components) } } }
}

const previousWords =
  'Sequence of the event about this entity that this endpoint was sent before. When it is not the last one you have, ' +
  'one is missing. 0 when there was none since the endpoint gets these kinds: start counting.'

/** Outbound message for receivers, signed according to Standard Webhooks. */
function webhookOf(record: Webhook, components: Components): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    post: {
      operationId: record.id,
      tags: ['outbound-webhooks'],
      summary: record.summary,
      description: record.description,
      parameters: [
        header('webhook-id', 'Id of the event; a repeat has the same one.'),
        header('webhook-timestamp', 'Seconds since 1970 when it was sent.'),
        header('webhook-signature', 'Signature over id, timestamp and body.'),
        header('cartage-event-type', 'Kind of event, in the words subscriptions choose by.'),
        header('cartage-entity-type', 'What the message is about; not signed, as all headers of this name.'),
        header('cartage-entity-id', 'Id of what the message is about.'),
        header('cartage-epoch', 'Grows when the sequence starts again.'),
        header('cartage-sequence', 'Place among all messages about the same entity.'),
        ...(record.counts ? [header('cartage-previous-sequence', previousWords)] : []),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(record.body, 'output', components) } },
      },
      responses: { 200: { description: 'Accepted.', ...(record.answer && jsonContent(record.answer, components)) } },
      security: [],
    },
  }
}
