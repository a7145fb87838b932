import type { Sentence } from '@cartage/contract/message'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const ambiguous = '“{0}” could be {1} or {2}: please confirm.'

/** Error text of a cell or line, by the contract's sentence. {0}, {1} … are its values. */
export const sentenceLabels: Readonly<Record<string, MessageDescriptor>> = {
  'is required': msg`is required`,
  'is required: enter a name or a town': msg`is required: enter a name or a town`,
  'is required, or a service level': msg`is required, or a service level`,
  'must have at most 255 characters': msg`must have at most 255 characters`,
  'must be import or export': msg`must be import or export`,
  'repeats the end: enter the window in one cell, or its two times in two cells': msg`repeats the end: enter the window in one cell, or its two times in two cells`,
  'has another time than the window: enter it in one of the cells': msg`has another time than the window: enter it in one of the cells`,
  'is not a date: try 25-11, 25-11-2026 or tomorrow': msg`is not a date: try 25-11, 25-11-2026 or tomorrow`,
  'is not a time: try 8:30, 0830 or 8-12': msg`is not a time: try 8:30, 0830 or 8-12`,
  'is not a number: try 4500 or 12.5': msg`is not a number: try 4500 or 12.5`,
  '“{0}” {1}': msg({ message: '“{0}” {1}', comment: '{0} is a cell, {1} goes on: is not a date' }),
  '“{0}” could be {1} or {2}: please confirm.': msg({ message: '“{0}” could be {1} or {2}: please confirm.' }),
  '{0} does not exist.': msg({ message: '{0} does not exist.', comment: '{0} is a day: 31 February' }),
  'differs from line {0} of the same order: enter the same value, or leave it empty': msg({
    message: 'differs from line {0} of the same order: enter the same value, or leave it empty',
  }),
}

/** Whether a number can be read in two ways. */
export function isAmbiguous(sentence: Sentence): boolean {
  return typeof sentence !== 'string' && sentence.pattern === ambiguous
}

/** Translates a sentence of the contract. Unknown sentences stay unchanged. */
export function sentenceText(sentence: Sentence): string {
  const [pattern, given] = typeof sentence === 'string' ? [sentence, []] : [sentence.pattern, sentence.values]
  const labels = Object.hasOwn(sentenceLabels, pattern) ? sentenceLabels[pattern] : undefined
  if (labels === undefined) return String(sentence)
  const values = given.map((value) => (typeof value === 'object' && value ? sentenceText(value) : String(value)))
  return i18n._({ ...labels, values: { ...values } })
}
