import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculate, readCondition, readFormula } from './formula.rules.ts'

const facts: Record<string, string | boolean | string[] | null> = {
  phase: 'ACTUAL',
  'goods.weight_kg': '1240',
  'goods.pallet_spaces': '3',
  'goods.packaging': ['EUR', 'BOX'],
  'trip.km_empty': '66',
  'order.is_adr': true,
  'order.pickup_on': '2026-06-10',
  'order.delivery_on': '2026-06-12',
  'order.custom.dossier no': 'A-7',
  'delivery.country': 'NL',
  'container.line': null,
}

/** Result of a formula as text, or the reason of its refusal. */
function run(text: string): string {
  const formula = readFormula(text)
  if ('message' in formula) return `refused: ${formula.message}`
  const given = calculate(formula, (name) => facts[name])
  if ('missing' in given) return `missing: ${given.missing}`
  if ('message' in given) return `failed: ${given.message}`
  return given.value instanceof Big ? given.value.toFixed() : String(given.value)
}

describe('PRICE-31: a formula calculates with facts in exact decimals', () => {
  test.each([
    ['max(goods.weight_kg, goods.pallet_spaces * dec("300"))', '1240'],
    ['trip.km_empty > 50 ? (trip.km_empty - 50) * dec("0.82") : dec("0")', '13.12'],
    ['order.is_adr && delivery.country in ["NL", "BE"]', 'true'],
    ['dec("0.1") + dec("0.2")', '0.3'],
    ['ceil_to(goods.weight_kg, 100)', '1300'],
    ['floor_to(goods.weight_kg, 100)', '1200'],
    ['floor_to(dec("-1"), 100)', '-100'],
    ['ceil_to(dec("-150"), 100)', '-100'],
    ['round_to(dec("2.675"), dec("0.01"))', '2.68'],
    ['days_between(order.pickup_on, order.delivery_on)', '2'],
    ['order.custom["dossier no"] == "A-7"', 'true'],
    ['"BOX" in goods.packaging', 'true'],
    ['min(dec("3"), dec("1"), dec("2"))', '1'],
    ['goods.weight_kg % 100', '40'],
    ['-goods.weight_kg', '-1240'],
  ])('%s = %s', (text, expected) => {
    expect(run(text)).toBe(expected)
  })
})

describe('PRICE-4: a missing value is not zero', () => {
  test.each([
    ['goods.volume_m3 * 2', 'missing: goods.volume_m3'],
    ['container.line == "X"', 'missing: container.line'],
    ['trip.km_empty / dec("0")', 'failed: The formula cannot be calculated: [big.js] Division by zero'],
  ])('%s: %s', (text, expected) => {
    expect(run(text)).toBe(expected)
  })
})

describe('PRICE-31: all other expressions are refused', () => {
  test.each([
    'goods.unknown',
    'goods',
    'goods.weight_kg.constructor',
    'goods.constructor',
    'goods["weight_kg"]["__proto__"]',
    'order.custom["__proto__"].constructor',
    '[1, 2].map(x, x * 2)',
    '[1, 2].all(x, x > 0)',
    'goods.packaging.exists(x, x == "EUR")',
    'has(order.custom.x)',
    '{"a": 1}',
    '[1, 2, 3]',
    '[goods.weight_kg][0]',
    'phase.startsWith("A")',
    'phase.matches("(a+)+$")',
    'size(phase)',
    'string(goods.weight_kg)',
    'dyn(phase)',
    'type(phase)',
    'timestamp("2026-01-01T00:00:00Z")',
    'goods.weight_kg * 1.5',
    '7 / 2',
    '"a" + "b"',
    "b'abc'",
    'phase',
    'order.pickup_on',
    'goods.weight_kg > "a"',
    'goods.weight_kg in [dec("1")]',
    'phase in ["A", goods.weight_kg]',
    'goods.?weight_kg',
    '',
    '((((((((((((((((((((((((((1))))))))))))))))))))))))))',
    `${'-'.repeat(500)}1`,
    Array(120).fill('goods.weight_kg').join(' + '),
    `dec("${'9'.repeat(980)}")`,
    `${' '.repeat(1001)}phase == "A"`,
  ])('%s', (text) => {
    expect(run(text)).toMatch(/^(refused|failed): /)
  })
})

