import type { PurchaseDocument } from '../intake/document.rules.ts'

/** Maximum names looked up for one document, more than a person would write. */
const mostNames = 500

/** References of the whole document: customer references, despatch advice and others. */
export function referencesOf(document: PurchaseDocument): string[] {
  return [...document.customer_reference_numbers, document.despatch_advice ?? ''].filter((text) => text.trim() !== '')
}

/** Free texts of the whole document. */
export function notesOf({ note }: PurchaseDocument): readonly string[] {
  return note ? [note] : []
}

/**
 * Possible names of trips or orders on a document (PURCH-4): references of the document and its lines, and words with a
 * digit in its texts. Fully billed trips are only found by these.
 */
export function namesIn(document: PurchaseDocument): string[] {
  const texts = [...document.lines.flatMap(({ name, description }) => [name, description]), ...notesOf(document)]
  const named = [...document.lines.flatMap(({ references }) => references), ...referencesOf(document)]
  return [...new Set([...named, ...texts.flatMap(wordsIn)])].slice(0, mostNames)
}

/** Words with a digit, and pairs of words of which one has a digit, without surrounding punctuation. */
function wordsIn(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return words.flatMap((word, at) => {
    const pair = `${words[at - 1] ?? ''} ${word}`.trim()
    return [word, pair].filter((name) => name.length >= 3 && /\p{N}/u.test(name))
  })
}
