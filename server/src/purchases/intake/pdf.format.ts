import { inflateSync } from 'node:zlib'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { isXml, xmlText } from './encoding.format.ts'

/** Maximum XML in a PDF, after decompression. */
const largestXml = 16 * 1_048_576
/** Maximum embedded files examined. */
const mostFiles = 20
const rootOfInvoice = /<(?:[\w.-]+:)?(Invoice|CreditNote|CrossIndustryInvoice|CrossIndustryDocument)\b/
/** Standard names of the invoice file, which take precedence. */
const usualNames = /^(factur-x|zugferd-invoice|xrechnung|order-x)\.xml$/i

/**
 * The electronic invoice in a PDF (Factur-X, ZUGFeRD): an embedded file that is an XML invoice, from the last saved
 * version of the PDF (EINV-7).
 * @throws Problem validation_failed with the reason, if there is none or its compression is excessive
 */
export async function xmlInPdf(pdf: Buffer): Promise<string> {
  const { files, fault } = await embeddedFiles(pdf)
  for (const bytes of [...files, ...streamsMarked(pdf)]) {
    const text = invoiceIn(bytes)
    if (text !== undefined) return text
  }
  throw refused(fault ?? 'The PDF has no electronic invoice inside. Send the invoice as XML, JSON or Factur-X.')
}

/** Text of an embedded file that is an XML invoice; undefined for others. */
function invoiceIn(bytes: Uint8Array): string | undefined {
  if (!isXml(bytes)) return undefined
  if (bytes.length > largestXml)
    throw refused(msg`The XML inside the PDF is larger than ${largestXml / 1_048_576} MiB.`)
  const text = xmlText(bytes)
  return rootOfInvoice.test(text) ? text : undefined
}

interface Embedded {
  readonly files: readonly Uint8Array[]
  /** Why files could not be searched; undefined if they could. */
  readonly fault: Parameters<typeof errorItem>[1] | undefined
}

/** Files listed in the PDF, standard names first. */
async function embeddedFiles(pdf: Buffer): Promise<Embedded> {
  const library = await loadLibrary()
  if (!library) return { files: [], fault: undefined }
  try {
    // The library takes ownership of the bytes, so it gets a copy.
    const document = await library.getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
    const listed = [...((await document.getAttachments()) ?? [])].slice(0, mostFiles)
    const rank = ({ filename }: { readonly filename: string }) => (usualNames.test(filename) ? 0 : 1)
    const sorted = listed.toSorted(([, one], [, other]) => rank(one) - rank(other))
    const files: Uint8Array[] = []
    for (const [id] of sorted) files.push((await document.getAttachmentContent(id)) ?? new Uint8Array())
    return { files, fault: undefined }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'PasswordException') {
      return { files: [], fault: 'The PDF is encrypted and opens with a password only. Send it without.' }
    }
    return { files: [], fault: undefined }
  }
}

/** Loaded on first use. Without the library, only files whose dictionary is uncompressed are found. */
async function loadLibrary() {
  try {
    return await import('unpdf')
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Embedded files not listed in the PDF, as some writers omit the list, and some files are truncated. */
function* streamsMarked(pdf: Buffer): Generator<Uint8Array> {
  const text = pdf.toString('latin1')
  const places = [...text.matchAll(/\/Type\s*\/EmbeddedFile\b/g)].map(({ index }) => index)
  // If one file contains several versions of the PDF, the last one counts.
  for (const at of places.slice(-mostFiles).toReversed()) {
    const content = streamAt(pdf, text, at)
    if (content) yield content
  }
}

/** Stream of the object whose dictionary is at a position. */
function streamAt(pdf: Buffer, text: string, at: number): Uint8Array | undefined {
  const begin = text.slice(at, at + 2_000).search(/stream\r?\n/)
  const from = Math.max(text.lastIndexOf(' obj', at), 0)
  if (begin < 0) return undefined
  const start = text.indexOf('\n', at + begin) + 1
  const end = text.indexOf('endstream', start)
  if (end < 0) return undefined
  const bytes = pdf.subarray(start, end)
  if (!text.slice(from, at + begin).includes('/FlateDecode')) return bytes
  try {
    return inflateSync(bytes, { maxOutputLength: largestXml })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw refused(msg`The XML inside the PDF is larger than ${largestXml / 1_048_576} MiB.`)
    }
    return undefined
  }
}

function refused(message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem('body', message, 'invoice_unreadable')] })
}
