import { msg } from '@cartage/contract/message'
import type { DirectedDelivery } from '../../deliveries/directed.views.ts'
import { type KeptSentence, keptSentence } from '../../http/kept-sentence.ts'
import type { DocumentContent } from '../documents/content.rules.ts'

/** Message to an access point: JSON over the web; by SFTP and in folders only `content`, as a file with that name. */
export interface AccessPointMessage {
  readonly sending_id: string
  readonly document_type: DocumentContent['kind']
  readonly number: string
  readonly date: string
  readonly currency: string
  readonly total_incl_tax: string
  /** Electronic addresses: scheme and address. */
  readonly sender: string | null
  readonly recipient: string
  readonly file_name: string
  readonly media_type: 'application/xml'
  /** The UBL document. */
  readonly content: string
}

/** Type of the directed event, and the entity of its chain. */
export const accessPointEvent = 'e_invoicing.send'
export const sendingEntity = 'invoice_sending'

/**
 * File name of a document: its number, so that a repeat is the same file. If documents share a number, all but the
 * first add a part of their id.
 */
export function fileNameOf(
  invoiceId: string,
  number: string,
  withThatNumber: readonly { invoice_id: string }[],
): string {
  const plain = number.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  const isFirst = (withThatNumber[0]?.invoice_id ?? invoiceId) === invoiceId
  return isFirst ? `${plain}.xml` : `${plain}-${invoiceId.slice(0, 8)}.xml`
}

/** Registration of a document, as the access point answers it. */
export interface Registration {
  readonly number: string | null
  readonly url: string | null
  readonly regulator: string | null
}

/** Parses the registration in an access point's answer; null if it contains none. */
export function registrationIn(body: string): Registration | null {
  const answer = parsed(body)
  const inner = isRecord(answer) && isRecord(answer.e_invoicing) ? answer.e_invoicing : answer
  if (!isRecord(inner)) return null
  const text = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null
  const found = { number: text(inner.number), url: text(inner.url), regulator: text(inner.regulator) }
  return (found.number ?? found.url ?? found.regulator) ? found : null
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Why a delivery to an access point failed, and what to do next (BILL-34). */
export function failureOf({ reason, last_answer }: Pick<DirectedDelivery, 'reason' | 'last_answer'>): KeptSentence {
  const rejection = /^rejected: (.*)$/s.exec(reason ?? '')?.[1]
  if (rejection !== undefined) return keptSentence(msg`The access point rejected it: ${rejection.slice(0, 1_000)}`)
  if (reason === 'removed') {
    return keptSentence(msg`The access point was removed before it got the document. Set one up, then send again.`)
  }
  const status = last_answer?.status ?? null
  if (reason?.startsWith('refused') && status !== null) {
    return keptSentence(msg`The access point refused it with status ${status}.`)
  }
  const detail = last_answer?.failure ?? (status === null ? reason : `status ${status}`)
  return keptSentence(msg`The access point could not be reached: ${detail ?? ''}. Check the endpoint, then send again.`)
}
