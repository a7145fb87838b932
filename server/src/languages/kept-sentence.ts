import { Message, type Sentence } from '@cartage/contract/message'

/** A sentence as JSON, with the sentences in it: it can still be said in another language when it is read. */
export type KeptSentence = string | number | null | { pattern: string; values: KeptSentence[] }

/** A sentence as it is kept. */
export function keptSentence(sentence: Message['values'][number]): KeptSentence {
  if (!(sentence instanceof Message)) return sentence ?? null
  return { pattern: sentence.pattern, values: sentence.values.map(keptSentence) }
}

/** The sentence that was kept; the English text where none was. */
export function readSentence(kept: KeptSentence, english: string): Sentence {
  const read = (value: KeptSentence): Message['values'][number] =>
    typeof value === 'object' && value !== null ? new Message(value.pattern, value.values.map(read)) : value
  const sentence = read(kept)
  return sentence instanceof Message ? sentence : english
}
