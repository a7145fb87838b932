/** OpenAPI document, loosely typed: this file compares documents of different origin. */
type Json = { [name: string]: unknown }

/** An operation, without prose. */
export interface OperationFacts {
  /** `query cursor`, or `path id*` when required. */
  readonly parameters: string[]
  /** Component names at the root of the request, by media type. */
  readonly request: { [mediaType: string]: string[] }
  /** Component names at the root of the JSON response, by status. */
  readonly responses: { [status: string]: string[] }
}

/** A component, without prose. */
export interface SchemaFacts {
  readonly members?: string[]
  readonly required?: string[]
  /** Values of the component itself, or of a member with inline values. */
  readonly values?: string[]
  readonly member_values?: { [member: string]: string[] }
  /** Referenced components. */
  readonly uses?: string[]
}

/** Structure of an interface: enough to see what one document has and another lacks. */
export interface InterfaceFacts {
  readonly operations: { [methodAndPath: string]: OperationFacts }
  readonly webhooks: { [name: string]: OperationFacts }
  readonly schemas: { [name: string]: SchemaFacts }
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Extracts the structure of an OpenAPI 3.1 document; components unused by operations are omitted. */
export function interfaceFacts(document: Json): InterfaceFacts {
  const operations: InterfaceFacts['operations'] = {}
  for (const [path, item] of Object.entries(object(document.paths))) {
    for (const method of methods) {
      const operation = object(item)[method]
      if (operation) operations[`${method.toUpperCase()} ${path}`] = operationFacts(object(operation))
    }
  }
  const webhooks: InterfaceFacts['webhooks'] = {}
  for (const [name, item] of Object.entries(object(document.webhooks))) {
    webhooks[name] = operationFacts(object(object(item).post))
  }
  const all: InterfaceFacts['schemas'] = {}
  for (const [name, schema] of Object.entries(object(object(document.components).schemas))) {
    all[name] = schemaFacts(object(schema))
  }
  const reached = reachable([...Object.values(operations), ...Object.values(webhooks)], all)
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(name)))
  return { operations: sorted(operations), webhooks: sorted(webhooks), schemas: sorted(schemas) }
}

/**
 * Differences of our interface from the expected one, one sentence each, sorted. A missing operation is one sentence;
 * components are compared only if an operation we have uses them.
 */
export function interfaceDifferences(expected: InterfaceFacts, ours: InterfaceFacts): string[] {
  const differences: string[] = []
  const shared: OperationFacts[] = []
  for (const kind of ['operations', 'webhooks'] as const) {
    for (const [name, operation] of Object.entries(expected[kind])) {
      const title = kind === 'webhooks' ? `webhook ${name}` : name
      const own = ours[kind][name]
      if (!own) {
        differences.push(`${title} is missing`)
        continue
      }
      shared.push(operation)
      differences.push(...operationDifferences(title, operation, own))
    }
  }
  for (const name of reachable(shared, expected.schemas)) {
    const own = ours.schemas[name]
    if (!own) differences.push(`schema ${name} is missing`)
    else differences.push(...schemaDifferences(name, expected.schemas[name] ?? {}, own))
  }
  return differences.sort()
}

function operationDifferences(title: string, expected: OperationFacts, ours: OperationFacts): string[] {
  const differences = expected.parameters
    .filter((parameter) => !ours.parameters.includes(parameter))
    .map((parameter) => `${title}: parameter ${parameter} is missing`)
  for (const [mediaType, names] of Object.entries(expected.request)) {
    for (const name of missingFrom(ours.request[mediaType], names)) {
      differences.push(`${title}: request ${mediaType} is not ${name}`)
    }
  }
  for (const [status, names] of Object.entries(expected.responses)) {
    const own = ours.responses[status]
    if (!own) differences.push(`${title}: answer ${status} is missing`)
    else differences.push(...missingFrom(own, names).map((name) => `${title}: answer ${status} is not ${name}`))
  }
  return differences
}

