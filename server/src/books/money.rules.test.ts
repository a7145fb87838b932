import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, decimal, minorUnits, roundToCurrency, splitByLargestRemainder } from './money.rules.ts'

const currencies = ['EUR', 'JPY', 'KWD', 'CLF'] as const
const currency = fc.constantFrom(...currencies)
const split = (total: string, weights: string[], code = 'EUR') =>
  splitByLargestRemainder(decimal(total), weights.map(decimal), code).map((share) => amountText(share, code))

describe('MON-1: amounts', () => {
  test('have the digits that ISO 4217 gives their currency', () => {
    expect(['EUR', 'GBP', 'JPY', 'KWD', 'CLF', 'HUF', 'XAU'].map(minorUnits)).toEqual([2, 2, 0, 3, 4, 2, 2])
    expect(() => minorUnits('eur')).toThrow(RangeError)
    expect(() => minorUnits('')).toThrow(RangeError)
  })

  test.each([
    ['30.668', 'EUR', '30.67'],
    ['250.125', 'EUR', '250.13'],
    ['-250.125', 'EUR', '-250.13'],
    ['2.675', 'EUR', '2.68'],
    ['1.005', 'EUR', '1.01'],
    ['76.041', 'EUR', '76.04'],
    ['0.5', 'JPY', '1'],
    ['-0.5', 'JPY', '-1'],
    ['1.0005', 'KWD', '1.001'],
  ])('are rounded half away from zero: %s %s is %s', (given, code, rounded) => {
    expect(amountText(decimal(given), code)).toBe(rounded)
  })

  test('differ from the exact value by at most half a unit, and are unchanged when rounded again', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 9 }), currency, (digits, e, code) => {
        const amount = new Big(digits.toString()).div(new Big(`1e${e}`))
        const rounded = roundToCurrency(amount, code)
        const half = new Big(`5e-${minorUnits(code) + 1}`)
        expect(rounded.minus(amount).abs().lte(half)).toBe(true)
        expect(roundToCurrency(rounded, code).eq(rounded)).toBe(true)
        expect(roundToCurrency(amount.times(-1), code).eq(rounded.times(-1))).toBe(true)
      }),
    )
  })
})

describe('MON-2: a decimal', () => {
  test('has exactly the value of its text', () => {
    expect(decimal('0.1').plus(decimal('0.2')).toFixed()).toBe('0.3')
    expect(decimal('123456789012345678.123').toFixed()).toBe('123456789012345678.123')
    expect(decimal('1e-7').toFixed()).toBe('0.0000001')
  })

  test.each(['', ' 1', '1 ', '1,5', '.5', '5.', 'NaN', 'Infinity', '0x10', '1e9999', '9'.repeat(61)])(
    'is not: "%s"',
    (text) => {
      expect(() => decimal(text)).toThrow(RangeError)
    },
  )
})

describe('MON-3: a split', () => {
  test('gives the remaining units to the largest remainders, with ties to the earlier', () => {
    expect(split('100.00', ['1', '1', '1'])).toEqual(['33.34', '33.33', '33.33'])
    expect(split('144.00', ['700', '450', '350'])).toEqual(['67.20', '43.20', '33.60'])
    expect(split('592.51', ['1176', '304', '640'])).toEqual(['328.68', '84.96', '178.87'])
    expect(split('-100.00', ['1', '1', '1'])).toEqual(['-33.34', '-33.33', '-33.33'])
    expect(split('100', ['1', '1', '1'], 'JPY')).toEqual(['34', '33', '33'])
  })

  test('counts weights that are all zero as equal, and gives a zero weight nothing', () => {
    expect(split('0.01', ['0', '0'])).toEqual(['0.01', '0.00'])
    expect(split('10.00', ['0', '3', '0'])).toEqual(['0.00', '10.00', '0.00'])
    expect(split('0.00', [])).toEqual([])
  })

  test('refuses fractions of a unit, negative weights and no weights', () => {
    expect(() => split('1.005', ['1'])).toThrow(RangeError)
    expect(() => split('1.00', ['1', '-1'])).toThrow(RangeError)
    expect(() => split('1.00', [])).toThrow(RangeError)
  })

  test('sums to the whole, and each share is less than one unit from its exact value', () => {
    const weight = fc
      .tuple(fc.nat(1_000_000), fc.integer({ min: 0, max: 6 }))
      .map(([digits, e]) => new Big(digits).div(new Big(`1e${e}`)))
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        fc.array(weight, { minLength: 1, maxLength: 12 }),
        currency,
        (units, weights, code) => {
          const unit = new Big(`1e-${minorUnits(code)}`)
          const total = new Big(units.toString()).times(unit)
          const shares = splitByLargestRemainder(total, weights, code)
          expect(shares.reduce((sum, share) => sum.plus(share), new Big(0)).eq(total)).toBe(true)
          const sum = weights.reduce((one, other) => one.plus(other), new Big(0))
          if (sum.eq(0)) return
          // |share - total × weight / sum| < unit, rewritten without the division.
          for (const [at, share] of shares.entries()) {
            const distance = share.times(sum).minus(total.times(weights[at]!)).abs()
            expect(distance.lt(unit.times(sum))).toBe(true)
          }
        },
      ),
    )
  })

  test('gives equal weights shares that differ by at most one unit, the larger first', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.integer({ min: 1, max: 50 }), currency, (units, count, code) => {
        const unit = new Big(`1e-${minorUnits(code)}`)
        const weights = Array.from({ length: count }, () => new Big(7))
        const shares = splitByLargestRemainder(new Big(units.toString()).times(unit), weights, code)
        expect(shares[0]!.minus(shares.at(-1)!).lte(unit)).toBe(true)
        expect(shares.every((share, at) => at === 0 || share.lte(shares[at - 1]!))).toBe(true)
      }),
    )
  })
})
