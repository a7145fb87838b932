import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../http/problem.ts'
import { isMail, officeTypes } from './content/office.rules.ts'

/** Findings from the content of a file; its origin and name are not included. */
export interface Findings {
  /** The first 64 KiB. */
  readonly head: Buffer
  /** Media type by the first bytes; undefined when no known binary format matches. */
  readonly detected: string | undefined
  /** Whether it can be opened as a ZIP archive, regardless of its first bytes. */
  readonly endsAsArchive: boolean
  /** Pixels of the largest picture in it; 0 when unreadable, null when the file is not a picture. */
  readonly pixels: number | null
}

/** Largest picture: 50 megapixels. */
const mostPixels = 50_000_000

/** Accepted types with their file extensions; the first extension is added when none fits. */
const types: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'application/xml': ['xml'],
  'text/csv': ['csv'],
  'application/json': ['json'],
  'text/plain': ['txt', 'text', 'log', 'asc', 'edi'],
  'message/rfc822': ['eml'],
  'application/rtf': ['rtf'],
  ...Object.fromEntries(Object.entries(officeTypes).map(([ending, type]) => [type, [ending]])),
}

/** Aliases of the same types. */
const spellings: Readonly<Record<string, string>> = {
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/apng': 'image/png',
  'image/x-png': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'text/xml': 'application/xml',
  'application/csv': 'text/csv',
  'text/json': 'application/json',
  'text/rtf': 'application/rtf',
  'application/x-msoutlook': officeTypes.msg,
  'application/x-msexcel': officeTypes.xls,
}

const archives = ['application/zip', 'application/x-zip-compressed']
const { docx, xlsx, pptx, odt, ods, odp, doc, xls, ppt, msg: outlookMessage } = officeTypes

/** Other types that senders declare for office documents: the container format, or an older type. */
const looselyCalled: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(archives.map((type) => [type, [docx, xlsx, pptx, odt, ods, odp]])),
  'application/x-cfb': [doc, xls, ppt, outlookMessage],
  'application/x-ole-storage': [doc, xls, ppt, outlookMessage],
  'application/cdfv2': [doc, xls, ppt, outlookMessage],
  'application/vnd.ms-office': [doc, xls, ppt, outlookMessage],
  [doc]: [docx],
  [xls]: [xlsx],
  [ppt]: [pptx],
}

/**
 * Types from senders that do not know the type; text/plain is also the default of a part without a type (RFC 7578
 * section 4.4).
 */
const unspoken = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
])

/** Type of files whose bytes disagree with their declared type: no program opens it automatically. */
export const neutralType = 'application/octet-stream'

/**
 * Decides the media type a file is stored with: the declared type when the bytes agree; without a declared type, the
 * detected one (FILE-2).
 * @param declared in lower case, without parameters
 * @param hasNul whether it contains a NUL byte
 * @throws Problem document_type_refused (415), validation_failed (422) for a picture of too many pixels
 */
export function decideMediaType(declared: string, name: string, found: Findings, hasNul: boolean): string {
  if (found.endsAsArchive) throw refused(msg`It is an archive, or has one appended.`)
  const type =
    found.detected === undefined || isTextual(found, hasNul)
      ? textType(declared, name, found, hasNul)
      : binaryType(declared, found)
  if (type in types === false) throw new Problem('document_type_refused')
  if (type !== 'application/pdf' && pdfHeader(found.head) >= 0)
    throw refused(msg`It is a PDF with other data in front of it.`)
  if (found.pixels !== null && found.pixels > mostPixels) {
    const message = 'has more than 50 megapixels: send a smaller picture'
    throw new Problem('validation_failed', {
      message: msg`file: ${message}`,
      errors: [errorItem('file', message, 'too_large')],
    })
  }
  return type
}

/** The type a file is stored with, and whether its bytes disagree with it. */
export interface StoredType {
  mediaType: string
  isFlagged: boolean
}

