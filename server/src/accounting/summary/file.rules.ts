import type { AccountSum, VatSummaryRow } from '@cartage/contract/accounting/app/summary'
import { msg } from '@cartage/contract/message'
import { Figure, type NamedColumns } from '../../http/csv.ts'
import type { Render } from '../../http/language.ts'
import type { PeoplesFormat } from '../../languages/peoples-files.ts'
import type { JournalLine } from './views.ts'

/** Columns of period files, with headings and number format in the language of the reader (FILE-7). */
export function columnsOf(format: PeoplesFormat, render: Render) {
  const { day } = format
  const amount = (text: string) => new Figure(format.amount(text))
  const journalOf = (journal: string) => render(journal === 'SALES' ? msg`Sales` : msg`Purchases`)
  const vat: NamedColumns<VatSummaryRow> = [
    [render(msg`Journal`), (row) => journalOf(row.journal)],
    [render(msg`VAT code`), (row) => row.tax_code],
    [render(msg`Name`), (row) => row.name],
    [render(msg`VAT rate in percent`), (row) => row.percentage && amount(row.percentage)],
    [render(msg`Documents`), (row) => row.documents],
    [render(msg`Base excl. VAT`), (row) => amount(row.base)],
    [render(msg`VAT due`), (row) => amount(row.vat_due)],
    [render(msg`Deductible VAT`), (row) => amount(row.vat_deductible)],
  ]
  const accounts: NamedColumns<AccountSum> = [
    [render(msg`Account`), (row) => row.account],
    [render(msg`Name`), (row) => row.name],
    [render(msg`Debit`), (row) => amount(row.debit)],
    [render(msg`Credit`), (row) => amount(row.credit)],
    [render(msg`Balance`), (row) => amount(row.balance)],
  ]
  const journal: NamedColumns<JournalLine> = [
    [render(msg`Entry`), (row) => row.entry_number],
    [render(msg`Journal`), (row) => journalOf(row.journal)],
    [render(msg`Booking date`), (row) => day(row.booking_date)],
    [render(msg`Date`), (row) => day(row.document_date)],
    [render(msg`Number`), (row) => row.document],
    [render(msg`Company`), (row) => row.company_name],
    [render(msg`Account`), (row) => row.account],
    [render(msg`Name of the account`), (row) => row.account_name],
    [render(msg`Text`), (row) => row.text],
    [render(msg`VAT code`), (row) => row.tax_code],
    [render(msg`Debit`), (row) => amount(row.debit)],
    [render(msg`Credit`), (row) => amount(row.credit)],
  ]
  return { vat, accounts, journal }
}
