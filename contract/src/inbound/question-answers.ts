import { z } from 'zod'
import { BarcodeInput } from '../orders/packaging.ts'
import { FreeObject, optionalText, Uuid } from '../scalars.ts'
import { OffsetInstant } from './instant.ts'

/**
 * Answers by question path key. The tenant's settings define the keys and the effect of an answer, so that any member
 * and value is accepted here (SU-6).
 */
export const QuestionAnswers = FreeObject.nullish().describe(
  'Answers by question path key. A setting decides what each one is saved as: a field, a document, a resource or a scan.',
)
export type QuestionAnswers = z.output<typeof QuestionAnswers>

/** Previously uploaded file, named by its upload. */
const RemoteAnswer = z.object({ upload_id: Uuid.describe('Answer of the upload.') })

/** File inside the answer. */
const EmbeddedAnswer = z.object({
  content: z.string().min(1, { error: 'must not be empty' }).describe('Content, base64.'),
  content_type: optionalText('Media type of the content.'),
  filename: optionalText('Name of the file.'),
})

/** A file as the answer to a question: exactly one of the two members (PU-6). */
export const DocumentAnswer = z
  .object({
    remote_document: RemoteAnswer.nullish().describe('A file that was uploaded before.'),
    embedded_document: EmbeddedAnswer.nullish().describe('The file itself.'),
  })
  .refine((answer) => Boolean(answer.remote_document) !== Boolean(answer.embedded_document), {
    error: 'must have exactly one of remote_document and embedded_document',
  })
export type DocumentAnswer = z.output<typeof DocumentAnswer>

/** Several files or a single one: senders use both forms. */
export const DocumentAnswers = z.union([
  z.array(DocumentAnswer).min(1).max(100),
  DocumentAnswer.transform((one) => [one]),
])

/** Stop of its order at which a handling unit was scanned. */
export const ScanStopMatch = z.object({
  stop_type: z.enum(['PICKUP', 'DELIVERY']).nullish(),
  id: z.string().max(255).nullish(),
  reference_number: z.string().max(65_536).nullish(),
  location: z
    .object({
      id: z.string().max(255).nullish(),
      name: z.string().max(65_536).nullish(),
      postal_code: z.string().max(65_536).nullish(),
      country_code: z.string().max(65_536).nullish(),
    })
    .nullish(),
})
export type ScanStopMatch = z.output<typeof ScanStopMatch>

/** A scan of a handling unit; the time is required, the stop is not (PU-5). */
export const ScanAnswer = z.object({
  timestamp: OffsetInstant,
  status: z.string().max(255).nullish(),
  barcode: z.union([z.string().max(255), BarcodeInput]).nullish(),
  stop_match: ScanStopMatch.nullish(),
  stop_location_code: z.string().max(255).nullish(),
  description: z.string().max(65_536).nullish(),
})
export type ScanAnswer = z.output<typeof ScanAnswer>

/** Several scans or a single one. */
export const ScanAnswers = z.union([z.array(ScanAnswer).min(1).max(2000), ScanAnswer.transform((one) => [one])])
export type ScanAnswers = z.output<typeof ScanAnswers>
