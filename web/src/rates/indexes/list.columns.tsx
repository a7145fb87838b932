import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { useDayText } from '../days.tsx'
import { decimalText } from '../decimal-text.ts'
import { IndexState } from './state.tsx'

/** Columns of the list of indexes. */
export function useIndexColumns(): readonly Column<PriceIndexRecord>[] {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const dayText = useDayText()
  return useMemo(
    () => [
      {
        id: 'code',
        title: t`Code`,
        width: 170,
        isFixed: true,
        cell: (one) => <b className="font-medium">{one.code}</b>,
      },
      { id: 'name', title: t`Name`, width: 280, cell: (one) => one.name },
      {
        id: 'value',
        title: t`Latest value`,
        width: 120,
        align: 'right',
        cell: ({ values: [latest] }) => latest && <span className="tnum">{decimalText(latest.value, language)}</span>,
      },
      {
        id: 'since',
        title: t`Valid from`,
        width: 140,
        cell: ({ values: [latest] }) => latest && dayText(latest.valid_from),
      },
      { id: 'state', title: t`Status`, width: 170, cell: (one) => <IndexState index={one} /> },
      { id: 'source', title: t`Source`, width: 240, cell: (one) => one.source },
    ],
    [t, language, dayText],
  )
}
