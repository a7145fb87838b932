import type { z } from 'zod'

/** Body member that the interface does not have: ignored (CLIENT-25), and reported as a warning (CLIENT-35). */
export interface UnknownMember {
  /** Its path, such as consignments.0.goods.0.Total_weight_kg. */
  path: string
  /** Most similar known member of the same object; absent if none is similar. */
  nearest?: string
}

/**
 * Members unknown to the schema and therefore dropped, in body order. Members with free names, such as custom fields,
 * do not count. With alternatives, or a schema published in another form than parsed, one that knows the member is
 * enough.
 * @param most maximum number of results
 */
export function unknownMembers(schema: z.core.$ZodType, value: unknown, most: number): UnknownMember[] {
  const found: UnknownMember[] = []
  collect(formsOf(schema), value, '', (member) => {
    found.push(member)
    return found.length < most
  })
  return found
}

/** Consumes one member; returns false to stop. */
type Take = (member: UnknownMember) => boolean

/** Possible member names of a value; `free` allows any. */
type Form =
  | { kind: 'object'; shape: Readonly<Record<string, z.core.$ZodType>>; isOpen: boolean }
  | { kind: 'entries'; of: z.core.$ZodType; isList: boolean }
  | { kind: 'free' }

const known = new WeakMap<z.core.$ZodType, readonly Form[]>()

function formsOf(schema: z.core.$ZodType): readonly Form[] {
  const forms = known.get(schema) ?? findForms(schema as z.core.$ZodTypes)
  known.set(schema, forms)
  return forms
}

function findForms({ _zod: { def } }: z.core.$ZodTypes): readonly Form[] {
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return formsOf(def.innerType)
    case 'lazy':
      return formsOf(def.getter())
    case 'union':
      return def.options.flatMap(formsOf)
    case 'pipe':
      // A member is kept only if both the published and the parsing schema know it.
      return [
        ...formsOf(def.out),
        ...formsOf(def.in).map((form) => ('isOpen' in form ? { ...form, isOpen: false } : form)),
      ]
    case 'array':
      return [{ kind: 'entries', of: def.element, isList: true }]
    case 'record':
      return [{ kind: 'entries', of: def.valueType, isList: false }]
    case 'object':
      return [{ kind: 'object', shape: def.shape, isOpen: def.catchall !== undefined }]
    case 'any':
    case 'unknown':
    case 'custom':
      return [{ kind: 'free' }]
    default:
      return []
  }
}

function collect(forms: readonly Form[], value: unknown, at: string, take: Take): boolean {
  if (typeof value !== 'object' || value === null) return true
  const isList = Array.isArray(value)
  const fitting = forms.filter((form) => form.kind === 'free' || isList === (form.kind === 'entries' && form.isList))
  // A list instead of an object, or the reverse, is reported when parsed.
  if (fitting.length === 0 || fitting.some(({ kind }) => kind === 'free')) return true
  return Object.entries(value).every(([name, member]) => {
    const of = fitting.flatMap((form) => schemaOf(form, name) ?? [])
    if (of.length > 0) return collect(of.flatMap(formsOf), member, `${at}${name}.`, take)
    if (fitting.some((form) => form.kind === 'object' && form.isOpen)) return true
    const names = fitting.flatMap((form) => (form.kind === 'object' ? Object.keys(form.shape) : []))
    const nearest = nearestName(names, name)
    return take({ path: `${at}${name}`, ...(nearest !== undefined && { nearest }) })
  })
}

function schemaOf(form: Form, name: string): z.core.$ZodType | undefined {
  if (form.kind === 'entries') return form.of
  return form.kind === 'object' && Object.hasOwn(form.shape, name) ? form.shape[name] : undefined
}

/** Known name most similar to an unknown one: equal except for case and dashes, or a few letters off. */
export function nearestName(known: readonly string[], name: string): string | undefined {
  const sought = bare(name)
  if (sought === '') return undefined
  let nearest: string | undefined
  let least = 1 / 3
  for (const one of known) {
    const other = bare(one)
    const distance = howFar(sought.slice(0, 60), other.slice(0, 60))
    if (distance < least) [nearest, least] = [one, distance]
  }
  return nearest
}

/** 0 is equal, 1 has nothing in common. A name with a prefix or suffix is similar, unless it is short. */
function howFar(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const isPart = short.length >= 5 && (long.startsWith(short) || long.endsWith(short))
  const distance = lettersApart(one, other) / long.length
  return isPart ? Math.min(distance, 0.3) : distance
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Edit distance between two texts (Levenshtein). */
export function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line]
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = row[at - 1]! + (one[line - 1] === other[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}
