import { orderDocumentTypes } from '@cartage/contract/inbound/documents'
import { DocumentAnswers } from '@cartage/contract/inbound/question-answers'
import type { DocumentImportSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { bareDocumentType } from '@cartage/contract/validities/document-kinds'
import { plainFileName } from '../../documents/transport.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'

/** A document that a JSON message names: one that was uploaded before, or the file itself. */
export type NamedDocument =
  | { upload_id: string; path: string }
  | { bytes: Buffer; mediaType: string; name: string | undefined; path: string }

/**
 * The documents a JSON body names (DOC-1, PU-6): one object or a list of them, each with exactly one of
 * `embedded_document` and `remote_document`.
 * @param body parsed JSON
 * @returns undefined when the JSON is itself the file
 * @throws Problem validation_failed
 */
export function namedDocuments(body: unknown): NamedDocument[] | undefined {
  const list = Array.isArray(body) ? body : [body]
  if (list.length === 0 || !list.every(namesDocument)) return undefined
  const result = DocumentAnswers.safeParse(body, { error: spokenIssues })
  if (!result.success) throw validationProblem(result.error.issues)
  return result.data.map(({ remote_document, embedded_document }, index) => {
    const path = Array.isArray(body) ? `${index}.` : ''
    if (remote_document) return { upload_id: remote_document.upload_id, path: `${path}remote_document.upload_id` }
    const { content, content_type, filename } = embedded_document!
    const bytes = strictBase64(content)
    if (!bytes) throw invalid(`${path}embedded_document.content`, 'must be base64', 'invalid_base64')
    return {
      bytes,
      mediaType: content_type ?? '',
      name: filename ? plainFileName(filename) || undefined : undefined,
      path: `${path}embedded_document.content`,
    }
  })
}

function namesDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('embedded_document' in value || 'remote_document' in value)
}

/** The bytes a text is base64 of; undefined when it is not, or not without a rest. Line breaks are allowed. */
export function strictBase64(text: string): Buffer | undefined {
  const bare = text.replace(/[\r\n\t ]/g, '')
  if (bare === '' || bare.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) return undefined
  const bytes = Buffer.from(bare, 'base64')
  // Spare bits that are set would be lost: only what comes back the same is base64.
  return bytes.toString('base64') === bare ? bytes : undefined
}

/**
 * The file that a body of a document import is (DOC-5): binary as it is; text of a text type its bytes; any other text
 * the bytes it is base64 of, also in a `data:` address or in the alphabet for addresses, or itself when it is none. A JSON
 * string is the text in it.
 */
export function importedBytes(body: Buffer, contentType: string | undefined): Buffer {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase()
  if (type.startsWith('text/')) return body
  const text = asText(body)
  if (text === undefined) return body
  const content = type === 'application/json' ? inString(text) : text
  return strictBase64(content) ?? inAddress(content) ?? looseBase64(content) ?? body
}

/** The bytes of an address such as `data:application/pdf;base64,JVBERi0`, as browsers and apps make them of a file. */
function inAddress(text: string): Buffer | undefined {
  const [, content] = /^\s*data:[^,]{0,200};base64,([\s\S]+)$/i.exec(text) ?? []
  return content === undefined ? undefined : (strictBase64(content) ?? withoutFill(content))
}

/** How files begin of which base64 is sent: PDF, PNG, JPEG, GIF, TIFF, packed files and those of older programs. */
const beginnings = ['25504446', '89504e47', 'ffd8ff', '47494638', '49492a00', '4d4d002a', '504b0304', 'd0cf11e0']

/**
 * The bytes of base64 without its fill, or in the alphabet for addresses (RFC 4648, 5). Words are written with the same
 * letters: so only what begins like a file is taken for one.
 */
function looseBase64(text: string): Buffer | undefined {
  const bytes = withoutFill(text)
  const start = bytes?.subarray(0, 4).toString('hex') ?? ''
  return beginnings.some((beginning) => start.startsWith(beginning)) ? bytes : undefined
}

function withoutFill(text: string): Buffer | undefined {
  const bare = text
    .replace(/[\r\n\t ]|=+\s*$/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  return strictBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='))
}

/** Undefined for bytes that are not text: not UTF-8, or with a byte 0. */
function asText(body: Buffer): string | undefined {
  if (body.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

function inString(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** What a document import says next to the file. */
export interface ImportFacts {
  document_type: string | undefined
  /** Name it is stored with. */
  name: string
  /** Criteria of the order, each only when it was given. */
  order: { id?: string; name?: string; customer_reference_number?: string }
}

/** Reads the query of a document import as the tenant's parameters are called. */
export function importFacts(
  query: Readonly<Record<string, string>>,
  { parameters, default_document_type }: DocumentImportSettings,
): ImportFacts {
  const reported = (member: keyof typeof parameters) => query[parameters[member]]?.trim() || undefined
  const document_type = reported('document_type')
  const [id, name, reference] = [reported('id'), reported('name'), reported('customer_reference_number')]
  return {
    document_type: document_type ? bareDocumentType(document_type) : (default_document_type ?? undefined),
    name: plainFileName(reported('document_name') ?? '') || plainFileName(query.filename ?? '') || 'document',
    order: {
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      ...(reference !== undefined && { customer_reference_number: reference }),
    },
  }
}

/**
 * Why a document cannot be imported whatever orders there are; undefined when it can (DOC-4).
 * @param isChosen a person chose the order
 */
export function importFault(
  facts: ImportFacts,
  { parameters }: DocumentImportSettings,
  isChosen: boolean,
): string | undefined {
  if (facts.document_type === undefined)
    return `The parameter ${parameters.document_type} is missing: send the type of the document.`
  if (!(orderDocumentTypes as readonly string[]).includes(facts.document_type)) {
    return `Orders have no documents of the type ${facts.document_type}. Send one of those that the API reference lists for document_type.`
  }
  if (isChosen || Object.keys(facts.order).length > 0) return undefined
  const { id, name, customer_reference_number: reference } = parameters
  return `No order is given: send one of the parameters ${id}, ${name} and ${reference}.`
}

/** The refusal of a request on one of its members. */
export function invalid(path: string, message: string, detail: string): Problem {
  return new Problem('validation_failed', {
    message: `${path}: ${message}`,
    errors: [errorItem(path, message, detail)],
  })
}

/** @throws Problem validation_failed (422), naming the keys there are (DOC-1) */
export function knownKey<Key>(keys: ReadonlyMap<string, Key>, code: string): Key {
  const key = keys.get(code)
  if (key !== undefined) return key
  const known = [...keys.keys()].join(', ')
  const message = known
    ? `is not a key in the settings. Available: ${known}`
    : 'is not a key: the settings have no keys'
  throw invalid('question_path_key', message, 'question_path_key_unknown')
}
