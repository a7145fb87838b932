import { Message, type Sentence } from '@cartage/contract/message'

/** A sentence as it is kept, so that it can be said in any language later. */
export type KeptSentence = string | { pattern: string; values: (KeptSentence | number | null)[] }

/** A sentence with its values, to be kept. */
export function keptSentence(sentence: Sentence): KeptSentence {
  if (!(sentence instanceof Message)) return sentence
  const values = sentence.values.map((value) => {
    if (value === null || value === undefined || typeof value === 'number') return value ?? null
    return keptSentence(value)
  })
  return { pattern: sentence.pattern, values }
}

/** The sentence that was kept. */
export function readSentence(kept: KeptSentence): Sentence {
  if (typeof kept === 'string') return kept
  const values = kept.values.map((value) => (value === null || typeof value === 'number' ? value : readSentence(value)))
  return new Message(kept.pattern, values)
}
