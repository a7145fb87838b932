import { PaymentTermCode } from '@cartage/contract/companies/company-output'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../http/problem.ts'
import { dueDate, paymentTermOf, termWarnings } from './terms.rules.ts'

const codes = PaymentTermCode.meta()!['x-open-set'] as readonly string[]

/** END_OF_MONTH_0, _1, _2, then _0_NET_1 … _0_NET_90. */
const endOfMonth = [
  'END_OF_MONTH_0',
  'END_OF_MONTH_1',
  'END_OF_MONTH_2',
  ...[1, 7, 14, 20, 21, 25, 30, 31, 35, 45, 50, 60, 65, 70, 75, 90].map((net) => `END_OF_MONTH_0_NET_${net}`),
]
const table: Record<string, string> = {
  '2026-01-15':
    '2026-01-31 2026-02-28 2026-03-31 2026-02-01 2026-02-07 2026-02-14 2026-02-20 2026-02-21 2026-02-25 2026-03-02 ' +
    '2026-03-03 2026-03-07 2026-03-17 2026-03-22 2026-04-01 2026-04-06 2026-04-11 2026-04-16 2026-05-01',
  '2026-02-28':
    '2026-02-28 2026-03-31 2026-04-30 2026-03-01 2026-03-07 2026-03-14 2026-03-20 2026-03-21 2026-03-25 2026-03-30 ' +
    '2026-03-31 2026-04-04 2026-04-14 2026-04-19 2026-04-29 2026-05-04 2026-05-09 2026-05-14 2026-05-29',
  '2024-02-29':
    '2024-02-29 2024-03-31 2024-04-30 2024-03-01 2024-03-07 2024-03-14 2024-03-20 2024-03-21 2024-03-25 2024-03-30 ' +
    '2024-03-31 2024-04-04 2024-04-14 2024-04-19 2024-04-29 2024-05-04 2024-05-09 2024-05-14 2024-05-29',
  '2026-12-31':
    '2026-12-31 2027-01-31 2027-02-28 2027-01-01 2027-01-07 2027-01-14 2027-01-20 2027-01-21 2027-01-25 2027-01-30 ' +
    '2027-01-31 2027-02-04 2027-02-14 2027-02-19 2027-03-01 2027-03-06 2027-03-11 2027-03-16 2027-03-31',
}
table['2026-01-31'] = table['2026-01-15']!

/** Days and due dates of NET_n from 2026-01-31. */
const net =
  '1 02-01, 2 02-02, 3 02-03, 5 02-05, 7 02-07, 8 02-08, 10 02-10, 12 02-12, 14 02-14, 15 02-15, 20 02-20, 21 02-21, ' +
  '28 02-28, 30 03-02, 35 03-07, 40 03-12, 42 03-14, 45 03-17, 48 03-20, 49 03-21, 50 03-22, 52 03-24, 55 03-27, ' +
  '56 03-28, 60 04-01, 63 04-04, 70 04-11, 75 04-16, 77 04-18, 80 04-21, 84 04-25, 90 05-01, 91 05-02, 98 05-09, ' +
  '120 05-31'
const leap = '28 02-28, 30 03-01, 60 03-31, 90 04-30, 120 05-30'

const refused = (run: () => string) => {
  try {
    return run()
  } catch (error) {
    return error instanceof Problem ? [error.code, error.errors?.map(({ path }) => path)] : error
  }
}

describe('TERM-1: an invoice is due', () => {
  test.each(Object.entries(table))('at the end of a month, from %s', (date, dates) => {
    expect(endOfMonth.map((code) => dueDate(code, date))).toEqual(dates.split(' '))
  })

  test('a number of days after its date', () => {
    for (const [from, texts] of [
      ['2026-01-31', net],
      ['2024-01-31', leap],
    ] as const) {
      for (const text of texts.split(', ')) {
        const [count, day] = text.split(' ')
        expect(dueDate(`NET_${count}`, from), text).toBe(`${from.slice(0, 4)}-${day}`)
      }
    }
  })

  test('on its date, for payment upon receipt and in advance', () => {
    expect([dueDate('UPON_RECEIPT', '2026-02-28'), dueDate('PREPAID', '2026-02-28')]).toEqual([
      '2026-02-28',
      '2026-02-28',
    ])
  })

  test('on a day that is never before its date, for each of the 57 terms', () => {
    expect(codes).toHaveLength(57)
    const tried = [...endOfMonth, ...net.split(', ').map((text) => `NET_${text.split(' ')[0]}`)]
    expect([...codes].filter((code) => !tried.includes(code)).sort()).toEqual([
      'CUSTOM_DUE_DATE',
      'PREPAID',
      'UPON_RECEIPT',
    ])
    const date = fc
      .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
    fc.assert(
      fc.property(date, fc.constantFrom(...codes), (day, code) => {
        const due = dueDate(code, day, code === 'CUSTOM_DUE_DATE' ? day : undefined)
        expect(due >= day).toBe(true)
        const count = /^NET_(\d+)$/.exec(code)?.[1]
        if (count !== undefined) expect(Date.parse(due) - Date.parse(day)).toBe(Number(count) * 86_400_000)
        const months = /^END_OF_MONTH_(\d)$/.exec(code)?.[1]
        if (months !== undefined) {
          // It is the last day of its month, so the next day is a first.
          expect(dueDate('NET_1', due).slice(8)).toBe('01')
        }
      }),
    )
  })

  test('END_OF_MONTH_0_NET_30 differs from END_OF_MONTH_1', () => {
    expect(dueDate('END_OF_MONTH_0_NET_30', '2026-01-31')).not.toBe(dueDate('END_OF_MONTH_1', '2026-01-31'))
  })
})

describe('TERM-2, COMP-8: an explicit due date', () => {
  test('replaces the term, and is not before the invoice', () => {
    expect(dueDate('NET_30', '2026-01-31', '2026-02-05')).toBe('2026-02-05')
    expect(dueDate('CUSTOM_DUE_DATE', '2026-01-31', '2026-01-31')).toBe('2026-01-31')
    expect(refused(() => dueDate('NET_30', '2026-01-31', '2026-01-30'))).toEqual(['validation_failed', ['due_date']])
  })

  test('is required with CUSTOM_DUE_DATE and an unknown term', () => {
    expect(refused(() => dueDate('CUSTOM_DUE_DATE', '2026-01-31'))).toEqual(['validation_failed', ['due_date']])
    expect(refused(() => dueDate('SOMEDAY', '2026-01-31'))).toEqual(['validation_failed', ['due_date']])
  })
})

test('TERM-3: the term of the side takes precedence over the company, the billing entity and 30 days', () => {
  expect(paymentTermOf('NET_7', 'NET_14', 'NET_21')).toBe('NET_7')
  expect(paymentTermOf(null, '', 'NET_21')).toBe('NET_21')
  expect(paymentTermOf(undefined, null)).toBe('NET_30')
})

test('TERM-4: the law of the debtor’s country draws warnings about long terms', () => {
  const warned = (country: string, code: string, date = '2026-01-31') =>
    termWarnings(country, date, dueDate(code, date)).map((one) => one.code)
  expect([warned('BE', 'NET_60'), warned('BE', 'NET_63'), warned('BE', 'NET_63', '2022-01-31')]).toEqual([
    [],
    ['term_void'],
    [],
  ])
  expect([warned('FR', 'NET_30'), warned('FR', 'NET_35'), warned('NL', 'NET_120')]).toEqual([
    [],
    ['term_forbidden'],
    [],
  ])
})
