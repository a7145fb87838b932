import { describe, expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { amountText, decimal, roundToCurrency } from '../money.rules.ts'
import { readEcbFile } from './ecb.rules.ts'
import { convert, convertTotals, inverseOf, isStale, rateNumber, readOneWay, readRate } from './rules.ts'

const given = {
  exchange_rate: '0.8655',
  inverse_exchange_rate: '1.1554',
  exchange_rate_date: '2026-11-27',
  from_currency: 'EUR',
  to_currency: 'GBP',
}
const faultOf = (run: () => unknown) => {
  try {
    run()
    return 'nothing'
  } catch (error) {
    return (error as Problem).errors?.[0]?.path
  }
}

describe('EXR-1: a rate', () => {
  test('is stored exactly as its text, with exponents written out', () => {
    expect(readRate(given)).toMatchObject({ rate: '0.8655', inverse_rate: '1.1554' })
    expect(readOneWay({ ...given, exchange_rate: '1e-7' })).toMatchObject({
      rate: '0.0000001',
      inverse_rate: '10000000',
    })
  })

  test('is returned as a number of at most 15 digits', () => {
    expect(rateNumber('0.86551234567890123')).toBe(0.865512345678901)
    expect(rateNumber('123456.789')).toBe(123456.789)
  })

  test.each(['', 'abc', '0', '-1', '1,5', '1e99'])('cannot be "%s"', (text) => {
    expect(faultOf(() => readRate({ ...given, exchange_rate: text }))).toBe('exchange_rate')
  })

  test('has two different currencies', () => {
    expect(faultOf(() => readRate({ ...given, to_currency: 'EUR' }))).toBe('to_currency')
  })
})

test('EXR-2: the product of a rate and its inverse is 1 within 0.0005', () => {
  const fits = (exchange_rate: string, inverse_exchange_rate: string) =>
    faultOf(() => readRate({ ...given, exchange_rate, inverse_exchange_rate }))
  expect([fits('2', '0.50025'), fits('2', '0.49975'), fits('2', '0.500251'), fits('2', '0.499749')]).toEqual([
    'nothing',
    'nothing',
    'inverse_exchange_rate',
    'inverse_exchange_rate',
  ])
  expect(inverseOf(decimal('0.8655'))).toBe('1.15540150202195')
  expect(inverseOf(decimal('400'))).toBe('0.0025')
})

describe('EXR-4: a file of the European Central Bank', () => {
  const history = 'Date,USD,GBP,\n2026-11-27,1.0512,0.8655,\n2026-11-26,N/A,0.8650,\n'
  const days = (csv: string, filter = {}) =>
    readEcbFile(csv, filter).map((one) => `${one.rate_date} ${one.from_currency} ${one.to_currency} ${one.rate}`)

  test('has a line a day, without rates that are N/A', () => {
    expect(days(history)).toEqual([
      '2026-11-27 EUR USD 1.0512',
      '2026-11-27 EUR GBP 0.8655',
      '2026-11-26 EUR GBP 0.865',
    ])
  })

  test('is the daily one, with its own date format', () => {
    expect(days('\uFEFFDate, USD, GBP, \r\n7 November 2026, 1.0512, 0.8655, \r\n')).toEqual([
      '2026-11-07 EUR USD 1.0512',
      '2026-11-07 EUR GBP 0.8655',
    ])
  })

  test('is read for selected currencies and days', () => {
    expect(days(history, { currencies: ['GBP'], first_day: '2026-11-27' })).toEqual(['2026-11-27 EUR GBP 0.8655'])
  })

  test.each([
    ['something else', 'a;b\n'],
    ['without a day', 'Date,USD\ntoday,1.05\n'],
    ['with a broken rate', 'Date,USD\n2026-11-27,1.0.5\n'],
    ['with a zero', 'Date,USD\n2026-11-27,0\n'],
    ['empty', 'Date,USD\n'],
    ['too long', `Date,USD\n${'2026-11-27,1.05\n'.repeat(20_001)}`],
  ])('is refused when it is %s', (_, csv) => {
    expect(() => readEcbFile(csv)).toThrow(Problem)
  })
})

describe('EXR-5: an amount', () => {
  const quoted = readRate(given)

  test('is converted by the quoted rate, in either direction', () => {
    const pounds = (text: string) => roundToCurrency(convert(decimal(text), 'EUR', 'GBP', quoted), 'GBP').toFixed(2)
    const euros = (text: string) => roundToCurrency(convert(decimal(text), 'GBP', 'EUR', quoted), 'EUR').toFixed(2)
    expect([pounds('1000'), euros('865.50'), euros('1236.25')]).toEqual(['865.50', '1000.00', '1428.37'])
    expect(convert(decimal('5'), 'EUR', 'EUR', quoted).toFixed()).toBe('5')
    expect(() => convert(decimal('5'), 'EUR', 'USD', quoted)).toThrow(RangeError)
  })

  test('needs confirmation by a person with a rate over 7 days old', () => {
    expect([isStale('2026-11-20', '2026-11-27'), isStale('2026-11-19', '2026-11-27')]).toEqual([false, true])
  })
})

describe('EXR-6: a document in another currency', () => {
  const quoted = readRate(given)
  const totals = (net: string, tax: string, lines: string[]) => {
    const amounts = { currency: 'GBP', net: decimal(net), tax: decimal(tax), lines: lines.map(decimal) }
    const converted = convertTotals(amounts, 'EUR', quoted)
    const { net: base, tax: vat, gross, lines: shares } = converted
    return [base, vat, gross, ...shares].map((amount) => amountText(amount, 'EUR'))
  }

  test('converts net and VAT once, and shares net among the lines', () => {
    expect(totals('1236.25', '259.61', ['1150.00', '86.25'])).toEqual([
      '1428.37',
      '299.95',
      '1728.32',
      '1328.72',
      '99.65',
    ])
  })

  test('has the sum as gross amount, not the converted gross amount', () => {
    expect(totals('915.07', '192.16', ['915.07']).slice(0, 3)).toEqual(['1057.27', '222.02', '1279.29'])
    expect(amountText(convert(decimal('1107.23'), 'GBP', 'EUR', quoted), 'EUR')).toBe('1279.30')
  })

  test('keeps the sum with deductions among the lines', () => {
    const [net, , , ...lines] = totals('1193.50', '0.00', ['1218.50', '-25.00'])
    expect(decimal(lines[0]!).plus(decimal(lines[1]!)).toFixed(2)).toBe(net)
  })
})
