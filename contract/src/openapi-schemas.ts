import { z } from 'zod'

/** Part of the document. */
export type Json = { [name: string]: unknown }

/** Whether a schema describes requests or responses. */
export type Side = 'input' | 'output'

/** Named schemas shared by several operations. */
export type Components = Map<string, Json>

const definitions = '#/$defs/'

/**
 * JSON Schema of one side of a schema. Schemas with an id become components and are referenced; the wrapper also turns
 * the root into a reference.
 */
export function jsonSchemaOf(schema: z.ZodType, side: Side, components: Components): Json {
  const document: Json = z.toJSONSchema(z.object({ root: schema }), {
    io: side,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Json),
  })
  const { $defs = {}, properties } = document as { $defs?: { [name: string]: Json }; properties: { root: Json } }
  for (const [name, definition] of Object.entries($defs)) {
    if (!isAnyJson(name)) addComponent(components, name, withComponentRefs(definition) as Json)
  }
  return withComponentRefs(properties.root) as Json
}

/**
 * Zod numbers the only self-referencing schema without an id: any JSON value. Client generators cannot express a type
 * that is an alternative of itself, so it is replaced by an unconstrained schema.
 */
function isAnyJson(definition: string): boolean {
  return definition.startsWith('__schema')
}

function addComponent(components: Components, name: string, definition: Json): void {
  const { id: _id, ...component } = definition
  const known = components.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(component)) {
    throw new Error(`Component ${name} differs between request and answer: give each side a schema of its own`)
  }
  components.set(name, component)
}

/** Readers ignore unknown members (COMPAT-1), and a named format says more than its pattern. */
function tidy(schema: Json): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.format !== undefined) delete schema.pattern
  delete schema.propertyNames
  const values = schema['x-open-set']
  if (schema.enum !== undefined) delete schema['x-open-set']
  else if (values !== undefined) {
    delete schema.type
    schema.anyOf = [{ type: 'string', enum: values }, { type: 'string' }]
  }
  withoutDefaults(schema)
}

/**
 * Optional members describe their default in words: client generators treat a member with `default` as always present,
 * which would make it required in requests.
 */
function withoutDefaults({ properties = {}, required = [] }: Json): void {
  for (const [name, member] of Object.entries(properties as { [name: string]: Json })) {
    if (member.default === undefined || (required as string[]).includes(name)) continue
    const { default: value, description } = member
    delete member.default
    member.description = `${description ?? ''} Default: ${JSON.stringify(value)}.`.trim()
  }
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== '$ref' || typeof member !== 'string' || !member.startsWith(definitions))
        return [[name, withComponentRefs(member)]]
      const definition = member.slice(definitions.length)
      return isAnyJson(definition) ? [] : [[name, `#/components/schemas/${definition}`]]
    }),
  )
}