describe('PRICE-32: the cost of a formula is bounded', () => {
  test('seven nested macros are refused before they run', () => {
    const list = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
    const nested = Array.from({ length: 7 }).reduce<string>((inner) => `${list}.map(x, ${inner})`, '1')
    expect(run(nested)).toMatch(/^refused: A formula may call dec, min, max/)
  })

  test('a regular expression is refused before it runs', () => {
    expect(run(`"${'a'.repeat(40)}!".matches("^(a+)+$")`)).toMatch(/^refused: A formula may call/)
  })

  test('numbers stay in a range in which arithmetic is fast', () => {
    const huge = Array(40).fill('dec("999999999999999")').join(' * ')
    expect(run(huge)).toMatch(/^(failed: The formula cannot be calculated: A number is too large|refused)/)
    expect(run('dec("1e1000000") + 1')).toBe(
      'failed: The formula cannot be calculated: dec() takes a decimal such as dec("0.82").',
    )
  })

  test('any text is refused, or calculated, or fails with an explanation; it never throws', () => {
    const pieces = [
      ...[
        'goods.weight_kg',
        'order.is_adr',
        'order.custom',
        'phase',
        'dec("1.5")',
        'max(',
        'min(',
        'ceil_to(',
        'days_between(',
      ],
      ...[
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        ',',
        '.',
        '?',
        ':',
        '+',
        '-',
        '*',
        '/',
        '%',
        '&&',
        '||',
        '!',
        '==',
        '<',
        '>=',
        ' in ',
      ],
      ...[
        '.map(x,',
        '.matches("(a+)+$")',
        'has(',
        '__proto__',
        'constructor',
        '"',
        "'",
        '\\',
        '\u0000',
        '1',
        '9e99',
        '0x1',
        'b"',
        'r"',
      ],
      ...['true', 'null', '.all(', 'cel.bind(', 'optional.of(', '.?', '[?', '"""', '//', '\n'],
    ]
    const hostile = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 1_100 }),
    )
    const runs = Number(process.env.FORMULA_TEXTS ?? 3_000)
    fc.assert(
      fc.property(hostile, (text) => {
        expect(typeof run(text)).toBe('string')
      }),
      { numRuns: runs },
    )
  })
})

describe('PRICE-33: a condition that needs no formula is refused with the simple one', () => {
  test.each([
    ['order.is_adr', '{"kind":"IS","fact":"order.is_adr","value":true}'],
    ['!order.is_adr', '{"kind":"IS","fact":"order.is_adr","value":false}'],
    ['delivery.country == "NL"', '{"kind":"IS","fact":"delivery.country","value":"NL"}'],
    ['"NL" != delivery.country', '{"kind":"IS_NOT","fact":"delivery.country","value":"NL"}'],
    ['delivery.country in ["NL", "BE"]', '{"kind":"IN","fact":"delivery.country","values":["NL","BE"]}'],
    [
      'delivery.country == "NL" || delivery.country == "BE"',
      '{"kind":"IN","fact":"delivery.country","values":["NL","BE"]}',
    ],
    ['goods.weight_kg > 500', '{"kind":"BETWEEN","fact":"goods.weight_kg","above":"500"}'],
    ['dec("500.5") >= goods.weight_kg', '{"kind":"BETWEEN","fact":"goods.weight_kg","to":"500.5"}'],
    [
      'goods.weight_kg >= 500 && goods.weight_kg < 1000',
      '{"kind":"BETWEEN","fact":"goods.weight_kg","from":"500","below":"1000"}',
    ],
    ['order.pickup_on >= "2026-06-01"', '{"kind":"BETWEEN","fact":"order.pickup_on","from":"2026-06-01"}'],
    ['"EUR" in goods.packaging', '{"kind":"HAS","fact":"goods.packaging","value":"EUR"}'],
    ['!("EUR" in goods.packaging)', '{"kind":"HAS_NOT","fact":"goods.packaging","value":"EUR"}'],
  ])('%s', (text, condition) => {
    const read = readCondition(text)
    expect('message' in read && String(read.message)).toBe(
      `Use the condition ${condition} instead: it explains itself.`,
    )
  })

  test.each(['order.is_adr && delivery.country in ["NL", "BE"]', 'goods.weight_kg > goods.volume_m3 * 333'])(
    '%s remains a formula',
    (text) => {
      expect(readCondition(text)).toHaveProperty('run')
    },
  )
})
