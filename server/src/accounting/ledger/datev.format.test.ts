import { expect, test } from 'vitest'
import { ledgerEntry, ledgerFacts, ledgerRows } from '../../testing/data/money/ledger.ts'
import { type LedgerFacts, writeFile } from './file.format.ts'
import { formats } from './profiles.format.ts'

test('LEDGER-10: DATEV gets two decimals in each currency, the published rate, and document numbers in its own form', () => {
  const inYen = ledgerEntry(
    { entry_number: 4, currency: 'JPY', rate: '0.0059', inverse_rate: '169.2', document: 'F 2026.ä_7/1' },
    [
      {
        account: '400000',
        account_name: 'Customers',
        debit: '1.53',
        credit: '0.00',
        amount_currency: '259',
        text: 'F',
      },
      { account: '700000', account_name: 'Freight', debit: '0.00', credit: '1.53', amount_currency: '-259', text: 'F' },
    ],
  )
  const fields = (given: LedgerFacts) => writeFile(formats.DATEV, inYen, given).split('\r\n')[2]!.split(';')
  expect(fields(ledgerFacts).slice(0, 6)).toEqual(['259,00', '"H"', '"JPY"', '169,200000', '1,53', '"EUR"'])
  expect(fields(ledgerFacts)[10]).toBe('"F20267/1"')
  const { edition: _edition, ...before } = ledgerFacts
  expect(fields(before).slice(0, 4)).toEqual(['259', '"H"', '"JPY"', '169,491525'])
})

/** Patterns of the published format for the first eleven fields, the text and the cost centres. */
const published: readonly [field: number, pattern: RegExp][] = [
  [0, /^(?!0{1,10},00)\d{1,10},\d{2}$/],
  [1, /^"[SH]"$/],
  [2, /^"[A-Z]{3}"$/],
  [3, /^([1-9]\d{0,3},\d{2,6})?$/],
  [4, /^((?!0{1,10},00)\d{1,10},\d{2})?$/],
  [5, /^"([A-Z]{3})?"$/],
  [6, /^(?!0{1,9}$)\d{1,9}$/],
  [7, /^(?!0{1,9}$)\d{1,9}$/],
  [9, /^\d{4}$/],
  [10, /^"[\w$&%*+\-/]{0,36}"$/],
  [11, /^"[\w$%\-/]{0,12}"$/],
  [13, /^".{0,60}"$/],
  [36, /^"[\p{L}\p{N}_ ]{0,36}"$/u],
]

test('LEDGER-11: DATEV gets each currency in its required form: rates below 1 and from 10000 are converted', () => {
  const inCurrency = (entry_number: number, currency: string, inverse_rate: string, amounts: readonly string[]) => {
    const [debit, amount_currency] = amounts as [string, string]
    const line = { account_name: '', text: 'Fracht Gent – Leeds', dimension_1: 'N/1 Süd' }
    return ledgerEntry({ entry_number, currency, rate: '1', inverse_rate }, [
      { ...line, account: '400000', debit, credit: '0.00', amount_currency },
      { ...line, account: '700000', debit: '0.00', credit: debit, amount_currency: `-${amount_currency}` },
    ])
  }
  const foreign = [
    ...inCurrency(5, 'GBP', '0.8655', ['1428.37', '1236.25']),
    ...inCurrency(6, 'USD', '1.0832', ['92.32', '100.00']),
    ...inCurrency(7, 'IDR', '17512.4', ['57.10', '1000000.00']),
    ...inCurrency(8, 'KWD', '0.3321', ['301.11', '100.000']),
    ...inCurrency(9, 'JPY', '169.2', ['0.00', '0']),
  ]
  const lines = writeFile(formats.DATEV, [...ledgerRows, ...foreign], ledgerFacts)
    .split('\r\n')
    .slice(2, -1)
  const fields = lines.map((one) => one.split(';'))
  for (const row of fields) for (const [at, pattern] of published) expect(row[at], row.join(';')).toMatch(pattern)
  const shown = fields.slice(-4).map((row) => [...row.slice(0, 6), row[13]].join(' '))
  expect(shown).toEqual([
    '1428,37 "H" "EUR"   "" "GBP 1236,25 Kurs 0,8655 Fracht Gent – Leeds"',
    '100,00 "H" "USD" 1,083200 92,32 "EUR" "Fracht Gent – Leeds"',
    '57,10 "H" "EUR"   "" "IDR 1000000,00 Kurs 17512,4 Fracht Gent – Leeds"',
    '301,11 "H" "EUR"   "" "KWD 100,000 Kurs 0,3321 Fracht Gent – Leeds"',
  ])
  expect(fields.at(-1)![36]).toBe('"N1 Süd"')
  const before = writeFile(formats.DATEV, foreign, { ...ledgerFacts, edition: 2 }).split('\r\n')[2]!
  expect(before).toContain('1236,25;"H";"GBP";0,865500;1428,37;"EUR"')
})
