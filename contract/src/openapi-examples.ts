/** JSON Schema within the document. */
export type Schema = { readonly [name: string]: unknown }

/** Components by name. */
export type Schemas = { readonly [name: string]: Schema }

/** Optional members are omitted below this depth, so that an example fits on a screen. */
const deepest = 3

/** Example text by member name, where a generated word would be meaningless. */
const words: Readonly<Record<string, string>> = {
  accounting_code: '400140',
  city: 'Gent',
  code: 'BAKERY',
  country: 'BE',
  country_code: 'BE',
  currency: 'EUR',
  description: 'Transport Gent - Duisburg',
  download_url: 'https://cartage.example/v1/document/shared/1',
  email: 'planning@bakery.example',
  event_time: '2026-11-30T08:15:00Z',
  legal_name: 'Bakery NV',
  locale: 'en',
  name: 'Bakery',
  note: 'Call on arrival',
  order_identifier: 'ORDER-1',
  postal_code: '9000',
  street: 'Dok Noord 1',
  vat_number: 'BE0123456749',
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: '7b0f3f0e-5d0f-4a59-9a0c-2f4d5b8f7c11',
  date: '2026-11-30',
  'date-time': '2026-11-30T08:15:00Z',
  email: 'planning@bakery.example',
  uri: 'https://cartage.example/',
  binary: '',
}

/** Example text for patterns; the first match is used. */
const fitting = ['ORDER-1', 'en', 'EUR', '08:00', '12', 'BE']

/**
 * Example value of a schema: required members, and at the top level optional ones. Members that only the server writes
 * are omitted from requests.
 * @param name of the member with this value
 * @param depth levels below the root
 */
export function exampleOf(schema: Schema, schemas: Schemas, name = '', depth = 0): unknown {
  if (typeof schema.$ref === 'string') {
    const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
    return target === undefined ? null : exampleOf({ ...target, ...withoutRef(schema) }, schemas, name, depth)
  }
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  const own = schema.enum ?? schema.examples
  if (Array.isArray(own) && own.length > 0) return own[0]
  if (schema.default !== undefined) return schema.default
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined
  if (alternatives && schema.properties === undefined) {
    const chosen = alternatives.find(({ type }) => type !== 'null') ?? alternatives[0]!
    return exampleOf(chosen, schemas, name, depth)
  }
  if (Array.isArray(schema.allOf)) return exampleOf(schema.allOf[0] as Schema, schemas, name, depth)
  return plainExample(schema, schemas, name, depth)
}

function withoutRef({ $ref: _ref, ...rest }: Schema): Schema {
  return rest
}

function plainExample(schema: Schema, schemas: Schemas, name: string, depth: number): unknown {
  switch (schema.type) {
    case 'object':
      return objectExample(schema, schemas, depth)
    case 'array':
      return arrayExample(schema, schemas, name, depth)
    case 'string':
      return textExample(schema, name)
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + 1))
    case 'boolean':
      return false
    default:
      return schema.properties === undefined ? null : objectExample(schema, schemas, depth)
  }
}

function objectExample(schema: Schema, schemas: Schemas, depth: number): unknown {
  const properties = (schema.properties ?? {}) as { [member: string]: Schema }
  const needed = new Set([...((schema.required ?? []) as string[]), ...alternativeMembers(schema)])
  const shown = Object.entries(properties).filter(
    ([member, value]) => needed.has(member) || (depth < 1 && isPlain(value) && !value.deprecated),
  )
  return Object.fromEntries(shown.map(([member, value]) => [member, exampleOf(value, schemas, member, depth + 1)]))
}

/** Members of the first alternative, where one of several is required. */
function alternativeMembers(schema: Schema): readonly string[] {
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[]
  return (first?.required ?? []) as readonly string[]
}

/** Text, numbers and enums: self-explanatory at the root. */
function isPlain({ type, enum: values, format }: Schema): boolean {
  return (
    values !== undefined || (format !== 'uuid' && ['string', 'integer', 'number', 'boolean'].includes(String(type)))
  )
}

function arrayExample(schema: Schema, schemas: Schemas, name: string, depth: number): unknown {
  const least = Number(schema.minItems ?? 0)
  if (schema.items === undefined || (depth > deepest && least === 0)) return []
  return Array.from({ length: Math.max(1, least) }, () => exampleOf(schema.items as Schema, schemas, name, depth + 1))
}

function textExample({ format, pattern, minLength, maxLength }: Schema, name: string): string {
  if (typeof format === 'string' && byFormat[format] !== undefined) return byFormat[format]
  const wanted = words[name] ?? 'text'
  const candidates = [wanted, ...fitting]
  const fits = (text: string) =>
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Number.POSITIVE_INFINITY)
  return candidates.find(fits) ?? 'x'.repeat(Number(minLength ?? 1))
}
