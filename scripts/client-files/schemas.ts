import type { Json } from '@cartage/contract/openapi-schemas'

const reference = '#/components/schemas/'

/** Declares every schema of the interface document as a type, named by `typeName`. */
export function schemasFile(schemas: Readonly<Record<string, Json>>): string {
  const names = Object.keys(schemas)
  const declared = Object.entries(schemas).map(([name, schema]) => {
    const about = comment(schema.description, '')
    return `${about}export type ${typeName(name, names)} = ${typeOf(schema, names, '')}\n`
  })
  return declared.join('\n')
}

/**
 * Type name of a schema. Six pairs of names differ only by a hyphen: the one with the hyphen belongs to orders and
 * trips, which its type name states (docs/guides/clients.md).
 */
export function typeName(name: string, names: readonly string[]): string {
  const plain = name.replaceAll('-', '')
  return plain !== name && names.includes(plain) ? `${plain}Part` : plain
}

/** TypeScript form of a schema. Open sets are text, but editors still offer the known values. */
export function typeOf(schema: Json, names: readonly string[], indent: string, prefix = ''): string {
  const once = [...new Set(alternatives(schema, names, indent, prefix))]
  if (once.includes('unknown')) return 'unknown'
  const hasValues = once.some((part) => part.startsWith("'"))
  return once.map((part) => (part === 'string' && hasValues ? '(string & {})' : part)).join(' | ')
}

function alternatives(schema: Json, names: readonly string[], indent: string, prefix: string): string[] {
  const inner = (part: unknown) => alternatives(part as Json, names, indent, prefix)
  if (typeof schema.$ref === 'string') return [prefix + typeName(schema.$ref.slice(reference.length), names)]
  if ('const' in schema) return [literal(schema.const)]
  if (Array.isArray(schema.enum)) return schema.enum.map(literal)
  const several = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (several) return several.flatMap(inner)
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => inner({ ...schema, type }))
  return [plainType(schema, names, indent, prefix)]
}

function plainType(schema: Json, names: readonly string[], indent: string, prefix: string): string {
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'array':
      return `Array<${typeOf((schema.items ?? {}) as Json, names, indent, prefix)}>`
    case 'object':
      return objectType(schema, names, indent, prefix)
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectType(schema: Json, names: readonly string[], indent: string, prefix: string): string {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = (schema.required ?? []) as string[]
  const others = schema.additionalProperties as Json | boolean | undefined
  if (members.length === 0) {
    return `Record<string, ${typeof others === 'object' ? typeOf(others, names, indent, prefix) : 'unknown'}>`
  }
  const deeper = `${indent}  `
  const lines = members.map(([name, member]) => {
    const mark = required.includes(name) ? '' : '?'
    const type = typeOf(member, names, deeper, prefix)
    return `${comment(member.description, deeper)}${deeper}${memberName(name)}${mark}: ${type}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** Description as a comment on its own line, which must not end early. */
export function comment(description: unknown, indent: string): string {
  if (typeof description !== 'string' || description === '') return ''
  const lines = description.replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

export function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}