/** As `decideMediaType`; a file that passes is never flagged. */
export function strictMediaType(declared: string, name: string, found: Findings, hasNul: boolean): StoredType {
  return { mediaType: decideMediaType(declared, name, found, hasNul), isFlagged: false }
}

/**
 * The same for files that must be accepted: a file that would be refused keeps its declared type and is flagged, so
 * that it is sent only with a neutral type.
 */
export function toleratedMediaType(declared: string, name: string, found: Findings, hasNul: boolean): StoredType {
  try {
    return strictMediaType(declared, name, found, hasNul)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { mediaType: /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(declared) ? declared : neutralType, isFlagged: true }
  }
}

function binaryType(declared: string, { detected = '', pixels, head }: Findings): string {
  const type = normalType(detected)
  const isLoose = looselyCalled[normalType(declared)]?.includes(type) ?? false
  if (!unspoken.has(declared) && !isLoose && normalType(declared) !== type) {
    throw refused(msg`It was sent as ${declared}, but its content is ${detected}.`)
  }
  if (type.startsWith('image/') && pixels === 0) throw refused(msg`The size of the picture cannot be read.`)
  if (type === 'application/pdf' && pdfHeader(head) !== 0)
    throw refused(msg`It is a PDF with other data in front of it.`)
  return type
}

function normalType(type: string): string {
  return spellings[type] ?? type
}

/** Formats with signatures of two or three letters, which a line of text may also begin with. */
const mistakable = new Set(['image/bmp', 'application/x-msdownload', 'audio/mpeg', 'application/xml', 'text/calendar'])

function isTextual({ detected = '' }: Findings, hasNul: boolean): boolean {
  return mistakable.has(detected) && !hasNul
}

