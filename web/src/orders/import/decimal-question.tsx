import type { ImportColumn } from '@cartage/contract/orders/app/import'
import { type DecimalMark, digitsText, readings, readNumber } from '@cartage/contract/reading/number'
import { Trans } from '@lingui/react/macro'
import type { SheetRow } from '../../sheets/read-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { CircleHelp } from '../../ui/icons.tsx'
import { QuestionGroup } from './question.tsx'

const numberColumns: readonly ImportColumn[] = ['quantity', 'weight_kg', 'loading_meters', 'temperature']

/** Asks how to read an ambiguous number. The answer applies to the whole sheet. */
export function DecimalQuestion({
  rows,
  language,
  decimal,
  onDecimal,
}: {
  rows: readonly SheetRow[]
  language: string
  decimal: DecimalMark | undefined
  onDecimal: (decimal: DecimalMark) => void
}) {
  const text = doubtfulCell(rows, language)
  if (text === undefined) return null
  const choices = (['.', ','] as const).map((mark) => ({ mark, value: readings(text, { decimal: mark })[0]! }))
  return (
    <QuestionGroup
      icon={CircleHelp}
      title={<Trans>What does “{text}” mean in this file?</Trans>}
      data-question="decimal"
    >
      <span className="flex gap-1">
        {choices.map(({ mark, value }) => (
          <Button
            key={mark}
            variant={decimal === mark ? 'brand' : 'outline'}
            aria-pressed={decimal === mark}
            onClick={() => onDecimal(mark)}
          >
            {digitsText(value, language)}
          </Button>
        ))}
      </span>
    </QuestionGroup>
  )
}

function doubtfulCell(rows: readonly SheetRow[], language: string): string | undefined {
  for (const { values } of rows) {
    const text = numberColumns.map((column) => values[column] ?? '').find((cell) => isDoubtful(cell, language))
    if (text !== undefined) return text
  }
  return undefined
}

function isDoubtful(text: string, language: string): boolean {
  return readNumber(text, { language }).kind === 'doubtful'
}
