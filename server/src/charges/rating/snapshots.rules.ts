import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Snapshot } from '../record/ratings.store.ts'
import type { ChargeRow } from '../record/store.ts'

/** Milestones that an order or trip has reached. */
export interface Moments {
  readonly is_confirmed: boolean
  readonly is_dispatched: boolean
  readonly is_completed: boolean
}

/** Snapshots of the charges at the milestones reached (CHARGE-13). The store keeps the first of each. */
export function snapshotsOf(
  subject: Pick<Snapshot, 'subject_type' | 'subject_id' | 'side'>,
  moments: Moments,
  charges: readonly ChargeRow[],
): Snapshot[] {
  const live = charges.filter(({ status, side }) => side === subject.side && status !== 'WITHDRAWN')
  const currency = live[0]?.currency
  if (currency === undefined) return []
  const sum = live.reduce((total, { amount }) => total.plus(decimal(amount)), new Big(0))
  const kept = live.map(({ charge_id, charge_type, name, line_key, quantity, unit, unit_price, amount, origin }) => {
    return { charge_id, charge_type, name, line_key, quantity, unit, unit_price, amount, origin }
  })
  const reached = [
    moments.is_confirmed && ('CONFIRMED' as const),
    moments.is_dispatched && ('DISPATCHED' as const),
    moments.is_completed && ('COMPLETED' as const),
  ].filter((moment) => moment !== false)
  return reached.map((moment) => ({ ...subject, moment, currency, total: amountText(sum, currency), charges: kept }))
}
