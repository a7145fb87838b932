import { isUuid } from '@cartage/contract/uuid'

/** Members whose text is searchable. */
const searched = new Set([
  'booking_reference',
  'consignment_reference_number',
  'container_number',
  'customer_reference_number',
  'document_name',
  'filename',
  'order_identifier',
  'order_name',
  'reference_number',
  'trip_identifier',
])
/** Most search words of one message; further words are not found. */
const mostSearchWords = 200
const longestWord = 100

/**
 * Normalised form of a word for storage and look-up: without case and surrounding characters. The database accepts
 * every character but U+0000, which a rejected message may contain.
 */
export function searchWord(text: string): string {
  const trimmed = text.replaceAll('\u0000', '').trim().slice(0, longestWord)
  return isUuid(trimmed) ? trimmed.toLowerCase() : trimmed.toUpperCase()
}

/** The same with only letters and digits: container numbers and plates have many spellings. */
export function bareWord(text: string): string {
  return searchWord(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Search words of a message: container numbers, references, names in match rules, and ids, at any depth.
 * @param body parsed JSON, or anything else, which has no words
 */
export function wordsOf(body: unknown, query: Readonly<Record<string, string>> = {}): string[] {
  const words = new Set<string>()
  collect(body, '', words)
  collect(query, '', words)
  for (const value of Object.values(query)) if (isUuid(value)) words.add(searchWord(value))
  return [...words].slice(0, mostSearchWords)
}

function collect(value: unknown, name: string, words: Set<string>): void {
  if (words.size >= mostSearchWords) return
  if (typeof value === 'string') {
    addWord(value, name, words)
  } else if (Array.isArray(value)) {
    for (const entry of value) collect(entry, name, words)
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, content] of Object.entries(value)) collect(content, member, words)
  }
}

function addWord(value: string, name: string, words: Set<string>): void {
  const isName = searched.has(name) || name === 'matches_any' || isUuid(value)
  if (!isName || value.trim() === '') return
  words.add(searchWord(value))
  if (name === 'container_number' || name === 'matches_any') words.add(bareWord(value))
}
