import { msg, type Sentence } from '@cartage/contract/message'
import { each, type RuleSet, unless } from './judge.rules.ts'
import { amountOf, type EAddress, type EInvoice, type EParty, isCreditNote } from './terms.rules.ts'

const isFrom = (country: string, { address }: EParty) => address.country.toUpperCase() === country

const hasAddress = ({ street, city, postal_code: code }: EAddress) => street !== null && city !== null && code !== null

const isDutchRegister = ({ registration }: EParty) =>
  registration === null || registration.scheme === '0106' || registration.scheme === '0190'

/** Limits a rule to sellers in one country, and with `both` to buyers there. */
const within =
  (country: string, both: boolean, check: (document: EInvoice) => Sentence[]) =>
  (document: EInvoice): Sentence[] =>
    isFrom(country, document.seller) && (!both || isFrom(country, document.buyer)) ? check(document) : []

const germany = (check: (document: EInvoice) => Sentence[]) => within('DE', true, check)
const netherlands = (check: (document: EInvoice) => Sentence[]) => within('NL', false, check)

const dutchMeans: readonly string[] = ['30', '48', '49', '57', '58', '59']

/**
 * Peppol rules for sellers in the Netherlands and between German parties. Belgium, France and Luxembourg have none, and
 * self-billing has none for any country.
 */
export const nationalRules: RuleSet = {
  'NL-R-001': netherlands((document) =>
    unless(
      !isCreditNote(document) || document.preceding.length > 0,
      'A Dutch credit note needs the invoice it credits.',
    ),
  ),
  'NL-R-002': netherlands(({ seller }) =>
    unless(hasAddress(seller.address), 'The Dutch seller needs a street, a city and a postal code.'),
  ),
  'NL-R-003': netherlands(({ seller }) =>
    unless(isDutchRegister(seller), 'The register number of a Dutch seller is a KVK (0106) or OIN (0190) number.'),
  ),
  'NL-R-004': within('NL', true, ({ buyer }) =>
    unless(hasAddress(buyer.address), 'The Dutch buyer needs a street, a city and a postal code.'),
  ),
  'NL-R-005': within('NL', true, ({ buyer }) =>
    unless(isDutchRegister(buyer), 'The register number of a Dutch buyer is a KVK (0106) or OIN (0190) number.'),
  ),
  'NL-R-007': netherlands(({ totals, payment, ...document }) => {
    const due = amountOf(totals.payable)
    const pays = isCreditNote(document) ? due.lt(0) : due.gt(0)
    return unless(!pays || payment !== null, 'The Dutch seller needs a means of payment.')
  }),
  'NL-R-008': netherlands(({ payment }) =>
    unless(
      payment === null || dutchMeans.includes(payment.means),
      msg`Dutch documents do not take the means of payment ${payment?.means}.`,
    ),
  ),
  'DE-R-001': germany(({ payment }) => unless(payment !== null, 'A German document needs payment instructions.')),
  'DE-R-002': germany(({ seller: { contact } }) => [
    ...unless(contact?.name != null, 'The German seller needs the name of a contact.'),
    ...unless(contact?.phone != null, 'The German seller needs the phone number of a contact.'),
    ...unless(contact?.email != null, 'The German seller needs the e-mail address of a contact.'),
  ]),
  'DE-R-003': germany((document) =>
    each(
      [document.seller, document.buyer],
      ({ address: { city, postal_code: code } }) => city !== null && code !== null,
      ({ name }) => msg`${name} needs a city and a postal code.`,
    ),
  ),
  'DE-R-010': germany(({ delivery }) => {
    const address = delivery?.address
    const isWhole = !address || (address.city !== null && address.postal_code !== null)
    return unless(isWhole, 'The place of delivery of a German document needs a city and a postal code.')
  }),
  'DE-R-015': germany(({ buyer_reference: reference }) =>
    unless(reference !== null, 'A German document needs a buyer reference (BT-10).'),
  ),
  'DE-R-016': germany(({ seller }) =>
    unless(seller.vat_number !== null || seller.tax_number !== null, 'The German seller needs a VAT or tax number.'),
  ),
}
