import { msg, type Sentence } from '@cartage/contract/message'
import { plainNumber } from '@cartage/contract/reading/fold'
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'
import { decimal } from '../../books/money.rules.ts'
import { faultOfAccount, type UnconfirmedAccount } from '../../companies/accounts/rules.ts'
import { type Creditor, type Debtor, longestName, remittanceOf, sepaText } from './sepa.rules.ts'

/** A supplier's invoice with an open amount and bank account data. */
export interface Payable {
  readonly invoice_id: string
  readonly external_name: string | null
  readonly name: string | null
  readonly company_id: string
  readonly company_name: string
  readonly legal_name: string | null
  readonly bank_accounts: readonly { readonly iban_code?: string | null; readonly bic_code?: string | null }[] | null
  readonly unconfirmed_accounts: readonly UnconfirmedAccount[]
  readonly billing_entity_id: string
  readonly due_date: string | null
  readonly currency: string
  readonly open: string
  readonly payment_hold: 'ACCOUNT' | null
  /** Account on the document; null if missing. */
  readonly stated_account: string | null
  /** Account confirmed by a person for this document (PURCH-30); null: none. */
  readonly confirmed_account: string | null
  readonly stated_name: string | null
  readonly stated_bank: string | null
  readonly stated_payee: string | null
  readonly stated_reference: string | null
  /** Id of the pending file that contains it; null: none. */
  readonly in_file: string | null
}

/** Maximum amount of one transfer. */
const most = '999999999.99'

/** Account to pay: the one on the document, if known or confirmed (PURCH-30), else our first known one. */
export function accountOf({ stated_account, bank_accounts }: Payable): string | null {
  return (
    plainNumber(stated_account) || plainNumber(bank_accounts?.find(({ iban_code }) => iban_code)?.iban_code) || null
  )
}

/** Payment reference: the one on the document, else its number. */
export function referenceOf({ stated_reference, external_name, name }: Payable): string {
  return stated_reference || external_name || name || ''
}

/** The account was known when the document arrived, but may have been removed since. */
function isStillKnown({ stated_account, confirmed_account, bank_accounts }: Payable): boolean {
  const stated = plainNumber(stated_account)
  if (stated === '' || stated === plainNumber(confirmed_account)) return true
  return bank_accounts?.some(({ iban_code }) => plainNumber(iban_code) === stated) ?? false
}

/** PAYOUT-11: why the account must not be paid, unless a person confirmed it for this document. */
function faultOfUnconfirmed({ confirmed_account, unconfirmed_accounts }: Payable, account: string) {
  return account === plainNumber(confirmed_account) ? undefined : faultOfAccount(account, unconfirmed_accounts)
}

/** PAYOUT-1: why an invoice cannot be added to a file; undefined if it can. */
export function faultOfPayable(payable: Payable): Sentence | undefined {
  const account = accountOf(payable)
  if (payable.in_file !== null) return msg`It is in the transfer file ${payable.in_file}.`
  if (payable.payment_hold !== null) {
    return msg`Its bank account is not one we know of the supplier. Confirm it on the page of the document first.`
  }
  if (!isStillKnown(payable)) {
    return msg`Its bank account is not one of the supplier any more. Add it to the company again if it is right.`
  }
  if (payable.currency !== 'EUR') return msg`It is in ${payable.currency}. SEPA credit transfers are in EUR.`
  if (account === null) return msg`No bank account of the supplier is known. Add it to the company.`
  if (!isValidIBAN(account)) return msg`${account} is not an IBAN.`
  if (!isSEPACountry(account.slice(0, 2))) return msg`The account ${account} is not in the SEPA.`
  if (sepaText(creditorName(payable), longestName) === '') {
    return msg`The name of the supplier has none of the letters that banks take. Add its legal name in Latin letters.`
  }
  const unconfirmed = faultOfUnconfirmed(payable, account)
  if (unconfirmed !== undefined) return unconfirmed
  return decimal(payable.open).gt(most) ? msg`${payable.open} is more than one transfer can be.` : undefined
}

/** Payee for the file. */
export function creditorOf(payable: Payable): Creditor {
  const iban = accountOf(payable)!
  const own = payable.bank_accounts?.find(({ iban_code }) => plainNumber(iban_code) === iban)?.bic_code
  const bic = [plainNumber(own), plainNumber(payable.stated_bank)].find((code) => code !== '' && isValidBIC(code))
  return {
    name: sepaText(creditorName(payable), longestName),
    ...{ iban, bic: bic ?? null, remittance: remittanceOf(referenceOf(payable)) },
  }
}

/** A factoring company is paid in place of the supplier. */
function creditorName({ stated_name, stated_payee, legal_name, company_name }: Payable): string {
  return [stated_payee, stated_name, legal_name, company_name].find((name) => sepaText(name ?? '', 1) !== '') ?? ''
}

/** The billing entity that pays. */
export interface Payer {
  readonly legal_name: string
  readonly iban: string | null
  readonly bic: string | null
}

/** The paying account for the file, or why there is none. */
export function debtorOf({ legal_name, iban, bic }: Payer): Debtor | { readonly fault: Sentence } {
  const account = plainNumber(iban)
  if (!isValidIBAN(account)) {
    return { fault: msg`The billing entity has no IBAN to pay from. Set it in the settings.` }
  }
  const code = plainNumber(bic)
  const name = sepaText(legal_name, longestName)
  if (name === '') return { fault: msg`The legal name of the billing entity has none of the letters that banks take.` }
  return { name, iban: account, bic: code !== '' && isValidBIC(code) ? code : null }
}
