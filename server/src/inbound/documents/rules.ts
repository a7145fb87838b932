import { orderDocumentTypes } from '@cartage/contract/inbound/documents'
import { DocumentAnswers } from '@cartage/contract/inbound/question-answers'
import type { DocumentImportSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { bareDocumentType } from '@cartage/contract/validities/document-kinds'
import { plainFileName } from '../../documents/transport.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'

/** A document referenced in a JSON message: an earlier upload, or the embedded file. */
export type NamedDocument =
  | { upload_id: string; path: string }
  | { bytes: Buffer; mediaType: string; name: string | undefined; path: string }

/**
 * The documents that a JSON body refers to (DOC-1, PU-6): one object or a list of them, each with exactly one of
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

/** Decodes strict base64, with optional line breaks; undefined for other text. */
export function strictBase64(text: string): Buffer | undefined {
  const bare = text.replace(/[\r\n\t ]/g, '')
  if (bare === '' || bare.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) return undefined
  const bytes = Buffer.from(bare, 'base64')
  // Spare bits must be zero: only text that encodes back unchanged is base64.
  return bytes.toString('base64') === bare ? bytes : undefined
}

/**
 * The file in the body of a document import (DOC-5): binary unchanged; text of a text type as its bytes; other text
 * decoded from base64, a `data:` URL or base64url, or unchanged if it is neither. A JSON string stands for its text.
 */
export function importedBytes(body: Buffer, contentType: string | undefined): Buffer {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase()
  if (type.startsWith('text/')) return body
  const text = asText(body)
  if (text === undefined) return body
  const content = type === 'application/json' ? inString(text) : text
  return strictBase64(content) ?? inAddress(content) ?? looseBase64(content) ?? body
}

/** Decodes a data URL such as `data:application/pdf;base64,JVBERi0`, as browsers and apps create it. */
function inAddress(text: string): Buffer | undefined {
  const [, content] = /^\s*data:[^,]{0,200};base64,([\s\S]+)$/i.exec(text) ?? []
  return content === undefined ? undefined : (strictBase64(content) ?? withoutFill(content))
}

/** First bytes of file types that are often sent as base64: PDF, PNG, JPEG, GIF, TIFF, ZIP and old Office files. */
const beginnings = ['25504446', '89504e47', 'ffd8ff', '47494638', '49492a00', '4d4d002a', '504b0304', 'd0cf11e0']

/**
 * Decodes base64 without padding or base64url (RFC 4648, 5). Plain words use the same letters, so only content that
 * starts like a file is accepted.
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

/** Undefined for bytes that are not text: not UTF-8, or with a zero byte. */
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

/** Parameters of a document import. */
export interface ImportFacts {
  document_type: string | undefined
  /** Name of the stored document. */
  name: string
  /** Criteria of the order; absent ones are undefined. */
  order: { id?: string; name?: string; customer_reference_number?: string }
}

/** Reads the query of a document import by the tenant's parameter names. */
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
 * Why no order could accept this document; undefined when one could (DOC-4).
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

/** The error for one invalid member of a request. */
export function invalid(path: string, message: string, detail: string): Problem {
  return new Problem('validation_failed', {
    message: `${path}: ${message}`,
    errors: [errorItem(path, message, detail)],
  })
}

/** @throws Problem validation_failed (422) with the list of known keys (DOC-1) */
export function knownKey<Key>(keys: ReadonlyMap<string, Key>, code: string): Key {
  const key = keys.get(code)
  if (key !== undefined) return key
  const known = [...keys.keys()].join(', ')
  const message = known
    ? `is not a key in the settings. Available: ${known}`
    : 'is not a key: the settings have no keys'
  throw invalid('question_path_key', message, 'question_path_key_unknown')
}
