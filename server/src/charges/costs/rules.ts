import type { Charge } from '@cartage/contract/charges/app/charge'
import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'

/** Whether a charge counts: it is not excluded or withdrawn. */
export function counts({ status }: Pick<Charge, 'status'>): boolean {
  return status !== 'DO_NOT_INVOICE' && status !== 'WITHDRAWN'
}

/** Sums of charges that count, by currency in order of appearance. */
export function sumsOf(charges: readonly Pick<Charge, 'status' | 'amount' | 'currency'>[]) {
  const byCurrency = Map.groupBy(charges.filter(counts), ({ currency }) => currency)
  return [...byCurrency].map(([currency, same]) => ({ currency, amount: amountText(total(same), currency) }))
}

function total(charges: readonly { amount: string }[]): Big {
  return charges.reduce((sum, { amount }) => sum.plus(decimal(amount)), new Big(0))
}

/** Sales, costs and margin in one currency. */
export function figuresOf(sales: Big, cost: Big, currency: string) {
  return {
    sales: amountText(sales, currency),
    cost: amountText(cost, currency),
    margin: amountText(sales.minus(cost), currency),
  }
}
