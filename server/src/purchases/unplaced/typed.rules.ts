import type { TypedPurchase } from '@cartage/contract/purchases/app/typed'
import { plainNumber } from '@cartage/contract/reading/fold'
import { decimal } from '../../books/money.rules.ts'
import type { PurchaseDocument, ReceivedLine } from '../intake/document.rules.ts'

/** PURCH-32: converts entered data to a document, with the chosen company as supplier. */
export function documentOfTyped(typed: TypedPurchase): PurchaseDocument {
  const { kind, external_name, date, currency, total_tax, total_incl_tax } = typed
  const isCredit = kind === 'PURCHASE_CREDIT_NOTE'
  return {
    ...{ kind, is_self_billed: false, external_name, date, currency, total_tax, total_incl_tax },
    due_date: isCredit ? null : typed.due_date,
    // From the document's totals, so that a missing line is detected as a difference to the sum of lines.
    total_excl_tax: decimal(total_incl_tax).minus(decimal(total_tax)).toFixed(),
    supplier: { id: typed.company_id, name: '', vat_number: null, iban: accountOf(typed) },
    buyer: null,
    customer_reference_numbers: [],
    custom_fields: {},
    preceding: null,
    lines: typed.lines.map((line, at) => lineOf(line, at, currency)),
    payment: paymentOf(typed),
  }
}

function lineOf(line: TypedPurchase['lines'][number], at: number, currency: string): ReceivedLine {
  const { name, amount, reference, vat_category, vat_rate } = line
  return {
    ...{ position: at + 1, name, description: '', code: null, account: null, currency },
    ...{ quantity: '1', unit: 'C62', unit_price: amount, amount },
    tax: { category: vat_category, percentage: vat_rate, code: null, tax_type: null },
    references: reference === '' ? [] : [reference],
  }
}

function paymentOf(typed: TypedPurchase): PurchaseDocument['payment'] {
  const { prepaid, payment_reference: reference, total_incl_tax } = typed
  const account = accountOf(typed)
  if (account === null && prepaid === null && !reference) return null
  const amount_due = decimal(total_incl_tax)
    .minus(decimal(prepaid ?? '0'))
    .toFixed()
  return {
    ...{ prepaid, rounding: null, amount_due, account, account_name: null, bank: null },
    ...{ reference: reference || null, payee: null },
  }
}

function accountOf({ iban }: TypedPurchase): string | null {
  return plainNumber(iban) || null
}