function schemaDifferences(name: string, expected: SchemaFacts, ours: SchemaFacts): string[] {
  const members = missingFrom(ours.members, expected.members)
  const differences = members.map((member) => `${name}.${member} is missing`)
  for (const member of missingFrom(ours.required, expected.required)) {
    if (!members.includes(member)) differences.push(`${name}.${member} is not required`)
  }
  for (const member of missingFrom(expected.required, ours.required)) {
    if (expected.members?.includes(member)) differences.push(`${name}.${member} is required`)
  }
  for (const value of missingFrom(ours.values, expected.values)) differences.push(`${name} lacks the value ${value}`)
  for (const [member, values] of Object.entries(expected.member_values ?? {})) {
    if (members.includes(member)) continue
    for (const value of missingFrom(ours.member_values?.[member], values)) {
      differences.push(`${name}.${member} lacks the value ${value}`)
    }
  }
  return differences
}

function missingFrom(has: readonly string[] = [], needs: readonly string[] = []): string[] {
  return needs.filter((need) => !has.includes(need))
}

function operationFacts(operation: Json): OperationFacts {
  const parameters = list(operation.parameters).map((parameter) => {
    const { name, in: place, required } = object(parameter)
    return `${place} ${name}${required ? '*' : ''}`
  })
  const responses: { [status: string]: string[] } = {}
  for (const [status, response] of Object.entries(object(operation.responses))) {
    const json = object(object(object(response).content)['application/json'])
    responses[status] = rootNames(json.schema)
  }
  const request: { [mediaType: string]: string[] } = {}
  for (const [mediaType, media] of Object.entries(object(object(operation.requestBody).content))) {
    request[mediaType] = rootNames(object(media).schema)
  }
  return { parameters: parameters.sort(), request, responses }
}

/** Components that the root of a schema is, or lists. */
function rootNames(schema: unknown): string[] {
  const { $ref, anyOf, oneOf, items } = object(schema)
  if (typeof $ref === 'string') return [refName($ref)]
  if (items) return rootNames(items).map((name) => `[${name}]`)
  return [...list(anyOf), ...list(oneOf)].flatMap(rootNames).sort()
}

function schemaFacts(schema: Json): SchemaFacts {
  const properties = object(schema.properties)
  const memberValues: { [member: string]: string[] } = {}
  for (const [member, value] of Object.entries(properties)) {
    const values = valuesOf(object(value))
    if (values.length > 0) memberValues[member] = values
  }
  const values = valuesOf(schema)
  const members = Object.keys(properties).sort()
  const required = list(schema.required).map(String).sort()
  const uses = [...new Set(refsIn(schema))].sort()
  return {
    ...(members.length > 0 && { members }),
    ...(required.length > 0 && { required }),
    ...(values.length > 0 && { values }),
    ...(Object.keys(memberValues).length > 0 && { member_values: sorted(memberValues) }),
    ...(uses.length > 0 && { uses }),
  }
}

/** Inline values of a schema; an open set lists them next to the text type. */
function valuesOf(schema: Json): string[] {
  const alternatives = [...list(schema.anyOf), ...list(schema.oneOf)].flatMap((item) => valuesOf(object(item)))
  const constant = schema.const === undefined ? [] : [schema.const]
  const items = schema.items ? valuesOf(object(schema.items)) : []
  const own = [...list(schema.enum), ...list(schema['x-open-set']), ...constant].filter((value) => value !== null)
  return [...new Set([...own.map(String), ...alternatives, ...items])].sort()
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [refName(member)] : refsIn(member),
  )
}

function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** Names of all components used by the operations, also indirectly. */
function reachable(operations: readonly OperationFacts[], schemas: InterfaceFacts['schemas']): Set<string> {
  const reached = new Set<string>()
  const waiting = operations.flatMap(({ request, responses }) => [
    ...Object.values(request).flat(),
    ...Object.values(responses).flat(),
  ])
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const plain = name.replace(/[[\]]/g, '')
    if (reached.has(plain)) continue
    reached.add(plain)
    waiting.push(...(schemas[plain]?.uses ?? []))
  }
  return reached
}

function sorted<Value>(record: { [name: string]: Value }): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
