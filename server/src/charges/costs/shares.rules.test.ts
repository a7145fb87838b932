import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarriedOrder, sharesOf } from './shares.rules.ts'

const cents = (text: string) => Math.round(Number(text) * 100)
const amount = fc.integer({ min: -100_000, max: 1_000_000 }).map((units) => (units / 100).toFixed(2))
const order = fc.record({
  loading_meters: fc.constantFrom(null, '0', '1.2', '13.6'),
  weight_kg: fc.constantFrom(null, '700', '0.5'),
  km: fc.constantFrom('95', '210'),
  stops: fc.integer({ min: 1, max: 4 }),
  revenue: fc.constantFrom(null, '-5.00', '640.00'),
})

test('CHARGE-40: shares of each cost add up to it, whatever data the orders lack', () => {
  const method = fc.constantFrom('LDM_KM' as const, 'KG' as const, 'EQUAL' as const, 'REVENUE' as const)
  fc.assert(
    fc.property(
      fc.array(amount, { maxLength: 8 }),
      fc.array(order, { minLength: 1, maxLength: 6 }),
      method,
      (given, taken, by) => {
        const costs = given.map((text, at) => ({ charge_id: `c${at}`, trip_id: 't', amount: text, currency: 'EUR' }))
        const orders = taken.map((one, at): CarriedOrder => ({ trip_id: 't', order_id: `o${at}`, ...one }))
        const shares = sharesOf(costs, orders, by)
        for (const { charge_id, amount: whole } of costs) {
          const own = shares.filter((share) => share.charge_id === charge_id)
          expect(own.reduce((sum, share) => sum + cents(share.amount), 0)).toBe(cents(whole))
        }
      },
    ),
  )
})
