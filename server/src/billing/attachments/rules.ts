import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import type { Language } from '@cartage/contract/reading/languages'
import { proofsOfDelivery } from '../../documents/transport.rules.ts'
import type { TransportFile } from '../../documents/transport.views.ts'
import { labelsOf } from '../../languages/labels.ts'
import type { ContentAttachment } from '../documents/content.rules.ts'
import { fileTypes } from '../einvoice/codes.rules.ts'
import type { Attachment } from '../einvoice/terms.rules.ts'

/** Maximum bytes of transport documents attached to one invoice: 5 MiB, which mail servers and mailboxes accept. */
export const mostAttachedBytes = 5 * 1_048_576

type Wanted = BillingPreference['attachments'][number]

const temperatures = 'TEMPERATURE_REPORT'

const typesOf: Readonly<Record<Wanted, readonly string[]>> = {
  // PAPER-20: temperature records are sent with the proof of delivery.
  PROOF_OF_DELIVERY: [...proofsOfDelivery, temperatures],
  CMR: ['ORIGINAL_CMR', 'CMR'],
}

const labels = labelsOf('attachment', {
  PROOF_OF_DELIVERY: 'Proof of delivery',
  CMR: 'CMR consignment note',
  [temperatures]: 'Temperature record',
})

/** Types of transport documents that a company wants with its invoices. */
export function requestedTypes(wanted: readonly Wanted[]): string[] {
  return wanted.flatMap((one) => typesOf[one])
}

/**
 * Attachments of an invoice (BILL-21): each file once, in the given order. Files beyond the limit are listed on the
 * invoice but not attached.
 */
export function attachmentsOf(
  files: readonly TransportFile[],
  wanted: readonly Wanted[],
  { language, orderName }: { language: Language; orderName: (orderId: string) => string | undefined },
): ContentAttachment[] {
  let room = mostAttachedBytes
  const own = new Map(files.map((file) => [file.sha256, file]))
  return [...own.values()].flatMap((file) => {
    const kind = wanted.find((one) => typesOf[one].includes(file.document_type))
    if (kind === undefined) return []
    const goes_along = file.size <= room
    if (goes_along) room -= file.size
    const { document_id, name, media_type, sha256 } = file
    const what = file.document_type === temperatures ? temperatures : kind
    const description = [labels(language)[what], orderName(file.order_id)].filter(Boolean).join(' ')
    return [{ document_id, name, description, media_type, sha256, goes_along }]
  })
}

/**
 * Files embedded in an electronic document, if their type is allowed.
 * @param bytes in base64 by SHA-256
 */
export function embeddedOf(
  attachments: readonly ContentAttachment[],
  bytes: ReadonlyMap<string, string>,
): Attachment[] {
  return attachments
    .filter(({ goes_along, media_type }) => goes_along && fileTypes.has(media_type))
    .map(({ name, description, media_type, sha256 }) => {
      const base64 = bytes.get(sha256)
      return {
        id: name,
        description,
        content: base64 === undefined ? null : { type: media_type, file_name: name, base64 },
      }
    })
}
