import type { Charge } from '@cartage/contract/charges/app/charge'
import { amountText, decimal } from '../books/money.rules.ts'
import type { ChargeRow, OverriddenMember } from './record/store.ts'

/** A charge with names for display. */
export interface NamedCharge extends ChargeRow {
  readonly order_number: string | null
  readonly trip_name: string | null
  readonly company_name: string | null
  readonly invoice: Charge['invoice']
  /** Names of people and API clients by their ids. */
  readonly names: Readonly<Record<string, string>>
  readonly created_at: string
  readonly updated_at: string
}

/** A charge for display. */
export function shownCharge(row: NamedCharge): Charge {
  const { side, charge_type, role, quantity, unit, unit_price, currency, origin, rated_amount, evidence, status } = row
  return {
    ...{ charge_id: row.charge_id, side, charge_type, name: row.name, role, description: row.description },
    ...{ quantity: plain(quantity), unit, unit_price: plain(unit_price), currency, origin, evidence, status },
    order: row.order_id === null ? null : { id: row.order_id, name: row.order_number ?? '' },
    trip: row.trip_id === null ? null : { id: row.trip_id, name: row.trip_name ?? '' },
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
    consignment_id: row.consignment_id,
    stop_id: row.stop_id,
    amount: amountText(decimal(row.amount), currency),
    rated_amount: rated_amount === null ? null : amountText(decimal(rated_amount), currency),
    overrides: overridesOf(row),
    is_override_outdated: row.is_override_outdated,
    invoice: row.invoice,
    status_reason: row.status_reason,
    approval: row.approval,
    decision: decisionOf(row),
    tax: taxOf(row),
    tax_hold: row.tax_hold,
    supplied_on: row.supplied_on,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** A decimal without trailing zeros: 1, 2.5. */
function plain(text: string): string {
  return decimal(text).toFixed()
}

function overridesOf({ override, names }: NamedCharge): Charge['overrides'] {
  return (Object.keys(override) as OverriddenMember[]).map((member) => {
    const { value, rated, by, at, reason } = override[member]!
    return { member, value, rated, by: nameOf(by, names), at, reason }
  })
}

function decisionOf({ approval_decision: decision, names }: NamedCharge): Charge['decision'] {
  if (decision === null) return null
  const { comment, by, at, amount, changed_to = null } = decision
  return { comment, by: nameOf(by, names), at, amount, changed_to }
}

/** Actors without a record: the operator at the command line, and Cartage itself. Screens have labels for them. */
const nameless = ['operator', 'system']

function nameOf(by: string, names: NamedCharge['names']): string | null {
  return names[by] ?? (nameless.includes(by) ? by : null)
}

/** Tax of the charge, rounded on its own: that of its document may differ by a cent (CHG-1). */
function taxOf({ tax, amount, currency }: NamedCharge): Charge['tax'] {
  if (tax === null) return null
  const { name, category, percentage } = tax
  const exact = decimal(amount)
    .times(decimal(percentage ?? '0'))
    .div(100)
  return { name, category, percentage, amount: amountText(exact, currency) }
}
