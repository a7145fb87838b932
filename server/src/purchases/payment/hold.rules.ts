import { plainNumber } from '@cartage/contract/reading/fold'
import type { PurchaseDocument } from '../intake/document.rules.ts'
import type { KnownCompany } from '../intake/identify.rules.ts'

/**
 * PURCH-30: the account on a document if it is unknown for the supplier; undefined if there is none. The account of
 * another payee counts as unknown.
 */
export function strangeAccount(document: PurchaseDocument, known: KnownCompany | undefined): string | undefined {
  const account = document.payment?.account ?? document.supplier.iban
  if (document.kind !== 'PURCHASE_INVOICE' || !account) return undefined
  const isKnown = known?.ibans.some((iban) => plainNumber(iban) === plainNumber(account)) ?? false
  return isKnown ? undefined : account
}
