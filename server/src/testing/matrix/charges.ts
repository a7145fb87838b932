import { randomUUID } from 'node:crypto'
import { createOrderCharge } from '@cartage/contract/charges/app/desk'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** The victim's charges. */
export interface VictimCharges {
  chargeId: string
}

/** Owner requests use a nonexistent charge, because they could change the victim's. */
const chargeNamed = (name: string, { orderIdentifier, charges }: Victim) =>
  name === orderIdentifier ? charges.chargeId : randomUUID()
const orderNamed = (name: string, { orderIdentifier, orderId }: Victim) =>
  name === orderIdentifier ? orderId : randomUUID()
const none = () => ({ charge_type: 'NONE', unit_price: '1' })

/** Requests for the victim's charges. */
export const chargeCases = {
  pathIds: { charge_id: { of: (victim: Victim) => victim.charges.chargeId } },
  // Values, including ids, only filter the caller's own list.
  plainQuery: [
    'tab',
    'reason',
    'company',
    'until',
    'side',
    'approval',
    'origin',
    'type',
    'outdated',
    'by',
    'from',
    'to',
  ],
  bodies: {
    approveOrderCharges: [
      () => ({ charges: [] as unknown[] }),
      (name: string, victim: Victim) => ({ charges: [{ id: chargeNamed(name, victim) }] }),
    ],
    createOrderCharge: [none],
    createTripCost: [none],
    previewOrder: [
      (_: string, { company, orderId, locationId }: Victim) => {
        const stop = { location: { id: locationId } }
        const order = { consignments: [{ pickup_stop: stop, delivery_stop: stop }] }
        return { customer_id: company.companyId, except: orderId, order }
      },
    ],
    changeCharge: [() => ({ version: 1, amount: '1.00', reason: 'matrix' })],
    removeChargeOverride: [() => ({ version: 1 })],
    setChargeState: [
      () => ({ version: 1, action: 'exclude', reason: 'matrix' }),
      () => ({ version: 1, action: 'approve' }),
    ],
    setChargeStates: [
      (name: string, victim: Victim) => ({
        action: 'exclude',
        reason: 'matrix',
        charges: [{ charge_id: chargeNamed(name, victim) }],
      }),
    ],
    setOrderChargeStates: [
      (name: string, victim: Victim) => ({
        action: 'exclude',
        reason: 'matrix',
        order_ids: [orderNamed(name, victim)],
      }),
    ],
  },
}

/** A charge of an order, with `word` in every text. */
export async function createVictimCharge(tenant: TestTenant, orderId: string, word: string): Promise<VictimCharges> {
  const admin = await tenant.user('SUPER_ADMIN')
  const code = word.slice(0, 60)
  await admin(createSetting, { params: { kind: 'charge_types' }, body: { code, name: word } })
  const body = { charge_type: code, unit_price: '10', description: word }
  const { charge_id } = await admin(createOrderCharge, { params: { order_id: orderId }, body })
  return { chargeId: charge_id }
}
