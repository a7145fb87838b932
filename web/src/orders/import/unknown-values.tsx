import type { OrderReference } from '@cartage/contract/orders/app/entry'
import type { ImportColumn } from '@cartage/contract/orders/app/import'
import { isSameName } from '@cartage/contract/reading/fold'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SheetRow } from '../../sheets/read-sheet.ts'
import { Select } from '../../ui/form/select.tsx'
import { CircleHelp } from '../../ui/icons.tsx'
import { orderReferenceQuery } from '../entry/queries.ts'
import { columnLabels } from './column.labels.ts'
import { Question, QuestionGroup } from './question.tsx'

/** Columns whose values must exist in the settings. */
const settingsOf = {
  packaging: 'packaging_types',
  transport_service: 'transport_services',
  service_level: 'service_levels',
  container_type: 'container_types',
} as const satisfies Partial<Record<ImportColumn, keyof OrderReference>>
type SettingColumn = keyof typeof settingsOf
const settingColumns = Object.keys(settingsOf) as SettingColumn[]

/** A text of a sheet missing from the settings, and its possible values. */
export interface UnknownValue {
  column: SettingColumn
  text: string
  /** Number of rows with it. */
  rows: number
  choices: OrderReference['packaging_types']
}

/** Values of a sheet missing from the settings. Their rows would be rejected (EXP-7). */
export function useUnknownValues(rows: readonly SheetRow[]): UnknownValue[] {
  const isNamed = rows.some(({ values }) => settingColumns.some((column) => textOf(values[column]) !== ''))
  const reference = useQuery({ ...orderReferenceQuery, enabled: isNamed }).data
  return useMemo(() => (reference ? unknownValues(rows, reference) : []), [rows, reference])
}

function textOf(cell: string | undefined): string {
  return cell?.trim() ?? ''
}

function unknownValues(rows: readonly SheetRow[], reference: OrderReference): UnknownValue[] {
  return settingColumns.flatMap((column) => {
    const choices = reference[settingsOf[column]]
    const counts = new Map<string, number>()
    for (const { values } of rows) {
      const text = textOf(values[column])
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const isKnown = (text: string) => choices.some(({ code, name }) => isSameName(code, text) || isSameName(name, text))
    return [...counts].flatMap(([text, count]) => (isKnown(text) ? [] : [{ column, text, rows: count, choices }]))
  })
}

/** Asks for the value of each text. The answer applies to the whole sheet. */
export function UnknownValues({
  values,
  onChoose,
}: {
  values: readonly UnknownValue[]
  onChoose: (value: UnknownValue, to: string) => void
}) {
  const { t } = useLingui()
  if (values.length === 0) return null
  return (
    <QuestionGroup
      icon={CircleHelp}
      title={<Trans>What do these mean in this file?</Trans>}
      data-count="unknown-values"
      data-number={values.length}
    >
      <ul className="grid gap-1">
        {values.map((value) => (
          <Question
            key={`${value.column} ${value.text}`}
            text={
              <>
                <span className="text-ink-2">{t(columnLabels[value.column])}</span>{' '}
                <span className="font-medium">{value.text}</span>
              </>
            }
            note={<Plural value={value.rows} one="# row" other="# rows" />}
          >
            <Select
              label={t`What “${value.text}” is`}
              className="h-7 w-56"
              choices={value.choices.map(({ code, name }) => ({ value: code, label: name }))}
              value={null}
              placeholder={t`Choose…`}
              onChange={(code) => onChoose(value, code)}
            />
          </Question>
        ))}
      </ul>
    </QuestionGroup>
  )
}
