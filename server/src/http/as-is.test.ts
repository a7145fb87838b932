import { readFileSync } from 'node:fs'
import { appEndpoints, endpoints } from '@cartage/contract'
import type { Endpoint } from '@cartage/contract/endpoint'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { passesAsIs } from './as-is.ts'

const order = JSON.parse(readFileSync('scripts/bench/order.json', 'utf8')) as Record<string, unknown>

/** Edge values of what schemas accept, for members and for whole bodies. */
const edges = fc.constantFrom<unknown>(
  ...[null, '', 'x', ' x ', 'X'.repeat(65_537), '2026-02-30', '2026-12-01', '08:00', '08:00:30', 'a@b.example'],
  ...[0, -1, 1.5, 2 ** 53, Number.NaN, true, [], {}, ['x'], [null], { x: 1 }, { name: 'x', y: 1 }],
  ...['6F9619FF-8B86-4011-B42D-00C04FC964FF', '6f9619ff-8b86-4011-b42d-00c04fc964ff', JSON.parse('{"__proto__":1}')],
)
const anything = fc.oneof(edges, fc.jsonValue({ maxDepth: 3 }))

function expectSame(schema: z.ZodType, value: unknown): void {
  if (!passesAsIs(schema, value)) return
  const parsed = schema.safeParse(value)
  expect(parsed.error).toBeUndefined()
  expect(parsed.data).toStrictEqual(value)
}

const kinds: Record<string, z.ZodType> = {
  filled: z.object({ x: z.string().default('y') }),
  filledAnyway: z.object({ x: z.string().default('y').optional() }),
  prefilled: z.object({ x: z.string().prefault('y') }),
  caught: z.object({ x: z.number().catch(1) }),
  changed: z.object({ x: z.string().transform((text) => text.trim()) }),
  trimmed: z.object({ x: z.string().trim().max(3) }),
  coerced: z.object({ x: z.coerce.number() }),
  readFirst: z.preprocess((value) => (value === '' ? null : value), z.string().nullable()),
  strict: z.strictObject({ x: z.unknown().optional() }),
  loose: z.looseObject({ x: z.string().optional() }),
  rest: z.object({ x: z.string().optional() }).catchall(z.number()),
  either: z.union([z.object({ x: z.unknown() }), z.object({ name: z.string(), y: z.number() })]),
  discriminated: z.discriminatedUnion('x', [
    z.object({ x: z.literal(1) }),
    z.object({ x: z.literal('x'), y: z.string() }),
  ]),
  both: z.object({ x: z.unknown().optional() }).and(z.object({ y: z.unknown().optional() })),
  named: z.record(z.string().max(1), z.unknown()),
  counted: z.record(z.string(), z.number()),
  free: z.record(z.string(), z.unknown()),
  few: z.array(z.unknown()).min(1).max(1),
  pair: z.tuple([z.string(), z.number()]),
  whole: z.int().positive(),
  lean: z.number().multipleOf(0.5).nullish(),
  day: z.iso.date(),
  mail: z.email().max(10),
  matched: z.string().regex(/^x$/).nullable().optional(),
  judged: z.object({ x: z.number().optional() }).superRefine(({ x }, ctx) => {
    if (x === 1) ctx.addIssue({ code: 'custom', message: 'may not be 1' })
  }),
  overwritten: z.object({ x: z.unknown() }).overwrite(() => ({ x: 'other' })),
  lazily: z.lazy(() => z.object({ x: z.string() })),
  later: z.string().nullish().readonly(),
}

test.each(Object.entries(kinds))(
  'valid input that is passed on unparsed, %s, equals the parsed result',
  (_name, schema) => {
    const member = fc.record({ x: anything, y: anything, name: anything }, { requiredKeys: [] })
    fc.assert(fc.property(fc.oneof(anything, member), (value) => expectSame(schema, value)))
  },
)

test('an order changed anywhere that is passed on unparsed equals the parsed result', () => {
  const places = placesOf(order)
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.option(anything, { nil: undefined }), ([at, name], value) => {
      const changed = structuredClone(order)
      const target = at.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], changed)
      if (value === undefined) delete (target as Record<string, unknown>)[name]
      else (target as Record<string, unknown>)[name] = value
      expectSame(OrderUpload, changed)
    }),
    { numRuns: 1_000 },
  )
})

/** Every member with the path to its object, and an unknown member in each object. */
function placesOf(value: unknown, at: string[] = []): [string[], string][] {
  if (typeof value !== 'object' || value === null) return []
  const own = Object.keys(value).map((name): [string[], string] => [at, name])
  const unknown: [string[], string][] = Array.isArray(value) ? [] : [[at, 'unheard_of']]
  const below = Object.entries(value).flatMap(([name, part]) => placesOf(part, [...at, name]))
  return [...own, ...unknown, ...below]
}

test('any value that a schema of the interface passes on unparsed equals the parsed result', () => {
  const all: Endpoint[] = Object.values({ ...endpoints, ...appEndpoints })
  const schemas = all.flatMap(({ body, response }) => [body, response].filter((one) => one !== undefined))
  expect(schemas.length).toBeGreaterThan(100)
  fc.assert(fc.property(fc.constantFrom(...schemas), anything, expectSame), { numRuns: 2_000 })
})

test('a typical order of a client is passed on unparsed', () => {
  expect(passesAsIs(OrderUpload, order)).toBe(true)
  expect(passesAsIs(OrderUpload, { ...order, unheard_of: 1 })).toBe(false)
})
