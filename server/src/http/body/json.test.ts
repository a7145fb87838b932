import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem, type ProblemCode } from '../problem.ts'
import { isLarge, turn } from './bytes.ts'
import { bodyText, countValues, parseJson } from './json.ts'

function refusal(text: string): ProblemCode | 'accepted' {
  try {
    parseJson(text)
    return 'accepted'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

test('any JSON document of reasonable size is returned as it was written', () => {
  const plain = fc.jsonValue({ maxDepth: 6 }).filter((value) => refusal(JSON.stringify(value)) === 'accepted')
  fc.assert(
    fc.property(plain, (value) => {
      expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('any text at all is either accepted or refused with a Problem', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(['accepted', 'body_not_json', 'validation_failed']).toContain(refusal(text))
    }),
  )
})

test.each([
  ['broken JSON', '{"a":', 'body_not_json'],
  ['an empty body', '', 'body_not_json'],
  ['the character U+0000', '{"a":"x\\u0000y"}', 'validation_failed'],
  ['U+0000 in a member name', '{"a\\u0000":1}', 'validation_failed'],
  ['a lone surrogate', '{"a":"\\ud800"}', 'validation_failed'],
  ['a number that overflows', '{"a":1e400}', 'validation_failed'],
  ['a whole number that loses digits', '{"a":9007199254740993}', 'validation_failed'],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'validation_failed'],
  ['50,000 levels', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'validation_failed'],
  ['2,001 entries in a list', JSON.stringify(Array(2_001).fill(1)), 'validation_failed'],
  [
    '10,001 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`m${n}`, n]))),
    'validation_failed',
  ],
  ['the member __proto__', '{"__proto__":{"a":1}}', 'validation_failed'],
] as const)('LIMIT-10: %s is refused', (_name, text, code) => {
  expect(refusal(text)).toBe(code)
})

test.each([
  ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`],
  ['an emoji, which is a pair of surrogates', '{"a":"\\ud83d\\ude9a"}'],
  ['2,000 entries', JSON.stringify(Array(2_000).fill(1))],
  ['the largest exact number', '{"a":9007199254740991}'],
])('%s is accepted', (_name, text) => {
  expect(refusal(text)).toBe('accepted')
})

test('the refusal has the position', () => {
  expect(() => parseJson('{"a":[{"b":1e999}]}')).toThrowError(
    expect.objectContaining({ errors: [expect.objectContaining({ path: 'a.0.b', field: 'b', detail: 'not_finite' })] }),
  )
})

test('an endpoint may accept longer lists than usual, with a proportional number of members', () => {
  const list = (length: number) =>
    JSON.stringify(Array.from({ length }, (_, a) => ({ a, b: a, c: a, d: a, e: a, f: a })))
  expect(() => parseJson(list(2_001))).toThrowError(/2000 entries/)
  expect(parseJson(list(3_000), 3_000)).toHaveLength(3_000)
  expect(() => parseJson(list(3_001), 3_000)).toThrowError(/3000 entries/)
})

test('LIMIT-15: large bodies that arrive together are read in one pass of the loop each, small ones at once', async () => {
  const rounds: number[] = []
  let round = 0
  const count = () => {
    round += 1
    if (rounds.length < 5) setImmediate(count)
  }
  setImmediate(count)
  expect([isLarge(Buffer.alloc(1_000)), isLarge(undefined), isLarge(Buffer.alloc(300_000))]).toEqual([
    false,
    false,
    true,
  ])
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await turn()
      rounds.push(round)
    }),
  )
  expect(new Set(rounds).size).toBe(5)
})

test('LIMIT-22: a large body with too many values is refused before it is parsed, in pieces', async () => {
  const counting = { rounds: 0, isOver: false }
  const count = () => {
    counting.rounds += 1
    if (!counting.isOver) setImmediate(count)
  }
  setImmediate(count)
  const refused = expect.objectContaining({ code: 'validation_failed' })
  for (const unit of ['[],', '{"a":[]},', '1,', '[']) {
    await expect(countValues(Buffer.from(`[${unit.repeat(300_000)}`))).rejects.toEqual(refused)
  }
  // Brackets inside strings do not count.
  const text = JSON.stringify({ file: '[,'.repeat(500_000), other: `\\"${',"'.repeat(300_000)}\\` })
  await countValues(Buffer.from(text))
  await countValues(Buffer.from(`[${'1,'.repeat(200_000)}1]`))
  await countValues(Buffer.from(`[${'1,'.repeat(300_000)}1]`), 20_000)
  counting.isOver = true
  expect(counting.rounds).toBeGreaterThan(5)
})

test.each([
  ['Latin-1', Buffer.from('{"name":"Café"}', 'latin1'), 'byte 12 (0xE9)'],
  ['Latin-1 at its end', Buffer.from('{"name":"Café', 'latin1'), 'byte 12 (0xE9)'],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeff{"name":"Café"}', 'utf16le'), 'UTF-16'],
  ['UTF-16 without one', Buffer.from('{"name":"Cafe"}', 'utf16le'), 'UTF-16'],
  ['UTF-16 with the high byte first', Buffer.from('{"name":"Cafe"}', 'utf16le').swap16(), 'UTF-16'],
])(
  'LIMIT-17: a body in %s is refused as not UTF-8, with the position of the first wrong byte',
  (_name, body, expected) => {
    expect(() => bodyText(body)).toThrowError(
      expect.objectContaining({ code: 'body_not_json', message: expect.stringContaining(expected) }),
    )
  },
)

test('LIMIT-17: UTF-8 is read with and without a byte order mark', () => {
  expect(bodyText(Buffer.from('{"name":"Café 🚚"}'))).toBe('{"name":"Café 🚚"}')
  expect(bodyText(Buffer.from('\ufeff{}'))).toBe('{}')
  expect(bodyText(Buffer.from(''))).toBe('')
})
