import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'

/**
 * Decodes an XML document by its byte order mark or declaration, else as UTF-8 (EINV-5).
 * @throws Problem validation_failed for an unknown encoding, and for bytes invalid in it
 */
export function xmlText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const decoder = decoderOf(encoding)
  if (!decoder)
    throw unreadable(msg`The XML is in the encoding ${encoding.slice(0, 40)}, which is unknown. Send it in UTF-8.`)
  try {
    return decoder.decode(bytes)
  } catch {
    throw unreadable(msg`The XML has bytes that are not in ${encoding.slice(0, 40)}, the encoding it says it is in.`)
  }
}

/** Whether bytes start like XML, in any encoding. */
export function isXml(bytes: Uint8Array): boolean {
  return /^(?:\u00EF\u00BB\u00BF|\u00FE\u00FF|\u00FF\u00FE)?[\s\0]*</.test(latin(bytes))
}

/** The byte order mark takes precedence over the declaration, which a program in between may not have updated. */
function encodingOf(bytes: Uint8Array): string {
  const [one, two, three] = bytes
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8'
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return 'utf-16le'
  if ((one === 0xfe && two === 0xff) || (one === 0 && two !== 0)) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(latin(bytes))?.[1] ?? 'utf-8'
  // Without a mark and zero bytes it is not UTF-16, whatever the declaration says.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    return undefined
  }
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
}

function unreadable(message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem('body', message, 'invoice_unreadable')] })
}