function textType(declared: string, name: string, found: Findings, hasNul: boolean): string {
  const text = textOf(found.head)
  if (hasNul && !isWide(found.head)) throw refused(msg`Its content type is not accepted.`)
  const mayBeMail = declared === 'message/rfc822' || (unspoken.has(declared) && endingOf(name) === 'eml')
  // An e-mail may contain a page; after its header no browser takes it for one.
  if (mayBeMail && isMail(text)) return 'message/rfc822'
  refuseMarkup(text)
  const isXml = /^\s*<[?!a-z_]/i.test(text)
  const type = unspoken.has(declared)
    ? (typeByName(name) ?? (isXml ? 'application/xml' : 'text/plain'))
    : spoken(declared, name)
  if (type === 'application/xml' && !isXml) throw refused(msg`It was sent as ${declared}, but its content is not XML.`)
  if (type === 'application/json' && !/^\s*([[{"\d-]|true|false|null)/.test(text)) {
    throw refused(msg`It was sent as ${declared}, but its content is not JSON.`)
  }
  if (!isText(type)) throw refused(msg`It was sent as ${declared}, but its content is something else.`)
  return type
}

/** Browsers on a machine with a spreadsheet program send CSV files with that program's type. */
function spoken(declared: string, name: string): string {
  if (declared === 'application/vnd.ms-excel' && endingOf(name) === 'csv') return 'text/csv'
  return normalType(declared)
}

function typeByName(name: string): string | undefined {
  const ending = endingOf(name)
  return Object.keys(types).find((type) => isText(type) && types[type]!.includes(ending))
}

function isText(type: string): boolean {
  return type === 'application/xml' || type === 'application/json' || type === 'text/csv' || type === 'text/plain'
}

/** Whether it begins with a byte order mark of UTF-16. */
function isWide(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
}

function textOf(head: Buffer): string {
  if (!isWide(head)) return head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
  const even = Buffer.from(head.subarray(2, head.length - (head.length % 2)))
  return (head[0] === 0xfe ? even.swap16() : even).toString('utf16le')
}

/** What a browser recognises as a page without a type (WHATWG MIME Sniffing section 7.1). */
const pageStart =
  /^\s*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|object|embed|meta|link)[\s>/]/i
/** Elements that make XML a page or a drawing, as the root or with a prefix. */
const activeRoot = /^(html|svg|script|xhtml|stylesheet|transform)$/i
const activeNamespace = /http:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg|1999\/XSL\/Transform)/

/** @throws Problem document_type_refused for a page, a drawing or a style sheet, whatever its name */
function refuseMarkup(text: string): void {
  const bare = text.replace(/^(\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/, '')
  if (pageStart.test(bare) || activeNamespace.test(text)) throw new Problem('document_type_refused')
  const afterDoctype = bare.replace(/^<!doctype[^>[]*(\[[\s\S]*?\])?\s*>/i, '').replace(/^(\s|<!--[\s\S]*?-->)+/, '')
  const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(afterDoctype)?.[1] ?? ''
  if (activeRoot.test(root) || /^<!doctype\s+(svg|html)/i.test(bare)) throw new Problem('document_type_refused')
}

/** Offset of a PDF header where readers look for it; -1 when not found. */
function pdfHeader(head: Buffer): number {
  return head.subarray(0, 1_024).indexOf('%PDF-', 0, 'latin1')
}

function refused(why: Sentence): Problem {
  return new Problem('document_type_refused', { message: msg`This file is not accepted. ${why}` })
}

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Longest file name in bytes of UTF-8. */
const longestName = 150

/**
 * A file name that is safe on any system: no path, no control, direction or reserved characters, at most 150 bytes, and
 * an extension that fits the type, so that no file is opened as another type.
 */
export function safeFileName(name: string, mediaType: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1)!
  const plain = last
    // Controls and invisible characters that reverse or hide text.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd]/gu, '')
    // After the removal: characters that are now adjacent may compose.
    .normalize('NFC')
    .replace(/[<>:"|?*%;]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ~-]+|[. ]+$/g, '')
  const endings = types[mediaType] ?? ['bin']
  const fits = endings.includes(endingOf(plain))
  const ending = fits ? plain.slice(plain.lastIndexOf('.')) : `.${endings[0]}`
  const stem = fits ? plain.slice(0, -ending.length) : plain
  return `${cut(safeStem(stem), longestName - Buffer.byteLength(ending))}${ending}`
}

/** Device names of Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|clock\$)(\.|$)/i

function safeStem(stem: string): string {
  if (stem === '') return 'document'
  return reserved.test(stem) ? `_${stem}` : stem
}

function cut(text: string, bytes: number): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > bytes) break
    kept += character
  }
  return kept.replace(/[. ]+$/, '') || 'document'
}

/** Part of the content to send, first and last byte included; `whole` when Range has nothing we support. */
export type Part = { kind: 'whole' } | { kind: 'part'; first: number; last: number } | { kind: 'none' }

/**
 * Reads a Range header (RFC 9110 section 14). Several ranges, other units and invalid values mean the whole.
 * @param size bytes of the content
 */
export function decidePart(range: string | undefined, size: number): Part {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' }
  const [, from = '', to = ''] = match
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  if (from !== '' && to !== '' && Number(to) < Number(from)) return { kind: 'whole' }
  if (first > last || first >= size) return { kind: 'none' }
  return { kind: 'part', first, last }
}

/** Whether If-None-Match matches this content (RFC 9110 section 13.1.2, weak comparison). */
export function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** Whether content is withheld: it is infected, or not scanned yet while downloads wait for the scan. */
export function isHeldBack(scanStatus: string, waitsForScan: boolean): boolean {
  return scanStatus === 'INFECTED' || (scanStatus === 'PENDING' && waitsForScan)
}

/**
 * Refuses content that is infected, or not scanned yet while downloads wait for the scan.
 * @throws Problem document_infected, document_unscanned
 */
export function refuseInfected(scanStatus: string, waitsForScan: boolean): void {
  if (!isHeldBack(scanStatus, waitsForScan)) return
  throw new Problem(scanStatus === 'INFECTED' ? 'document_infected' : 'document_unscanned')
}
