import type { TaxCategory } from '@cartage/contract/books/app'
import { msg, type Sentence } from '@cartage/contract/message'
import type { DocumentKind } from '../../billing/documents/content.rules.ts'

/** An account of the general ledger of a billing entity, or a company's own one there. */
export interface LedgerAccount {
  code: string
  name: string
}

/** Settings of one billing entity that determine the accounts of an entry. */
export interface Chart {
  /** Active accounts in the order of the settings. */
  accounts: readonly (LedgerAccount & { use: string })[]
  /** By charge type code. */
  charge_types: readonly {
    code: string
    name: string
    revenue_account: string
    cost_account: string
    /** Accounts for a VAT category or a department. The first match is used. */
    overrides: readonly AccountOverride[]
  }[]
  /** Tax rates for the type of document, and those for sales documents, by code. */
  tax_rates: readonly {
    code: string
    invoice_type: string
    vat_account: string | null
    base_percentage: string | null
  }[]
}

/** An account that replaces the usual one of a charge type. */
export interface AccountOverride {
  side: 'SALES' | 'COST'
  /** Null: every category. */
  tax_category: TaxCategory | null
  /** Code of a department; null: every department. */
  department: string | null
  account: string
}

/** Document data that determine its accounts. */
export interface Booked {
  kind: DocumentKind
  /** Code and name of the company in the books of the billing entity; null: no account of its own. */
  company: { accounting_code: string | null; name: string }
  lines: readonly {
    code: string
    /** Account stored on the document; null: that of the charge type. */
    account: string | null
    tax_code: string | null
    tax_category: TaxCategory
    base_percentage: string | null
    department: string | null
  }[]
  vat: readonly { tax_code: string | null; category: TaxCategory; tax: string }[]
  has_adjustments: boolean
  /** Prepaid amount and rounding according to the document; zero: none. */
  stated: Stated
}

/** Parts of the total that are not payable, in the currency of the document, with the sign of the total. */
export interface Stated {
  readonly prepaid: string
  readonly rounded_off: string
}

/** Accounts of an entry, by purpose. */
export interface EntryAccounts {
  party: LedgerAccount
  lines: readonly LedgerAccount[]
  vat: readonly VatAccounts[]
  /** For discounts and surcharges on the whole document. */
  adjustments: LedgerAccount
  /** For prepaid amounts, and the rounding of the amount due. */
  prepaid: LedgerAccount
  rounding: LedgerAccount
}

/** Accounts for the VAT of a row. */
export interface VatAccounts {
  account: LedgerAccount | null
  /** For reverse-charged purchases: rate and second account; null otherwise. */
  reverse: { percentage: string; account: LedgerAccount } | null
}

/** A setting required before a document can be posted. */
export interface MissingAccount {
  setting: 'accounts' | 'charge_types' | 'tax_rates'
  /** Code of the setting; null if one has to be added. */
  code: string | null
  message: Sentence
}

/** Whether it is a sales document. */
export function isSales(kind: DocumentKind): boolean {
  return kind === 'SALES_INVOICE' || kind === 'SALES_CREDIT_NOTE'
}

/** Type of the document in the terms of tax rates. */
export function taxInvoiceType(kind: DocumentKind): string {
  return kind.replace(/_INVOICE$/, '')
}

/**
 * POST-2, POST-3: accounts of a document, or missing settings. A line uses the account of its charge type, by side, VAT
 * category and department, else the first account for its use. A company uses its own account, else the first of
 * receivables or payables.
 */
export function chooseAccounts(booked: Booked, chart: Chart): EntryAccounts | { missing: readonly MissingAccount[] } {
  const missing: MissingAccount[] = []
  const choice = chooser(chart, missing)
  const sales = isSales(booked.kind)
  const company = booked.company.accounting_code
  const party =
    company === null ? choice.ofUse(sales ? 'RECEIVABLE' : 'PAYABLE') : { code: company, name: booked.company.name }
  const lines = booked.lines.map((line) => lineAccount(line, sales, chart, choice))
  const vat = booked.vat.map((row) => vatAccounts(row, booked, chart, choice))
  const adjustments = booked.has_adjustments ? choice.ofUse(sales ? 'REVENUE' : 'COST') : party
  const { prepaid: paid, rounded_off } = booked.stated
  const prepaid = Number(paid) === 0 ? party : choice.ofUse('CLEARING')
  const rounding = Number(rounded_off) === 0 ? party : choice.ofUse('DIFFERENCE')
  if (missing.length > 0) return { missing: distinct(missing) }
  return { party, lines, vat, adjustments, prepaid, rounding }
}

