import type { OrderChargesOutput } from '@cartage/contract/orders/charges'
import { amountText, decimal } from '../books/money.rules.ts'
import { isShownToCustomer, outwardDescription, outwardStatus } from './desk/state.rules.ts'
import type { ChargeRow, ChargeTax } from './record/store.ts'

type OutwardCharge = NonNullable<OrderChargesOutput['charges']>[number]

/** A charge in its public shape, with provisional tax (CHG-1); undefined if not listed for this reader. */
export function outwardCharge(charge: ChargeRow, isCustomer: boolean): OutwardCharge | undefined {
  const status = outwardStatus(charge.status)
  if (status === undefined || (isCustomer && !isShownToCustomer(charge))) return undefined
  const comment = charge.approval_decision?.comment ?? undefined
  return {
    ...outwardAmounts(charge),
    description: outwardDescription(charge.description, comment),
    status,
    approval_status: charge.approval,
  }
}

/** Common public members of order charges and trip costs. */
export function outwardAmounts({ charge_id, name, charge_type, description, amount, currency, tax }: ChargeRow) {
  const net = decimal(amount)
  const taxed = tax && { ...tax, amount: net.times(decimal(tax.percentage ?? '0')).div(100) }
  const text = (value: typeof net) => amountText(value, currency)
  return {
    id: charge_id,
    name,
    code: charge_type,
    description,
    currency,
    amount_excl_tax: text(net),
    // Tax is rounded per charge. Undecided tax is omitted, not zero.
    ...(taxed && {
      amount_tax: text(taxed.amount),
      amount_incl_tax: text(net.plus(decimal(text(taxed.amount)))),
      tax_rate: taxRateOf(taxed),
    }),
  }
}

function taxRateOf({ code, name, percentage, tax_type }: ChargeTax) {
  // The interface has percentages as JSON numbers, like tax rates.
  return { code, name, percentage: percentage === null ? null : Number(percentage), tax_type }
}
