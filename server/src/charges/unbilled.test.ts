import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { chargeTenant, unbilledOf } from '../testing/data/money/charges.ts'
import { addOrder } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { addCharges, type ChargeTax, chargesForUpdate, type NewCharge, saveCharges } from './record/store.ts'
import { unbilledOf as leftToBill } from './unbilled.rules.ts'
import { refreshUnbilled } from './unbilled.store.ts'

const server = await startTestServer()
afterAll(() => server.close())

const setStatus = statement(
  'testing.set_order_status',
  'update transport_order o set status = $3 where o.tenant_id = $1 and o.order_id = $2',
)
const selectCompany = statement(
  'testing.select_company_of',
  'select o.company_id from transport_order o where o.tenant_id = $1 and o.order_id = $2',
)

const tax: ChargeTax = {
  treatment: 'STANDARD',
  category: 'S',
  percentage: '21',
  vatex: null,
  tax_type: 'VAT',
  base_percentage: '21',
  code: 'S21',
  name: 'VAT 21 %',
  description: '',
}

function chargeOf(order_id: string, company_id: string, amount: string): NewCharge {
  return {
    ...{ charge_id: randomUUID(), side: 'SALES', order_id, trip_id: null, consignment_id: null, stop_id: null },
    ...{ company_id, billing_entity_id: null, charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', description: '' },
    ...{ quantity: '1', unit: 'C62', unit_price: amount, amount, currency: 'EUR', origin: 'MANUAL', line_key: null },
    ...{ correction: 0, rated_amount: null, override: {}, is_override_outdated: false, evidence: null },
    ...{ status: 'CREATED', status_reason: null, approval: null, approval_decision: null, tax, tax_rate_id: null },
    ...{ tax_hold: null, supplied_on: '2026-02-02', created_by: 'test' },
  } as const
}

/** Independent model of actions on the charges of one order. */
interface Truth {
  status: 'PLANNED' | 'COMPLETED' | 'CANCELLED'
  charges: { id: string; amount: number; isSettled: boolean; needsApproval: boolean; hasTax: boolean }[]
}

/** Expected unbilled amount and reason, computed independently of the rules. */
function truthOf({ status, charges }: Truth): { reason: string; amount: number } | undefined {
  if (status === 'PLANNED' || (status === 'CANCELLED' && charges.length === 0)) return undefined
  if (charges.length === 0) return { reason: 'NO_CARD', amount: 0 }
  const open = charges.filter(({ isSettled }) => !isSettled)
  if (open.length === 0) return undefined
  const amount = open.reduce((sum, one) => sum + one.amount, 0)
  if (open.some((one) => one.amount === 0)) return { reason: 'ZERO_BASE', amount }
  if (open.some(({ needsApproval }) => needsApproval)) return { reason: 'APPROVAL', amount }
  return { reason: open.some(({ hasTax }) => !hasTax) ? 'TAX_HOLD' : 'READY', amount }
}

const act = fc.record({
  kind: fc.constantFrom('add', 'add', 'settle', 'release', 'request', 'approve', 'hold', 'decide', 'status'),
  at: fc.nat(5),
  amount: fc.integer({ min: 0, max: 3 }),
})

test('CHARGE-12: after any sequence, the list of unbilled orders equals what is left to bill, with the first reason', async () => {
  const tenant = await chargeTenant(server)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const { orderId } = await addOrder(server, tenant)
      const truth: Truth = { status: 'PLANNED', charges: [] }
      for (const { kind, at, amount } of acts) {
        const one = truth.charges[at % Math.max(1, truth.charges.length)]
        await tenant.asTenant(async (tx) => {
          if (kind === 'add') {
            const [order] = await tx.query<{ company_id: string }>(selectCompany, orderId)
            const charge = chargeOf(orderId, order!.company_id, `${amount}.00`)
            await addCharges(tx, [charge])
            const flags = { isSettled: false, needsApproval: false, hasTax: true }
            truth.charges.push({ id: charge.charge_id, amount, ...flags })
          } else if (kind === 'status') {
            truth.status = (['PLANNED', 'COMPLETED', 'CANCELLED'] as const)[at % 3]!
            await tx.query(setStatus, orderId, truth.status)
          } else if (one) {
            const [row] = await chargesForUpdate(tx, [one.id])
            if (kind === 'settle' || kind === 'release') one.isSettled = kind === 'settle'
            if (kind === 'request' || kind === 'approve') one.needsApproval = kind === 'request'
            if (kind === 'hold' || kind === 'decide') one.hasTax = kind === 'decide'
            const status = (['INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL'] as const)[at % 3]!
            await saveCharges(tx, [
              {
                ...row!,
                status: one.isSettled ? status : 'CREATED',
                approval: one.needsApproval ? 'REQUESTED' : null,
                tax: one.hasTax ? tax : null,
              },
            ])
          }
          await refreshUnbilled(tx, [orderId])
        })
        const expected = truthOf(truth)
        const found = await unbilledOf(tenant, orderId)
        expect(found && { reason: found.reason, amount: Number(found.amount) }).toEqual(expected)
      }
    }),
    { numRuns: 25 },
  )
})

test('CHARGE-12: where each order has its own document, a ready order waits until it reaches the minimum', () => {
  const rated = { origin: 'RATED', role: 'BASE', status: 'CREATED', approval: null, has_tax: true } as const
  const charge = { ...rated, is_on_draft: false, amount: '40.00', currency: 'EUR' }
  const order = { status: 'COMPLETED', rating: 'COMPLETE' as const, charges: [charge] }
  expect(leftToBill({ ...order, minimum: '50.00' })?.reason).toBe('MINIMUM')
  expect(leftToBill({ ...order, minimum: '40.00' })?.reason).toBe('READY')
  expect(leftToBill({ ...order, minimum: null })?.reason).toBe('READY')
  const waits = { ...charge, approval: 'REQUESTED' as const }
  expect(leftToBill({ ...order, charges: [waits], minimum: '50.00' })?.reason).toBe('APPROVAL')
})
