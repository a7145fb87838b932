import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** The words of a list of codes; `code-words.test.ts` holds that every code of the contract that people see has some. */
export type CodeWords = Readonly<Record<string, MessageDescriptor>>

/**
 * Says a code of a list in the language of the person; one this version does not know looks like `wordsOf` (COMPAT-4).
 */
export function useWords(words: CodeWords): (code: string) => string {
  const { t } = useLingui()
  return useCallback((code) => (Object.hasOwn(words, code) ? t(words[code]!) : wordsOf(code)), [t, words])
}

/**
 * A code of a list in words: `DRIVER_ADR_LICENSE` is `Driver ADR license`. Codes without a translation look like this.
 */
export function wordsOf(code: string): string {
  const words = code
    .split('_')
    .map((word) => (keptInCapitals.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const keptInCapitals = new Set([
  'ADR',
  'CMR',
  'POD',
  'MOT',
  'ATP',
  'TIR',
  'CPC',
  'EU',
  'UK',
  'HGV',
  'VAT',
  'BE',
  'DE',
  'FR',
  'VCA',
  'XL',
  'T1',
  'A1',
  'EURO',
  'LPG',
])
