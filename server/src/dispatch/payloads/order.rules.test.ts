import { expect, test } from 'vitest'
import { type SentOrder, sentOrder } from './order.rules.ts'

const company = {
  ...{ id: 'c', name: 'Rival', note: 'pays late', payment_term: 'NET30', billing_location: { id: 'l', city: 'Gent' } },
  contacts: [{ name: 'Ann', phone_number: '+32470000000', note: 'slow to answer' }],
  bank_accounts: [{ iban: 'BE68539007547034' }],
}
const order = {
  ...{ order_id: 'o', order_number: 'O-1', customs_codes: new Map() },
  output: {
    customer: company,
    consignments: [
      {
        pickup_stop: { id: 'p' },
        delivery_stop: { id: 'd' },
        goods: [],
        buyer: { company },
        seller: { company: null },
      },
    ],
  },
} as unknown as SentOrder

test('READ-7: partners get companies without notes, accounts and terms, and with contact persons', () => {
  const { customer, consignments } = sentOrder(order, new Map())
  const sent = { id: 'c', name: 'Rival', contacts: [{ name: 'Ann', phone_number: '+32470000000' }] }
  expect(customer).toEqual(sent)
  expect(consignments[0]).toMatchObject({ buyer: {}, seller: { company: null } })
  expect(consignments[0]!.buyer?.company).toEqual({ ...sent, billing_location: { id: 'l', city: 'Gent' } })
})
