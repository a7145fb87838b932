import { describe, expect, test } from 'vitest'
import { ratedCharge } from '../../testing/data/money/charge-desk.ts'
import type { PurchaseDocument, ReceivedLine } from '../intake/document.rules.ts'
import { settled } from './settle.rules.ts'
import { faultOfTies, proposeTies, sumsOfTies, type TieableCharge, tieLines } from './tie.rules.ts'

const charge = (charge_id: string, order_name: string, amount: string, members: Partial<TieableCharge> = {}) => ({
  ...{
    charge_id,
    order_id: `id of ${order_name}`,
    order_name,
    reference: null,
    charge_type: 'FREIGHT',
    name: 'Freight',
  },
  ...{ amount, ...members },
})
const fuel = { charge_type: 'FUEL', name: 'Fuel surcharge' }

const line = (position: number, name: string, amount: string, references: string[] = []): ReceivedLine => ({
  ...{ position, name, description: '', code: null, quantity: '1', unit: 'C62', unit_price: amount, amount },
  ...{ currency: 'EUR', account: null, tax: null, references },
})

function document(lines: readonly ReceivedLine[], members: Partial<PurchaseDocument> = {}): PurchaseDocument {
  const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
  return {
    ...{ kind: 'PURCHASE_INVOICE', is_self_billed: true, external_name: 'SB-1', date: '2026-11-15', due_date: null },
    ...{ currency: 'EUR', total_excl_tax: total, total_tax: '0.00', total_incl_tax: total, buyer: null },
    supplier: { id: null, name: 'We', vat_number: null, iban: null },
    ...{ customer_reference_numbers: [], custom_fields: {}, preceding: null, lines },
    ...members,
  }
}

describe('PURCH-19: probable charges for lines', () => {
  const open = [
    charge('a1', 'O-1', '500.00', { reference: 'PO-778' }),
    charge('a2', 'O-1', '30.00', { ...fuel, reference: 'PO-778' }),
    charge('b1', 'O-2', '500.00'),
    charge('c1', 'O-3', '210.00'),
    charge('c2', 'O-3', '12.60', fuel),
  ]
  test.each<
    [what: string, lines: ReceivedLine[], members: Partial<PurchaseDocument>, expected: Record<number, string[]>]
  >([
    ['one line for the whole order it refers to', [line(1, 'Transport', '530.00', ['O-1'])], {}, { 1: ['a1', 'a2'] }],
    ['the number of the order in the text', [line(1, 'Transport O-2, Gent', '495.00')], {}, { 1: ['b1'] }],
    ['the reference of the customer', [line(1, 'Transport', '530.00', ['po-778'])], {}, { 1: ['a1', 'a2'] }],
    [
      'the reference of the document, by amount and by name',
      [line(1, 'Transport', '500.00'), line(2, 'Fuel surcharge 5 %', '25.00')],
      { customer_reference_numbers: ['PO-778'] },
      { 1: ['a1'], 2: ['a2'] },
    ],
    ['without a reference, the only charge with the amount', [line(1, 'Transport', '210.00')], {}, { 1: ['c1'] }],
    ['without a reference, the only order with the amount', [line(1, 'Transport', '222.60')], {}, { 1: ['c1', 'c2'] }],
    ['none if two have the amount', [line(1, 'Transport', '500.00')], {}, {}],
    ['a charge is for one line only', [line(1, 'O-2', '500.00'), line(2, 'O-2', '500.00')], {}, { 1: ['b1'] }],
  ])('%s', (_, lines, members, expected) => {
    expect(Object.fromEntries(proposeTies(document(lines, members), open))).toEqual(expected)
  })
})

test('PURCH-19: the difference of a line is divided among its charges, and nothing is lost over all amounts', () => {
  for (let cents = -3_000; cents <= 3_000; cents += 7) {
    const amount = (530 + cents / 100).toFixed(2)
    const doc = document([line(1, 'O-1', amount)])
    const charges = [charge('a1', 'O-1', '500.00'), charge('a2', 'O-1', '30.00', fuel)]
    const lines = tieLines(doc, charges, new Map([[1, ['a1', 'a2']]]))
    const billed = lines[0]!.charges.reduce((sum, one) => sum + Math.round(Number(one.billed) * 100), 0)
    expect(billed).toBe(53_000 + cents)
    expect(Math.round(Number(sumsOfTies(doc, lines).difference) * 100)).toBe(cents)
  }
})

test('PURCH-20: a line without a charge, a charge on two lines, and a credit beyond the charge are not accepted', () => {
  const charges = [charge('a1', 'O-1', '500.00'), charge('a2', 'O-1', '30.00')]
  const doc = document([line(1, 'O-1', '500.00'), line(2, 'O-1', '530.00')])
  const fault = (ties: [number, string[]][], isCredit = false) =>
    String(faultOfTies(tieLines(doc, charges, new Map(ties)), isCredit) ?? '')
  expect(fault([[1, ['a1']]])).toContain('Line 2 is for no charge')
  expect(
    fault([
      [1, ['a1']],
      [2, ['a1']],
    ]),
  ).toContain('on two lines')
  expect(
    fault([
      [1, ['a1']],
      [2, ['a2']],
    ]),
  ).toBe('')
  expect(
    fault(
      [
        [1, ['a1']],
        [2, ['a2']],
      ],
      true,
    ),
  ).toContain('more than was billed')
})

describe('PURCH-21: effect of a customer’s document on a charge', () => {
  const by = { id: 'user', at: '2026-11-23T08:00:00Z' }
  const proof = 'SB-1 (389), 2026-11-15'
  const open = ratedCharge({ amount: '100.00', rated_amount: '100.00', approval: 'REQUESTED' })
  test('billed: the amount of the customer, agreed, and the rated amount is kept', () => {
    const after = settled({ ...open, version: 1 }, { billed: '95.00', is_credit: false, proof }, by)
    expect(after).toMatchObject({
      ...{ status: 'INVOICED_EXTERNAL', status_reason: proof, amount: '95.00', rated_amount: '100.00' },
      ...{ approval: 'APPROVED', approval_decision: { amount: '95.00', comment: proof } },
      override: { amount: { value: '95.00', rated: '100.00', reason: proof } },
    })
  })
  test('credited: partly, the rest is billed; fully, it is open again', () => {
    const billed = settled({ ...open, version: 1 }, { billed: '100.00', is_credit: false, proof }, by)
    const credit = { is_credit: true, proof: 'SB-2 (261), 2026-11-20' }
    const less = settled(billed, { ...credit, billed: '20.00' }, by)
    expect(less).toMatchObject({ status: 'INVOICED_EXTERNAL', amount: '80.00', status_reason: proof })
    const none = settled(less, { ...credit, billed: '80.00' }, by)
    expect(none).toMatchObject({ status: 'CREATED', status_reason: null })
  })
})
