import type { getPeriodSummary } from '@cartage/contract/accounting/app/summary'
import type { Answer } from '@cartage/contract/endpoint'
import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { readSummary } from './views.ts'

type Read = NonNullable<Awaited<ReturnType<typeof readSummary>>>

/** Bookings of a period with their sums, in the digits of the currency (LEDGER-12). */
export function summaryOf({ currency, entries, unbooked, vat, accounts }: Read): Answer<typeof getPeriodSummary> {
  const text = (amount: string) => amountText(decimal(amount), currency)
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => string) =>
    amountText(
      rows.reduce((total, row) => total.plus(of(row)), new Big(0)),
      currency,
    )
  return {
    ...{ currency, entries, unbooked },
    vat: vat.map((row) => ({
      ...row,
      ...{ base: text(row.base), vat_due: text(row.vat_due), vat_deductible: text(row.vat_deductible) },
    })),
    accounts: accounts.map((row) => ({
      ...row,
      ...{ debit: text(row.debit), credit: text(row.credit), balance: text(row.balance) },
    })),
    totals: {
      vat_due: sum(vat, (row) => row.vat_due),
      vat_deductible: sum(vat, (row) => row.vat_deductible),
      debit: sum(accounts, (row) => row.debit),
      credit: sum(accounts, (row) => row.credit),
    },
  }
}
