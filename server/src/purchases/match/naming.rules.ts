import type { PurchaseDocument } from '../intake/document.rules.ts'

/** Names that are looked up for one document: more than one that a person writes has. */
const mostNames = 500

/** What the document as a whole refers to: references of the customer, despatch advice and the like. */
export function referencesOf(document: PurchaseDocument): string[] {
  return [...document.customer_reference_numbers, document.despatch_advice ?? ''].filter((text) => text.trim() !== '')
}

/** What the document as a whole says in words. */
export function notesOf({ note }: PurchaseDocument): readonly string[] {
  return note ? [note] : []
}

/**
 * Everything on a document that may be the name of a trip or order (PURCH-4): what its lines and the document refer to, and
 * words with a digit in its texts. Trips that are billed already are found by these alone.
 */
export function namesIn(document: PurchaseDocument): string[] {
  const texts = [...document.lines.flatMap(({ name, description }) => [name, description]), ...notesOf(document)]
  const named = [...document.lines.flatMap(({ references }) => references), ...referencesOf(document)]
  return [...new Set([...named, ...texts.flatMap(wordsIn)])].slice(0, mostNames)
}

/** Words with a digit, and pairs of words of which one has a digit, without what stands around them. */
function wordsIn(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return words.flatMap((word, at) => {
    const pair = `${words[at - 1] ?? ''} ${word}`.trim()
    return [word, pair].filter((name) => name.length >= 3 && /\p{N}/u.test(name))
  })
}
