import type { Json } from '@cartage/contract/openapi-schemas'
import { comment, memberName, typeOf } from './schemas.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Json
}

/** One operation of the interface document, for the client. */
interface Operation {
  id: string
  method: string
  path: string
  document: Json
  parameters: readonly Parameter[]
}

const keyHeaders = ['Idempotency-Key', 'webhook-id']

/**
 * CLIENT-29: the class with a method per operation, and the one with a list per paginated operation. Alias paths are
 * omitted: the operation has one method.
 */
export function operationsFile(document: Json): string {
  const schemas = Object.keys((document.components as { schemas: Json }).schemas)
  const operations = operationsOf(document)
  const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  return [
    "import type { Answers, Operation, Options, Text } from '../settings.ts'",
    "import { Pages } from '../pages.ts'",
    "import type * as types from './schemas.ts'",
    '',
    '/** How each operation is requested. */',
    'export const operations = {',
    ...operations.map((operation) => `  ${operation.id}: ${recordOf(operation)},`),
    '} as const satisfies Record<string, Operation>',
    '',
    '/** Every operation of the interface as a method. */',
    'export abstract class Operations {',
    '  protected abstract readonly call: Answers',
    '',
    ...operations.map((operation) => methodOf(operation, schemas)),
    '}',
    '',
    '/** Lists that are read page by page: `for await (const company of cartage.each.listCompanies())`. */',
    'export class Each {',
    '  readonly #call: Answers',
    '',
    '  constructor(call: Answers) {',
    '    this.#call = call',
    '  }',
    '',
    ...lists.map((operation) => listOf(operation, schemas)),
    '}',
    '',
  ].join('\n')
}

function operationsOf(document: Json): Operation[] {
  const paths = Object.entries(document.paths as Record<string, Record<string, Json>>)
  return paths.flatMap(([path, item]) =>
    Object.entries(item)
      .map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        document: operation,
        parameters: (operation.parameters ?? []) as Parameter[],
      }))
      .filter(({ id }) => !/Alias\d*$/.test(id)),
  )
}

function recordOf({ id, method, path, document, parameters }: Operation): string {
  const namesIn = (place: Parameter['in']) =>
    parameters.filter((one) => one.in === place && !keyHeaders.includes(one.name)).map(({ name }) => `'${name}'`)
  const parts = [
    `id: '${id}'`,
    `method: '${method}'`,
    `path: '${path}'`,
    `auth: '${authOf(document)}'`,
    ...(namesIn('query').length > 0 ? [`query: [${namesIn('query').join(', ')}]`] : []),
    ...(namesIn('header').length > 0 ? [`headers: [${namesIn('header').join(', ')}]`] : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['hasKey: true'] : []),
    ...(answerOf(document) === 'file' ? ['isFile: true'] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

const auths: Readonly<Record<string, string>> = {
  BearerAuth: 'bearer',
  BasicAuthClientCredentials: 'client',
  BasicAuthWebhookCredentials: 'webhook',
}

function authOf(document: Json): string {
  const [scheme] = Object.keys((document.security as Json[])[0] ?? {})
  const auth = auths[scheme ?? '']
  if (auth === undefined)
    throw new Error(`${String(document.operationId)} has credentials that the client does not know`)
  return auth
}

/** Successful response: a JSON schema, a file, or nothing. */
function answerOf({ responses }: Json): Json | 'file' | undefined {
  const [, done] = Object.entries(responses as Record<string, Json>).find(([status]) => status.startsWith('2'))!
  const content = done.content as Record<string, { schema: Json }> | undefined
  if (content?.['*/*']) return 'file'
  return content?.['application/json']?.schema
}

function methodOf(operation: Operation, schemas: readonly string[]): string {
  const answer = answerOf(operation.document)
  const type = answer === 'file' ? 'Blob' : answer ? typeOf(answer, schemas, '  ', 'types.') : 'undefined'
  return [
    aboutOf(operation.document),
    `  ${operation.id}(${requestOf(operation, schemas)}, options?: Options): Promise<${type}> {\n`,
    `    return this.call(operations.${operation.id}, request, options)\n  }\n`,
  ].join('')
}

function listOf(operation: Operation, schemas: readonly string[]): string {
  const page = typeOf(answerOf(operation.document) as Json, schemas, '  ', 'types.')
  return [
    comment(operation.document.summary, '  '),
    `  ${operation.id}(${requestOf(operation, schemas)}, options?: Options): Pages<${page}> {\n`,
    `    return new Pages((cursor) => this.#call(operations.${operation.id}, { ...request, ...cursor }, options))\n  }\n`,
  ].join('')
}

function aboutOf({ summary, description, deprecated }: Json): string {
  const lines = [`${summary}.`, description, deprecated ? '@deprecated' : undefined]
  return comment(lines.filter((line) => line !== undefined).join('\n\n'), '  ')
}

/** Parameters of a caller: path, query and header members, and the body. */
function requestOf({ document, parameters }: Operation, schemas: readonly string[]): string {
  const given = parameters.filter(({ name }) => !keyHeaders.includes(name))
  const body = bodyOf(document, schemas)
  if (given.length === 0 && body === undefined) return 'request: {} = {}'
  const members = given.map(({ name, required, schema }) => {
    const type = typeOf(schema, schemas, '  ', 'types.')
    return `${memberName(name)}${required ? '' : '?'}: ${type}`
  })
  if (body !== undefined) members.push(body)
  const isOptional = members.every((member) => /^('[^']+'|\w+)\?:/.test(member))
  return `request: { ${members.join('; ')} }${isOptional ? ' = {}' : ''}`
}

/** If any media type is accepted, text or bytes with their type are allowed in place of JSON. */
function bodyOf({ requestBody }: Json, schemas: readonly string[]): string | undefined {
  const { content, required } = (requestBody ?? {}) as { content?: Record<string, Json>; required?: boolean }
  if (!content) return undefined
  const described = (content['application/json'] ?? content['multipart/form-data'])?.schema as Json | undefined
  const isFreeForm = content['*/*'] !== undefined
  const type = described ? typeOf(described, schemas, '  ', 'types.') : 'unknown'
  const all = isFreeForm && type !== 'unknown' ? `${type} | Blob | Text` : type
  return `body${required ? '' : '?'}: ${all}`
}
