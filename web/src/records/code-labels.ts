import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** The words of a list of codes; `code-labels.test.ts` holds that every code of the contract that people see has some. */
export type CodeLabels = Readonly<Record<string, MessageDescriptor>>

/**
 * Says a code of a list in the language of the person; one this version does not know looks like `textOfCode` (COMPAT-4).
 */
export function useLabels(labels: CodeLabels): (code: string) => string {
  const { t } = useLingui()
  return useCallback((code) => (Object.hasOwn(labels, code) ? t(labels[code]!) : textOfCode(code)), [t, labels])
}

/**
 * A code of a list in words: `DRIVER_ADR_LICENSE` is `Driver ADR license`. Codes without a translation look like this.
 */
export function textOfCode(code: string): string {
  const labels = code
    .split('_')
    .map((word) => (keptInCapitals.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return labels.charAt(0).toUpperCase() + labels.slice(1)
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
