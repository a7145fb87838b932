import type { AccountSum, VatSummaryRow } from '@cartage/contract/accounting/app/summary'
import { said } from '@cartage/contract/said'
import { Figure, type NamedColumns } from '../../http/csv.ts'
import type { Render } from '../../http/language.ts'
import type { PeoplesFormat } from './rules.ts'
import type { JournalLine } from './views.ts'

/** The columns of the files of a period, with headings and figures in the language of the reader (FILE-7). */
export function columnsOf(format: PeoplesFormat, render: Render) {
  const { day } = format
  const amount = (text: string) => new Figure(format.amount(text))
  const journalOf = (journal: string) => render(journal === 'SALES' ? said`Sales` : said`Purchases`)
  const vat: NamedColumns<VatSummaryRow> = [
    [render(said`Journal`), (row) => journalOf(row.journal)],
    [render(said`VAT code`), (row) => row.tax_code],
    [render(said`Name`), (row) => row.name],
    [render(said`VAT rate in percent`), (row) => row.percentage && amount(row.percentage)],
    [render(said`Documents`), (row) => row.documents],
    [render(said`Base excl. VAT`), (row) => amount(row.base)],
    [render(said`VAT due`), (row) => amount(row.vat_due)],
    [render(said`Deductible VAT`), (row) => amount(row.vat_deductible)],
  ]
  const accounts: NamedColumns<AccountSum> = [
    [render(said`Account`), (row) => row.account],
    [render(said`Name`), (row) => row.name],
    [render(said`Debit`), (row) => amount(row.debit)],
    [render(said`Credit`), (row) => amount(row.credit)],
    [render(said`Balance`), (row) => amount(row.balance)],
  ]
  const journal: NamedColumns<JournalLine> = [
    [render(said`Entry`), (row) => row.entry_number],
    [render(said`Journal`), (row) => journalOf(row.journal)],
    [render(said`Booking date`), (row) => day(row.booking_date)],
    [render(said`Date`), (row) => day(row.document_date)],
    [render(said`Number`), (row) => row.document],
    [render(said`Company`), (row) => row.company_name],
    [render(said`Account`), (row) => row.account],
    [render(said`Name of the account`), (row) => row.account_name],
    [render(said`Text`), (row) => row.text],
    [render(said`VAT code`), (row) => row.tax_code],
    [render(said`Debit`), (row) => amount(row.debit)],
    [render(said`Credit`), (row) => amount(row.credit)],
  ]
  return { vat, accounts, journal }
}
