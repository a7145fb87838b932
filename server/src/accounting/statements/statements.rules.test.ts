import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { readCamt } from './camt.rules.ts'
import type { BankLine } from './line.rules.ts'
import { matchLines, type PayableInvoice } from './match.rules.ts'
import { readMt940 } from './mt940.rules.ts'

const entry = (inner: string, { amount = '121.00', side = 'CRDT', status = '<Sts><Cd>BOOK</Cd></Sts>' } = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}<BookgDt><Dt>2026-02-03</Dt></BookgDt>${inner}</Ntry>`
const camt = (...entries: string[]) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
const payer =
  '<RltdPties><Dbtr><Pty><Nm>Bakkerij Janssens</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>BE71096123456769</IBAN></Id></DbtrAcct></RltdPties>'
const details = (text: string, amount = '') =>
  `<TxDtls>${amount && `<Amt Ccy="EUR">${amount}</Amt>`}${payer}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

test('STMT-1: booked entries of CAMT.053 are lines, announced ones are not, and outgoing payments are negative', () => {
  const announced = entry('', { status: '<Sts>PDNG</Sts>' })
  const out = entry('', { side: 'DBIT', amount: '50.00' })
  const known = { name: 'Bakkerij Janssens', account: 'BE71096123456769' }
  const none = { name: null, account: null, text: '' }
  const day = { booked_on: '2026-02-03', currency: 'EUR' }
  expect(readCamt(camt(entry(`<NtryDtls>${details('2026000012')}</NtryDtls>`), announced, out))).toEqual([
    { ...day, ...known, amount: '121.00', text: '2026000012' },
    { ...day, ...none, amount: '-50.00' },
  ])
})

test('STMT-1: an entry with several transactions is a line for each, and a reversal changes the sign', () => {
  const both = `<NtryDtls>${details('A', '100.00')}${details('B', '21.00')}</NtryDtls>`
  expect(readCamt(camt(entry(both))).map(({ amount, text }) => [amount, text])).toEqual([
    ['100.00', 'A'],
    ['21.00', 'B'],
  ])
  expect(readCamt(camt(entry('<RvslInd>true</RvslInd>')))[0]!.amount).toBe('-121.00')
})

test('STMT-1: a file that is not a statement is refused with advice on which export to use, including XML with entities', () => {
  for (const text of [
    '<a/>',
    '<!DOCTYPE x><Document/>',
    '<Document><BkToCstmrStmt>',
    camt(entry('', { amount: 'many' })),
  ]) {
    expect(() => readCamt(text)).toThrow(Problem)
  }
  expect(() => readCamt('<a/>')).toThrow(/CAMT.053 or MT940/)
})

test('STMT-2: lines of MT940 have payer and text as banks of three countries write them', () => {
  const text = [
    '{1:F01}{2:I940}{4:',
    ':20:1',
    ':60F:C260101EUR1000,00',
    ':61:2602030203C121,00NTRFNONREF//1',
    ':86:/TRTP/SEPA/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/De Vries BV',
    '/REMI/Factuur 2026000012/EREF/X1',
    ':61:260203D50,5NMSC',
    ':86:Kosten',
    ':61:2512310102C10,NTRF',
    ':86:166?00GUTSCHRIFT?20SVWZ+Rechnung 2026?21000013?31DE02120300000000202051?32Bäckerei?33 Müller',
    ':62F:C260203EUR1080,50',
    '-}',
  ].join('\r\n')
  expect(readMt940(text)).toEqual([
    {
      ...{
        booked_on: '2026-02-03',
        amount: '121.00',
        currency: 'EUR',
        name: 'De Vries BV',
        account: 'NL91ABNA0417164300',
      },
      text: 'Factuur 2026000012\nX1',
    },
    { booked_on: '2026-02-03', amount: '-50.5', currency: 'EUR', name: null, account: null, text: 'Kosten' },
    {
      ...{
        booked_on: '2026-01-02',
        amount: '10',
        currency: 'EUR',
        name: 'Bäckerei Müller',
        account: 'DE02120300000000202051',
      },
      text: 'SVWZ+Rechnung 2026000013',
    },
  ])
  expect(() => readMt940('Date,Amount\n1,2')).toThrow(/CAMT.053 or MT940/)
})

