import { inflateSync } from 'node:zlib'
import { said } from '@cartage/contract/said'
import { errorItem, Problem } from '../../http/problem.ts'

/** Largest XML inside a PDF, after it is unpacked. */
const largestXml = 16 * 1_048_576
/** Embedded files that are looked at. */
const mostFiles = 20

/**
 * The electronic invoice inside a PDF (Factur-X, ZUGFeRD): the first embedded file that is an invoice in XML.
 * @throws Problem validation_failed when there is none, or when it is packed beyond reason
 */
export function xmlInPdf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  let seen = 0
  for (const { index } of text.matchAll(/\/Type\s*\/EmbeddedFile\b/g)) {
    seen += 1
    if (seen > mostFiles) break
    const content = streamAt(pdf, text, index)
    if (content && /<(?:[\w.-]+:)?(Invoice|CreditNote|CrossIndustryInvoice)\b/.test(content)) return content
  }
  throw refused('The PDF has no electronic invoice inside. Send the invoice as XML, JSON or Factur-X.')
}

/** The stream of the object whose dictionary is at a place. */
function streamAt(pdf: Buffer, text: string, at: number): string | undefined {
  const begin = text.slice(at, at + 2_000).search(/stream\r?\n/)
  const from = Math.max(text.lastIndexOf(' obj', at), 0)
  if (begin < 0) return undefined
  const start = text.indexOf('\n', at + begin) + 1
  const end = text.indexOf('endstream', start)
  if (end < 0) return undefined
  const bytes = pdf.subarray(start, end)
  if (!text.slice(from, at + begin).includes('/FlateDecode')) return utf8(bytes)
  try {
    return utf8(inflateSync(bytes, { maxOutputLength: largestXml }))
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw refused(said`The XML inside the PDF is larger than ${largestXml / 1_048_576} MiB.`)
    }
    return undefined
  }
}

function utf8(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

function refused(message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem('body', message, 'invoice_unreadable')] })
}
