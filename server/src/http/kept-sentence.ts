import { Message, type Sentence } from '@cartage/contract/message'

/** A sentence in stored form, so that it can be translated later. */
export type KeptSentence = string | { pattern: string; values: (KeptSentence | number | null)[] }

/** Converts a sentence to its stored form. */
export function keptSentence(sentence: Sentence): KeptSentence {
  if (!(sentence instanceof Message)) return sentence
  const values = sentence.values.map((value) => {
    if (value === null || value === undefined || typeof value === 'number') return value ?? null
    return keptSentence(value)
  })
  return { pattern: sentence.pattern, values }
}

/** Restores a stored sentence. */
export function readSentence(kept: KeptSentence): Sentence {
  if (typeof kept === 'string') return kept
  const values = kept.values.map((value) => (value === null || typeof value === 'number' ? value : readSentence(value)))
  return new Message(kept.pattern, values)
}
