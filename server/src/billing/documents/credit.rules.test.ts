import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eInvoice, type TestLine, treatments } from '../../testing/data/money/einvoices.ts'
import { amountOf, sumOf } from '../einvoice/terms.rules.ts'
import { type Credit, type CreditableInvoice, type CreditFault, type CreditRequest, creditOf } from './credit.rules.ts'
import { belgianCashDiscount, vatRows } from './totals.rules.ts'

function invoiceOf(lines: readonly TestLine[], isDiscounted = false): CreditableInvoice {
  const document = eInvoice({
    lines,
    ...(isDiscounted && {
      adjustments: (taxed) => belgianCashDiscount(vatRows(taxed, 'EUR'), '2', { currency: 'EUR', reason: 'Discount' }),
    }),
  })
  return { ...document, lines: document.lines.map((line) => ({ ...line, line_id: line.id })) }
}

const isCredit = (one: Credit | CreditFault): one is Credit => 'lines' in one

function credit(invoice: CreditableInvoice, before: readonly Credit[], request: CreditRequest): Credit {
  const made = creditOf(invoice, before, request)
  if (!isCredit(made)) throw new Error(made.code)
  return made
}

const half: CreditRequest = { kind: 'FRACTION', fraction: '0.5' }
const rest: CreditRequest = { kind: 'REST' }
const amounts = ({ lines, vat }: Credit) => [[...lines.values()], vat.map(({ tax }) => tax)]

describe('a credit note', () => {
  test('of a half rounds each line up, and the rest can be credited (walk-through 6)', () => {
    const invoice = invoiceOf([
      { name: 'Freight', amount: '186.00' },
      { name: 'Fuel', amount: '23.25' },
      { name: 'Waiting', amount: '36.00' },
    ])
    const first = credit(invoice, [], half)
    expect(amounts(first)).toEqual([['93.00', '11.63', '18.00'], ['25.75']])
    const second = credit(invoice, [first], half)
    expect(amounts(second)).toEqual([['93.00', '11.62', '18.00'], ['25.75']])
    expect(creditOf(invoice, [first, second], rest)).toEqual({ code: 'nothing_left', line_id: null, left: '0.00' })
  })

  test('of the rest of a category has exactly the remaining tax (walk-through 6b)', () => {
    const invoice = invoiceOf([{ name: 'Freight', amount: '100.03' }])
    const first = credit(invoice, [], half)
    expect(amounts(first)).toEqual([['50.02'], ['10.50']])
    expect(amounts(credit(invoice, [first], rest))).toEqual([['50.01'], ['10.51']])
  })

  test('of more than the rest is rejected with the remaining amount', () => {
    const invoice = invoiceOf([{ name: 'Freight', amount: '100.00' }])
    const first = credit(invoice, [], { kind: 'LINES', amounts: new Map([['1', '80.00']]) })
    const more: CreditRequest = { kind: 'LINES', amounts: new Map([['1', '20.01']]) }
    expect(creditOf(invoice, [first], more)).toEqual({ code: 'more_than_left', line_id: '1', left: '20.00' })
    const opposite: CreditRequest = { kind: 'LINES', amounts: new Map([['1', '-1.00']]) }
    expect(creditOf(invoice, [first], opposite)).toMatchObject({ code: 'more_than_left' })
  })

  test('sequences in any order credit the invoice to the cent and not one cent more', () => {
    const line = fc.record({
      name: fc.constant('Freight'),
      amount: fc.integer({ min: -20_000, max: 900_000 }).map((cents) => ((cents || 1) / 100).toFixed(2)),
      treatment: fc.constantFrom(treatments.S21, treatments.AE),
    })
    const request = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((tenths): CreditRequest => ({ kind: 'FRACTION', fraction: `0.${tenths}` })),
      fc.integer({ min: 1, max: 50_000 }).map((cents): CreditRequest => {
        return { kind: 'LINES', amounts: new Map([['1', (cents / 100).toFixed(2)]]) }
      }),
    )
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(request, { maxLength: 8 }),
        fc.boolean(),
        (lines, requests, isDiscounted) => {
          const invoice = invoiceOf(lines, isDiscounted)
          const notes: Credit[] = []
          for (const one of [...requests, rest]) {
            const note = creditOf(invoice, notes, one)
            if (isCredit(note)) notes.push(note)
          }
          for (const { line_id, amount } of invoice.lines) {
            expect(sumOf(notes.map((one) => one.lines.get(line_id) ?? null)).toFixed(2)).toBe(
              amountOf(amount).toFixed(2),
            )
          }
          const all = (of: (one: Credit) => readonly string[]) => sumOf(notes.flatMap(of)).toFixed(2)
          expect(all(({ vat }) => vat.map(({ tax }) => tax))).toBe(sumOf(invoice.vat.map(({ tax }) => tax)).toFixed(2))
          expect(all(({ vat }) => vat.map(({ base }) => base))).toBe(
            sumOf(invoice.vat.map(({ base }) => base)).toFixed(2),
          )
        },
      ),
    )
  })
})
