import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import { msg, type Sentence } from '@cartage/contract/message'
import { type KeptSentence, keptSentence } from '../../http/kept-sentence.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { ContentParty, DocumentContent } from '../documents/content.rules.ts'
import type { NewSending, SendingChannel, SendingRow } from './store.ts'

/** Addresses at which a customer receives its documents. */
export interface Recipient {
  /** Address of the contact for invoices, else of the company. */
  readonly email: string | null
  readonly electronic_address: ContentParty['electronic_address']
}

interface Contact {
  readonly email?: string | null | undefined
  readonly roles?: readonly string[] | null | undefined
}

/** E-mail addresses of a customer and its contacts. */
export interface KnownContacts {
  readonly email?: string | null | undefined
  readonly contacts?: readonly Contact[] | null | undefined
}

/**
 * E-mail address for a role: of the first contact that has the role, else of the company. Reminders fall back to the
 * contact for invoices (REM-3).
 */
export function emailFor({ email, contacts }: KnownContacts, role: 'BILLING' | 'PAYMENT_REMINDERS'): string | null {
  const contactFor = (wanted: string) => contacts?.find((one) => one.roles?.includes(wanted) && one.email)
  const contact = contactFor(role) ?? contactFor('BILLING')
  return contact?.email ?? (email || null)
}

/** An electronic address as one text: scheme and address. */
export function addressText(address: ContentParty['electronic_address']): string | null {
  return address?.scheme ? `${address.scheme}:${address.id}` : null
}

/** Address for a channel: the given one, else the company's; null if there is none. */
export function addressOf(channel: SendingChannel, given: string | null, recipient: Recipient): string | null {
  if (given) return given
  return channel === 'MAIL' ? recipient.email : addressText(recipient.electronic_address)
}

/**
 * Sendings of a document to finalise (BILL-30): one for each channel and address of the preference. A channel without
 * an address becomes a failed sending, so that a person sees it.
 */
export function plannedSendings(
  invoiceId: string,
  { channels }: Pick<BillingPreference, 'channels'>,
  recipient: Recipient,
  newId: () => string,
): NewSending[] {
  const wanted = new Map(
    channels.map(({ channel, address }) => {
      const to = addressOf(channel, address, recipient) ?? ''
      return [`${channel} ${to.toLowerCase()}`, { channel, address: to }]
    }),
  )
  return [...wanted.values()].map(({ channel, address }) => ({
    sending_id: newId(),
    invoice_id: invoiceId,
    channel,
    address,
    purpose: 'DOCUMENT',
    ...(address === '' && { status: 'FAILED' as const, failure: keptSentence(missingAddress(channel)) }),
  }))
}

/** Advice for a channel without an address. */
export function missingAddress(channel: SendingChannel): Sentence {
  return channel === 'MAIL'
    ? msg`The customer has no e-mail address. Enter one in its billing preferences or for its contact for invoices, then send again.`
    : msg`The customer has no electronic address. Enter it in its billing preferences, then send again.`
}

/**
 * Checks that an address fits a channel.
 * @throws Problem validation_failed
 */
export function checkAddress(channel: SendingChannel, address: string): void {
  const fits = channel === 'MAIL' ? /^[^\s<>@,;]+@[^\s<>@,;]+$/.test(address) : /^\d{4}:\S{1,95}$/.test(address)
  if (fits) return
  const message =
    channel === 'MAIL'
      ? 'Enter one e-mail address, such as invoices@customer.example.'
      : 'Enter scheme and address, such as 0208:0202239951.'
  throw new Problem('validation_failed', { message, errors: [errorItem('address', message, 'address_invalid')] })
}

/**
 * Checks that a person may repeat a sending (BILL-33): it must be completed, and is repeated only once.
 * @throws Problem sending_in_progress, sending_decided
 */
export function checkRepeat(sending: Pick<SendingRow, 'status' | 'has_repeat'>): void {
  if (sending.status === 'PENDING' || sending.status === 'STARTED') throw new Problem('sending_in_progress')
  if (sending.has_repeat) {
    throw new Problem('sending_decided', { message: 'This was sent again already. Send the later one again.' })
  }
}

/**
 * Checks that a person may record the result of a sending (BILL-33).
 * @throws Problem sending_in_progress, sending_decided
 */
export function checkMark({ status }: Pick<SendingRow, 'status'>): void {
  if (status === 'PENDING' || status === 'STARTED') throw new Problem('sending_in_progress')
  if (status === 'SENT') throw new Problem('sending_decided')
}

const minutes = 60
const hours = 60 * minutes

/** Seconds until the next attempt of an e-mail that was certainly not accepted, by number of attempts. */
const waits = [minutes, 5 * minutes, 15 * minutes, hours, 3 * hours, 6 * hours, 12 * hours]

/** Delay after a number of attempts; undefined if none are left. */
export function waitAfter(attempts: number): number | undefined {
  return waits[attempts - 1]
}

/**
 * Checks for an electronic address if both parties are in a country where businesses may only exchange structured
 * invoices (BILL-31). The tenant configures these countries.
 * @throws Problem electronic_address_missing (409)
 */
export function checkStructured(
  { kind, is_self_billed, seller, buyer }: Pick<DocumentContent, 'kind' | 'is_self_billed' | 'seller' | 'buyer'>,
  countries: readonly string[],
): void {
  const country = buyer.address.country
  const isSale = !is_self_billed && kind.startsWith('SALES')
  const isWithin = country === seller.address.country && countries.includes(country)
  const areBusinesses = seller.vat_number !== null && buyer.vat_number !== null
  if (!isSale || !isWithin || !areBusinesses || buyer.electronic_address !== null) return
  const message = msg`Businesses in ${country} send each other structured invoices only, and ${buyer.name} has no electronic address. Enter it in the billing preferences of the company.`
  throw new Problem('electronic_address_missing', {
    message,
    errors: [errorItem('electronic_address', message, 'missing')],
  })
}

/** Why a person has to check whether a mail was sent. */
export function unknownResult(reason: Sentence): KeptSentence {
  return keptSentence(
    msg`The e-mail may have been sent, but the mail server did not confirm it: ${reason}. Ask the customer, then mark it sent or send it again.`,
  )
}
