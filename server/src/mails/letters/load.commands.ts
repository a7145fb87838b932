import type { MailKind } from '@cartage/contract/mails/app/templates'
import { msg, type Sentence } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { stopTimesOfOrders } from '../../orders/stops/punctuality.views.ts'
import { readOrderFacts, readTripFacts } from '../../papers/facts.views.ts'
import {
  confirmationValues,
  delayValues,
  dispatchValues,
  lateStopOf,
  type MailValues,
  proofValues,
  readerLanguage,
} from '../templates/values.rules.ts'
import { emailOf } from './rules.ts'
import { findProofFacts, findRecipient, findSender, type ProofFacts } from './views.ts'

/** Subject and recipient of an e-mail. */
export interface Subject {
  readonly kind: MailKind
  readonly order_id: string | null
  readonly trip_id: string | null
  /** The late stop; the first late stop of the order when absent. */
  readonly stop_id?: string
}

/** Data from which an e-mail is written. */
export interface LoadedMail {
  readonly company_id: string
  readonly company_name: string
  readonly address: string | null
  readonly language: Language
  /** Number of the order, or name of the trip. */
  readonly about: string
  readonly values: MailValues
}

/**
 * Loads the data of an e-mail about an order or trip.
 * @param wanted a language; that of the company when undefined (MAIL-5)
 * @throws Problem not_found, state_conflict when no stop is late, no carrier drives, or no proof is missing
 */
export async function loadMail(
  ctx: Context,
  tx: Tx,
  { kind, order_id, trip_id, stop_id }: Subject,
  wanted: Language | undefined,
): Promise<LoadedMail> {
  const facts = order_id === null ? await readTripFacts(tx, trip_id!) : await readOrderFacts(tx, order_id)
  const [from] = facts.orders
  const [recipient, sender, times] = await Promise.all([
    findRecipient(tx, { kind, order_id, trip_id }),
    findSender(tx),
    kind === 'DELAY' ? stopTimesOfOrders(tx, [order_id!]) : [],
  ])
  if (!recipient) throw new Problem('state_conflict', { message: noRecipient(kind) })
  const proof = kind === 'PROOF_REQUEST' ? await loadProof(tx, order_id!) : undefined
  const language = wanted ?? readerLanguage(recipient.locale, sender.locale)
  const who = {
    recipient: { name: recipient.name },
    sender: { ...sender.shown, name: facts.carrier.name ?? sender.name },
  }
  const values = () => {
    if (kind === 'DISPATCH') return dispatchValues(who, facts, language)
    if (kind === 'ORDER_CONFIRMATION') return confirmationValues(who, from!, language)
    if (proof) return proofValues(who, from!, proof, language)
    const late = lateStopOf(
      times.filter((one) => stop_id === undefined || one.stop_id === stop_id),
      ctx.now().getTime(),
    )
    if (!late) throw new Problem('state_conflict', { message: 'No stop of this order is expected late.' })
    return delayValues(who, from!, late, language)
  }
  return {
    ...{ company_id: recipient.company_id, company_name: recipient.name, address: emailOf(recipient, kind), language },
    ...{ about: kind === 'DISPATCH' ? facts.trip!.name : from!.number, values: values() },
  }
}

function noRecipient(kind: MailKind): Sentence {
  if (kind === 'PROOF_REQUEST') return msg`No carrier delivered this order. Ask your own driver.`
  return msg`No carrier drives this trip. Assign one first.`
}

/** @throws Problem state_conflict when no proof can be requested from a carrier (MAIL-9) */
async function loadProof(tx: Tx, orderId: string): Promise<ProofFacts> {
  const proof = await findProofFacts(tx, orderId)
  if (!proof.is_completed) throw new Problem('state_conflict', { message: 'This order is not completed yet.' })
  if (proof.state === 'ACCEPTED') {
    throw new Problem('state_conflict', { message: 'A proof of delivery of this order is accepted already.' })
  }
  return proof
}
