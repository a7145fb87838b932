import type { Sentence } from '@cartage/contract/message'
import { EInvoiceInput, largestEInvoice } from '@cartage/contract/purchases/e-invoicing'
import { longestList } from '@cartage/contract/scalars'
import { ciiTerms } from '../../billing/einvoice/cii-read.format.ts'
import type { ReceivedEInvoice } from '../../billing/einvoice/received.rules.ts'
import { ublTerms } from '../../billing/einvoice/ubl-read.format.ts'
import { readXml, UnreadableXml } from '../../billing/einvoice/xml-read.format.ts'
import { bodyText, parseJson } from '../../http/body/json.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'
import { isPicture } from '../files/look.rules.ts'
import { type ReadDocument, type ReceivedAttachment, withoutSign } from './document.rules.ts'
import { isXml, xmlText } from './encoding.format.ts'
import { formParts } from './form.format.ts'
import { attachmentsOfJson, documentOfJson } from './json.format.ts'
import { xmlInPdf } from './pdf.format.ts'
import { attachmentsOfTerms, documentOfTerms } from './xml.format.ts'

/**
 * Reads a supplier's document in any format (EINV-1), detected from its bytes.
 * @param contentType of the request
 * @throws Problem body_too_large, body_not_json, validation_failed
 */
export async function readDocument(body: Buffer, contentType: string): Promise<ReadDocument> {
  if (/^multipart\//i.test(contentType)) return readForm(body, contentType)
  if (body.length > largestEInvoice) throw new Problem('body_too_large')
  return signed(await readSingle(body))
}

function signed({ document, files }: ReadDocument): ReadDocument {
  return { document: withoutSign(document), files }
}

function readForm(body: Buffer, contentType: string): ReadDocument {
  const [first, ...others] = formParts(body, contentType)
  if (!first) throw invalid('has no parts: send the JSON document first', 'multipart_empty')
  if (formatOf(first.bytes) !== 'JSON') throw invalid('must begin with the document as JSON', 'json_first')
  if (first.bytes.length > largestEInvoice) throw new Problem('body_too_large')
  const { document, files } = readJson(first.bytes)
  const attached = others.map(({ name, mediaType, bytes }) => ({ name, mediaType, bytes }))
  return signed({ document, files: [...files, ...attached] })
}

async function readSingle(body: Buffer): Promise<ReadDocument> {
  if (isPicture(body)) {
    const message: Sentence = 'This is a picture, from which no invoice can be read. It has to be typed in.'
    throw new Problem('body_not_json', { message })
  }
  const format = formatOf(body)
  if (format === 'JSON') return readJson(body)
  if (format === 'XML') return readXmlDocument(xmlText(body), body, 'xml')
  return readXmlDocument(await xmlInPdf(body), body, 'pdf')
}

function formatOf(body: Buffer): 'JSON' | 'XML' | 'PDF' {
  const begin = body
    .subarray(0, 1_024)
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart()
  if (begin.startsWith('%PDF-')) return 'PDF'
  return isXml(body) ? 'XML' : 'JSON'
}

function readJson(body: Buffer): ReadDocument {
  const result = EInvoiceInput.safeParse(parseJson(bodyText(body), longestList + 1), { error: spokenIssues })
  if (!result.success) throw validationProblem(result.error.issues)
  const document = documentOfJson(result.data)
  const file = { name: fileName(document.external_name, 'json'), mediaType: 'application/json', bytes: body }
  const attachments = attachmentsOfJson(result.data)
  // Shows people the supplier's PDF, as the JSON has the same content.
  const shown = attachments.find(({ mediaType }) => /^application\/pdf/i.test(mediaType))
  const files = shown ? [shown, file, ...attachments.filter((one) => one !== shown)] : [file, ...attachments]
  return { document, files }
}

function readXmlDocument(text: string, file: Buffer, kind: 'xml' | 'pdf'): ReadDocument {
  const terms = termsOf(text)
  const document = documentOfTerms(terms)
  const mediaType = kind === 'xml' ? 'application/xml' : 'application/pdf'
  const own: ReceivedAttachment = { name: fileName(document.external_name, kind), mediaType, bytes: file }
  return { document, files: [own, ...attachmentsOfTerms(terms)] }
}

/**
 * Detects the syntax by the root element.
 * @throws Problem validation_failed with the XML error
 */
function termsOf(text: string): ReceivedEInvoice {
  try {
    const root = readXml(text)
    return root.name === 'CrossIndustryInvoice' ? ciiTerms(root) : ublTerms(root)
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error
    throw invalid(error.message, 'invoice_unreadable')
  }
}

/** File name from the document number. */
export function fileName(number: string, extension: string): string {
  return `${number.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 100) || 'document'}.${extension}`
}

function invalid(message: Parameters<typeof errorItem>[1], detail: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem('body', message, detail)] })
}
