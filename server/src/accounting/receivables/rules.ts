import type { CreditCheck } from '@cartage/contract/accounting/app/credit-check'
import type { CreditFigure, OrderCredit, Receivable } from '@cartage/contract/accounting/app/receivables'
import type { UserRole } from '@cartage/contract/endpoint'
import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'

/**
 * PAY-6: credit used by a company: open documents, unbilled work and accepted orders. The only place that adds them up;
 * the amounts come from one statement (`findCredit`).
 */
export function creditFigure({
  currency,
  open,
  unbilled,
  ordered,
  limit,
  check,
}: {
  currency: string
  open: string
  unbilled: string
  ordered: string
  limit: string | null
  check: CreditCheck
}): CreditFigure {
  const used = decimal(open).plus(unbilled).plus(ordered)
  const text = (amount: ReturnType<typeof decimal>) => amountText(amount, currency)
  return {
    currency,
    open: text(decimal(open)),
    unbilled: text(decimal(unbilled)),
    ordered: text(decimal(ordered)),
    used: text(used),
    limit: limit === null ? null : text(decimal(limit)),
    is_exceeded: limit !== null && used.gt(decimal(limit)),
    check,
  }
}

/** CREDIT-1: consequence of the payer's credit for an order; undefined: none. */
export function overLimit({ is_exceeded, check }: CreditFigure): 'WARN' | 'HOLD' | undefined {
  return is_exceeded && check !== 'OFF' ? check : undefined
}

/** Order states in which the payer's credit is checked. */
const openStates: readonly string[] = ['TO_PLAN', 'PLANNED', 'IN_PROGRESS']

/**
 * CREDIT-3: state of the payer's credit for an order; null: none. A released order counts as decided.
 * @param roles of those who may release credit
 */
export function creditOfOrder(
  order: { payer_id: string; payer_name: string; status: string; is_blocked: boolean; hold_reason_code: string | null },
  figure: CreditFigure,
  roles: readonly UserRole[],
): OrderCredit | null {
  if (!openStates.includes(order.status)) return null
  const isHeld = order.hold_reason_code === 'CREDIT_LIMIT'
  if (!isHeld && (order.is_blocked || overLimit(figure) !== 'WARN')) return null
  const payer = { company_id: order.payer_id, name: order.payer_name }
  return { comes_to: isHeld ? 'HOLD' : 'WARN', payer, figure, roles: [...roles] }
}

/** Formats amounts with the digits of their currency. */
export function receivableOutput(row: Receivable): Receivable {
  const text = (amount: string) => amountText(decimal(amount), row.currency)
  return {
    ...row,
    not_due: text(row.not_due),
    days_1_30: text(row.days_1_30),
    days_31_60: text(row.days_31_60),
    days_61_90: text(row.days_61_90),
    over_90: text(row.over_90),
    open: text(row.open),
  }
}

const ages = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90', 'open'] as const

/** Sums by currency, sorted by currency. */
export function receivableTotals(rows: readonly Receivable[]): Omit<Receivable, 'company_id' | 'company_name'>[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].toSorted().map(([currency, same]) => {
    const sumOf = (age: (typeof ages)[number]) =>
      amountText(
        same.reduce((sum, row) => sum.plus(decimal(row[age])), new Big(0)),
        currency,
      )
    return {
      currency,
      not_due: sumOf('not_due'),
      days_1_30: sumOf('days_1_30'),
      days_31_60: sumOf('days_31_60'),
      days_61_90: sumOf('days_61_90'),
      over_90: sumOf('over_90'),
      open: sumOf('open'),
      documents: same.reduce((sum, { documents }) => sum + documents, 0),
    }
  })
}
