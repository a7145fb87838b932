import type { ImportColumn, RowFault } from '@cartage/contract/orders/app/import'
import { useLingui } from '@lingui/react/macro'
import { columnWords } from './column.words.ts'

/** What is wrong with a line, in one sentence for each column. */
export function FaultWords({ faults }: { faults: readonly RowFault[] }) {
  const { t } = useLingui()
  return faults.map(({ column, message }) => {
    const name = column !== null && Object.hasOwn(columnWords, column) ? t(columnWords[column as ImportColumn]) : null
    return (
      <span key={`${column} ${message}`} className="block whitespace-nowrap">
        {name !== null && <span className="font-medium">{name}: </span>}
        {message}
      </span>
    )
  })
}
