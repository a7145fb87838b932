/** Media types of office documents, detected by content. */
export const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
} as const

/** Main part of an Office Open XML document, which identifies its type. */
const mainParts: readonly (readonly [RegExp, string])[] = [
  [/^word\/document\d*\.xml$/, officeTypes.docx],
  [/^xl\/workbook\d*\.xml$/, officeTypes.xlsx],
  [/^ppt\/presentation\d*\.xml$/, officeTypes.pptx],
]

/** Executable parts of a document: macros, controls, scripts. */
const program = /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/.*|activeX\d*\.(xml|bin))$|^(Basic|Scripts)\//i

/**
 * Type of the office document in an archive, from the names of its entries and the content of an uncompressed first
 * entry `mimetype`. Undefined for documents with executable parts.
 */
export function packageType(names: readonly string[], mimetype: string | undefined): string | undefined {
  if (names.some((name) => program.test(name))) return undefined
  const { odt, ods, odp } = officeTypes
  if (mimetype !== undefined) return [odt, ods, odp].find((type) => type === mimetype)
  if (!names.includes('[Content_Types].xml')) return undefined
  const found = mainParts.filter(([part]) => names.some((name) => part.test(name)))
  return found.length === 1 ? found[0]![1] : undefined
}

/** Streams that identify the type of a compound file. */
const mainStreams: Readonly<Record<string, string>> = {
  WordDocument: officeTypes.doc,
  Workbook: officeTypes.xls,
  Book: officeTypes.xls,
  'PowerPoint Document': officeTypes.ppt,
  '__properties_version1.0': officeTypes.msg,
}

/** Type of the office document in a compound file, from the names of its streams. Undefined with macros. */
export function compoundType(names: readonly string[]): string | undefined {
  if (names.includes('_VBA_PROJECT')) return undefined
  // An e-mail may have a document attached: its own stream takes precedence.
  if (names.includes('__properties_version1.0')) return officeTypes.msg
  const found = new Set(names.flatMap((name) => (Object.hasOwn(mainStreams, name) ? [mainStreams[name]!] : [])))
  return found.size === 1 ? [...found][0] : undefined
}

/** Header fields of e-mails (RFC 5322 section 3.6). */
const fields = /^(from|to|cc|date|subject|message-id|received|mime-version|return-path|reply-to|sender)[ \t]*:/gim

/** Whether a text is an e-mail as mail programs save it: it begins with header fields, several of them well known. */
export function isMail(text: string): boolean {
  const [head = ''] = /^(?:[!-9;-~]+[ \t]*:.*(?:\r?\n[ \t].*)*\r?\n)+/.exec(text) ?? []
  return new Set(Array.from(head.matchAll(fields), ([, name]) => name!.toLowerCase())).size >= 2
}
