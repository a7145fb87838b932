import { VisibilityDocumentType } from '@cartage/contract/outbound/visibility-event'
import { parse } from 'content-disposition'

/**
 * Whether others are notified of documents of this kind: they know a short list and would not understand more (ST-12).
 */
export function isPublished(documentType: string): boolean {
  return VisibilityDocumentType.safeParse(documentType).success
}

/** Kinds of document that prove a delivery. */
export const proofsOfDelivery = ['PROOF_OF_DELIVERY', 'PROOF_OF_DELIVERY_SIGNED', 'PROOF_OF_DELIVERY_DRIVER_APP']

/**
 * The file name in a Content-Disposition header (RFC 6266, RFC 8187): `filename*` before `filename`. What many senders
 * write and the RFCs do not allow is understood too: a name with spaces and without quotes, parameters without a
 * disposition in front, raw UTF-8.
 * @param header as Node gives it, one character per byte
 * @returns undefined when there is none
 */
export function sentFileName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const name = named(header) ?? named(`attachment; ${header}`) ?? unquoted(header)
  const text = name === undefined ? undefined : decodedWords(fromBytes(name)).trim()
  return text === '' ? undefined : text
}

function named(header: string): string | undefined {
  try {
    return parse(header).parameters.filename
  } catch {
    return undefined
  }
}

function unquoted(header: string): string | undefined {
  return /(?:^|[;\s])filename\s*=\s*"?([^";]*)"?/i.exec(header)?.[1]
}

/** Header text that is UTF-8 when its characters are taken for bytes again, and longer than ASCII. */
function fromBytes(text: string): string {
  // Decoded already when a character does not fit into a byte.
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}

/** The words of a mail header in a text, such as `=?utf-8?B?UE9ELnBkZg==?=` (RFC 2047), as the text they stand for. */
function decodedWords(text: string): string {
  const word = /=\?([\w-]+)(?:\*[\w-]+)?\?([BQ])\?([^?\s]*)\?=/gi
  return text.replace(/\?=\s+=\?/g, '?==?').replace(word, (whole, charset: string, kind: string, content: string) => {
    const quoted = () =>
      content.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
    const bytes = kind.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : Buffer.from(quoted(), 'latin1')
    try {
      return new TextDecoder(charset).decode(bytes)
    } catch {
      return whole
    }
  })
}

/** Signs that are not seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd]/gu

/**
 * The name of a file as a person called it (DOC-11): words of a mail header are decoded, a path of the sender's machine
 * and signs that are not seen are left out. A `/` stays in a name that does not begin like a path.
 */
export function plainFileName(given: string): string {
  const text = decodedWords(given.toWellFormed()).replace(unseen, '').trim()
  const isPath = /^(?:[a-z]:|file:|\.{0,2}[/\\])/i.test(text) || text.includes('\\')
  const last = isPath
    ? text
        .split(/[/\\]/)
        .filter((part) => part.trim() !== '')
        .at(-1)
    : text
  return last?.trim() ?? ''
}

/** Longest name in bytes of UTF-8 (FILE-3). */
const longestName = 150

/**
 * Name a file is stored with: the stem of the name the sender gave, an underscore and the default name of the key; the
 * default name alone when it gave none (DOC-2). No path and no character that is not seen.
 */
export function storedFileName(given: string | undefined, defaultName: string): string {
  const last = decodedWords((given ?? '').toWellFormed())
    .split(/[/\\]/)
    .at(-1)!
    .replace(unseen, '')
    .trim()
  const dot = last.lastIndexOf('.')
  const stem = (dot < 0 ? last : last.slice(0, dot)).replace(/^[. ]+|[. ]+$/g, '')
  const kept = shortened(stem, longestName - Buffer.byteLength(defaultName) - 1)
  return kept === '' ? defaultName : `${kept}_${defaultName}`
}

function shortened(text: string, bytes: number): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > bytes) break
    kept += character
  }
  return kept
}
