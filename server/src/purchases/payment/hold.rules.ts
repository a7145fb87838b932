import { plainNumber } from '@cartage/contract/reading/fold'
import type { PurchaseDocument } from '../intake/document.rules.ts'
import type { KnownCompany } from '../intake/identify.rules.ts'

/**
 * PURCH-30: the account on a document that is to be paid and is not one we know of the supplier; undefined when there is none.
 * Who is paid in place of the supplier has an account that we do not know of him.
 */
export function strangeAccount(document: PurchaseDocument, known: KnownCompany | undefined): string | undefined {
  const account = document.payment?.account ?? document.supplier.iban
  if (document.kind !== 'PURCHASE_INVOICE' || !account) return undefined
  const isKnown = known?.ibans.some((iban) => plainNumber(iban) === plainNumber(account)) ?? false
  return isKnown ? undefined : account
}
