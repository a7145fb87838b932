import { paymentTermCodes } from '@cartage/contract/companies/company-output'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { Choice } from '../ui/form/select.tsx'
import { textOfCode } from './code-labels.ts'

/** The most common payment terms, in menu order. */
export const usualTerms: readonly string[] = [
  'UPON_RECEIPT',
  'PREPAID',
  ...[7, 14, 15, 30, 45, 60, 90].map((days) => `NET_${days}`),
  'END_OF_MONTH_0',
  ...[14, 30, 60].map((days) => `END_OF_MONTH_0_NET_${days}`),
  'END_OF_MONTH_1',
]

/** Label of a payment term: `END_OF_MONTH_0_NET_14` is `End of the month, 14 days`. */
export function usePaymentTerm(): (code: string) => string {
  const { t } = useLingui()
  return useCallback(
    (code) => {
      const days = /NET_(\d+)$/.exec(code)?.[1]
      if (code === `NET_${days}`) return t`${days} days`
      if (code === `END_OF_MONTH_0_NET_${days}`) return t`End of the month, ${days} days`
      if (code === 'UPON_RECEIPT') return t`Upon receipt`
      if (code === 'PREPAID') return t`Prepaid`
      if (code === 'END_OF_MONTH_0') return t`End of the month`
      if (code === 'END_OF_MONTH_1') return t`End of the next month`
      if (code === 'END_OF_MONTH_2') return t`End of the month after next`
      return textOfCode(code)
    },
    [t],
  )
}

/** All payment terms available for a company, common ones first. CUSTOM_DUE_DATE is read-only. */
export function usePaymentTerms(): readonly Choice[] {
  const labelOf = usePaymentTerm()
  return useMemo(() => {
    const others = paymentTermCodes.filter((code) => code !== 'CUSTOM_DUE_DATE' && !usualTerms.includes(code))
    return [...usualTerms, ...others].map((value) => ({ value, label: labelOf(value) }))
  }, [labelOf])
}
