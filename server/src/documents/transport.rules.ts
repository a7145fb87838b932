import { VisibilityDocumentType } from '@cartage/contract/outbound/visibility-event'
import { parse } from 'content-disposition'

/** Whether others are notified of documents of this type: receivers support only a short list (ST-12). */
export function isPublished(documentType: string): boolean {
  return VisibilityDocumentType.safeParse(documentType).success
}

/** Types of document that prove a delivery. */
export const proofsOfDelivery = ['PROOF_OF_DELIVERY', 'PROOF_OF_DELIVERY_SIGNED', 'PROOF_OF_DELIVERY_DRIVER_APP']

/**
 * File name in a Content-Disposition header (RFC 6266, RFC 8187): `filename*` before `filename`. Also accepts what many
 * senders write against the RFCs: a name with spaces and without quotes, parameters without a disposition before them,
 * raw UTF-8.
 * @param header as Node gives it, one character per byte
 * @returns undefined without a name
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

/** Decodes header text that is UTF-8 when its characters are read as bytes, and not ASCII only. */
function fromBytes(text: string): string {
  // Already decoded when a character does not fit into a byte.
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}

/** Decodes encoded words of mail headers in a text, such as `=?utf-8?B?UE9ELnBkZg==?=` (RFC 2047). */
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

/** Invisible characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd]/gu

/**
 * File name as a person wrote it (DOC-11): encoded words are decoded, a path on the sender's machine and invisible
 * characters are removed. A `/` stays in a name that does not begin like a path.
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
 * Name a file is stored with: the stem of the sender's name, an underscore and the default name of the key; without a
 * sender's name, the default name alone (DOC-2). No path and no invisible characters.
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
