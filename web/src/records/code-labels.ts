import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** Labels of a list of codes. `code-labels.test.ts` ensures that every displayed code of the contract has one. */
export type CodeLabels = Readonly<Record<string, MessageDescriptor>>

/** Translates codes of a list. Unknown ones look like `textOfCode` (COMPAT-4). */
export function useLabels(labels: CodeLabels): (code: string) => string {
  const { t } = useLingui()
  return useCallback((code) => (Object.hasOwn(labels, code) ? t(labels[code]!) : textOfCode(code)), [t, labels])
}

/** A code as text: `DRIVER_ADR_LICENSE` is `Driver ADR license`. Used for codes without a translation. */
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