const line = (text: string, amount = '121.00', members: Partial<BankLine> = {}): BankLine => {
  return { booked_on: '2026-02-03', amount, currency: 'EUR', name: null, account: null, text, ...members }
}
const invoice = (document: string, members: Partial<PayableInvoice> = {}): PayableInvoice => ({
  ...{ invoice_id: document, document, company_name: 'Bakkerij Janssens NV', reference: null, open: '121.00' },
  ...{ currency: 'EUR', payments: [], ...members },
})
const found = (lines: BankLine[], invoices: PayableInvoice[]) =>
  matchLines(lines, invoices).map(({ state, invoices: paid }) => [
    state,
    ...paid.map((one) => `${one.document} ${one.pays}`),
  ])

test('STMT-3: an invoice is found by its structured reference or its number, never by a part of a longer number', () => {
  const reference = '+++260/0000/01281+++'
  const known = [invoice('2026000012', { reference }), invoice('202600001')]
  expect(found([line('260 0000 01281')], [invoice('X', { reference })])[0]![0]).toBe('FULL')
  expect(found([line('uw factuur 2026-000012, bedankt')], known)).toEqual([['FULL', '2026000012 121.00']])
  expect(found([line('2026000099')], known)).toEqual([['UNKNOWN']])
  expect(found([line('RF18 5390 0754 7034')], [invoice('Y-1', { reference: 'RF18539007547034' })])).toEqual([
    ['FULL', 'Y-1 121.00'],
  ])
})

test('STMT-3: a line pays the full amount, a part or too much, and several invoices in order', () => {
  const [one, two] = [invoice('2026000012'), invoice('2026000013', { open: '50.00' })]
  expect(found([line('2026000012', '100.00')], [one])).toEqual([['PART', '2026000012 100.00']])
  expect(found([line('2026000012', '200.00')], [one])).toEqual([['OVER', '2026000012 121.00']])
  expect(found([line('2026000012 + 2026000013', '171.00')], [one, two])).toEqual([
    ['FULL', '2026000012 121.00', '2026000013 50.00'],
  ])
  // What an earlier line paid is no longer open.
  expect(found([line('2026000012', '100.00'), line('2026000012', '21.00')], [one])).toEqual([
    ['PART', '2026000012 100.00'],
    ['FULL', '2026000012 21.00'],
  ])
})

test('STMT-3: a recorded payment is recognised as many times as it was recorded, so a statement can be read again', () => {
  const payments = [{ amount: '60.50', paid_on: '2026-02-03' }]
  const known = [invoice('2026000012', { open: '60.50', payments })]
  const twice = [line('2026000012', '60.50'), line('2026000012', '60.50')]
  expect(found(twice, known)).toEqual([
    ['RECORDED', '2026000012 60.50'],
    ['FULL', '2026000012 60.50'],
  ])
})

test('STMT-3: payer and amount alone give a guess, except in another currency or from another payer, and outgoing payments pay nothing', () => {
  const known = [invoice('2026000012')]
  expect(found([line('bedankt', '121.00', { name: 'BAKKERIJ JANSSENS' })], known)).toEqual([
    ['GUESS', '2026000012 121.00'],
  ])
  expect(found([line('bedankt', '121.00', { name: 'Slagerij' })], known)).toEqual([['UNKNOWN']])
  expect(found([line('2026000012', '121.00', { currency: 'USD' })], known)).toEqual([['UNKNOWN']])
  expect(found([line('2026000012', '-121.00')], known)).toEqual([['OUTGOING']])
})

test('STMT-3: for any text, the invoices found are those with a number that stands alone in it', () => {
  const pieces = ['20260', '2026', '00012', '000012', '12', '-', ' ', 'INV', 'inv', '.', '\n', 'A']
  const numbers = ['2026000012', '20260-00012', 'INV-2026-12', 'INV12A', '202600012', '1212120']
  const known = numbers.map((number) => invoice(number, { open: '1.00' }))
  const isIn = (number: string, text: string) => {
    const [before, after] = [/^\d/.test(number) ? '(?<!\\d)' : '', /\d$/.test(number) ? '(?!\\d)' : '']
    const signs = number.replaceAll(/[^A-Z0-9]/g, '').split('')
    return new RegExp(`${before}${signs.join('[ ./-]*')}${after}`).test(text.toUpperCase())
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const [one] = matchLines([line(text, '100.00')], known)
      expect(one!.invoices.map(({ document }) => document)).toEqual(numbers.filter((number) => isIn(number, text)))
    }),
    { numRuns: 1_000 },
  )
})
