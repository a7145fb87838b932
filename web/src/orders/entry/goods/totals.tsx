import { readNumber } from '@cartage/contract/reading/number'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { useReaderLanguage } from '../../../ui/form/reader-language.ts'
import { sumsText } from '../../load-sums.ts'
import type { GoodForm } from '../form-model.ts'

/** Totals of the lines of goods. Unreadable or negative numbers (GOOD-9) are ignored. */
export function GoodsTotals({ at }: { at: number }) {
  const language = useReaderLanguage()
  const goods = (useWatch({ name: `consignments.${at}.goods` }) ?? []) as readonly GoodForm[]
  const sum = (member: 'quantity' | 'weight' | 'metres') =>
    goods.reduce((total, good) => total + numberOf(good[member], language), 0)
  const text = sumsText({ pieces: sum('quantity'), weight_kg: sum('weight'), loading_meters: sum('metres') })
  if (text === '' || goods.length < 2) return null
  return (
    <p className="tnum ml-auto text-[12px] text-ink-2">
      <span className="pr-1.5 text-ink-3">
        <Trans>Total</Trans>
      </span>
      {text}
    </p>
  )
}

function numberOf(text: string, language: string): number {
  const read = readNumber(text, { language })
  return read.kind === 'number' ? Math.max(0, read.value) : 0
}