/** Finds accounts and records missing ones. The placeholder it returns for those is never booked. */
interface Choice {
  ofUse(use: Use): LedgerAccount
  named(code: string, needed: Omit<MissingAccount, 'message'> & { name: string }): LedgerAccount
  note(missing: MissingAccount): void
}

type Use = 'REVENUE' | 'COST' | 'RECEIVABLE' | 'PAYABLE' | 'VAT' | 'DIFFERENCE' | 'CLEARING'

const toAdd: Readonly<Record<Use, { message: string }>> = {
  REVENUE: { message: 'Add an account for revenue to this billing entity.' },
  COST: { message: 'Add an account for costs to this billing entity.' },
  RECEIVABLE: { message: 'Add an account for receivables to this billing entity.' },
  PAYABLE: { message: 'Add an account for payables to this billing entity.' },
  VAT: { message: 'Add an account for VAT to this billing entity.' },
  DIFFERENCE: { message: 'Add an account for rounding and exchange differences to this billing entity.' },
  CLEARING: { message: 'Add an account for payments to clear to this billing entity.' },
}

const nothing: LedgerAccount = { code: '', name: '' }

function chooser(chart: Chart, missing: MissingAccount[]): Choice {
  return {
    ofUse(use) {
      const found = chart.accounts.find((account) => account.use === use)
      if (found) return found
      missing.push({ setting: 'accounts', code: null, ...toAdd[use] })
      return nothing
    },
    named(code, { setting, code: entry, name }) {
      const found = chart.accounts.find((account) => account.code === code)
      if (found) return found
      const message = msg`${name} uses account ${code}, which this billing entity does not have. Add it, or change ${name}.`
      missing.push({ setting, code: entry, message })
      return nothing
    },
    note(one) {
      missing.push(one)
    },
  }
}

function lineAccount(line: Booked['lines'][number], sales: boolean, chart: Chart, choice: Choice): LedgerAccount {
  const type = chart.charge_types.find(({ code }) => code === line.code)
  const side = sales ? 'SALES' : 'COST'
  const override = type?.overrides.find(
    (one) =>
      one.side === side &&
      (one.tax_category ?? line.tax_category) === line.tax_category &&
      (one.department ?? line.department) === line.department,
  )
  const usual = type && (sales ? type.revenue_account : type.cost_account)
  const code = line.account || override?.account || usual
  if (!code) return choice.ofUse(sales ? 'REVENUE' : 'COST')
  return choice.named(code, { setting: 'charge_types', code: line.code, name: type?.name ?? line.code })
}

function vatAccounts(row: Booked['vat'][number], booked: Booked, chart: Chart, choice: Choice): VatAccounts {
  const isReverse = row.category === 'AE' && !isSales(booked.kind)
  if (!isReverse && Number(row.tax) === 0) return { account: null, reverse: null }
  const rate = findRate(chart, taxInvoiceType(booked.kind), row.tax_code)
  const account = vatAccount(rate, row.tax_code, choice)
  if (!isReverse) return { account, reverse: null }
  const percentage =
    rate?.base_percentage ??
    booked.lines.find((line) => line.tax_code === row.tax_code && line.base_percentage !== null)?.base_percentage
  if (percentage === undefined || percentage === null) {
    const message = msg`Set the standard rate of tax rate ${row.tax_code ?? row.category}: VAT of a reverse charge is booked at it.`
    choice.note({ setting: 'tax_rates', code: row.tax_code, message })
    return { account, reverse: null }
  }
  const sold = findRate(chart, 'SALES', row.tax_code)
  const second = sold?.vat_account ? vatAccount(sold, row.tax_code, choice) : account
  return { account, reverse: { percentage, account: second } }
}

function findRate(chart: Chart, invoiceType: string, code: string | null): Chart['tax_rates'][number] | undefined {
  const named = chart.tax_rates.filter((rate) => rate.code === code)
  const base = invoiceType.replace('_CREDIT_NOTE', '')
  return named.find((rate) => rate.invoice_type === invoiceType) ?? named.find((rate) => rate.invoice_type === base)
}

function vatAccount(rate: Chart['tax_rates'][number] | undefined, code: string | null, choice: Choice): LedgerAccount {
  const own = rate?.vat_account
  if (!own) return choice.ofUse('VAT')
  return choice.named(own, { setting: 'tax_rates', code, name: code ?? '' })
}

function distinct(missing: readonly MissingAccount[]): MissingAccount[] {
  return [...new Map(missing.map((one) => [`${one.setting} ${one.code} ${one.message}`, one])).values()]
}
