import { z } from 'zod'

/** A piece of the document. */
export type Json = { [name: string]: unknown }

/** Whether a schema describes what callers send, or what they get. */
export type Side = 'input' | 'output'

/** Schemas with a name, which several operations use. */
export type Components = Map<string, Json>

const definitions = '#/$defs/'

/**
 * JSON Schema of one side of a schema. Schemas with an id go to the components and leave a reference; the wrapper
 * makes the root itself such a reference.
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
 * Zod numbers the one schema that refers to itself and has no id: any JSON value. Generators of clients cannot write a
 * type that is an alternative of itself, so it is a schema without conditions where it stands.
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

/** Readers ignore members they do not know (COMPAT-1), and a named format says more than its pattern. */
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
 * A member that may be left out says its default in words: generators of clients take one with `default` for a member
 * that is always there, which requests need.
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
