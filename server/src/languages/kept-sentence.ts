import { Message, type Sentence } from '@cartage/contract/message'

/** A sentence as JSON, including nested ones, so that it can be translated when read. */
export type KeptSentence = string | number | null | { pattern: string; values: KeptSentence[] }

/** Converts a sentence to its stored form. */
export function keptSentence(sentence: Message['values'][number]): KeptSentence {
  if (!(sentence instanceof Message)) return sentence ?? null
  return { pattern: sentence.pattern, values: sentence.values.map(keptSentence) }
}

/** Restores a stored sentence; the English text if there is none. */
export function readSentence(kept: KeptSentence, english: string): Sentence {
  const read = (value: KeptSentence): Message['values'][number] =>
    typeof value === 'object' && value !== null ? new Message(value.pattern, value.values.map(read)) : value
  const sentence = read(kept)
  return sentence instanceof Message ? sentence : english
}
