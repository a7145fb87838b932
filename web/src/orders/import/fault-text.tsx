import type { ImportColumn, RowFault } from '@cartage/contract/orders/app/import'
import { useLingui } from '@lingui/react/macro'
import { columnLabels } from './column.labels.ts'

/** The errors of a line, one sentence per column. */
export function FaultLabels({ faults }: { faults: readonly RowFault[] }) {
  const { t } = useLingui()
  return faults.map(({ column, message }) => {
    const name = column !== null && Object.hasOwn(columnLabels, column) ? t(columnLabels[column as ImportColumn]) : null
    return (
      <span key={`${column} ${message}`} className="block w-max max-w-80">
        {name !== null && <span className="font-medium">{isPredicate(message) ? `${name} ` : `${name}: `}</span>}
        {isPredicate(message) ? `${message}.` : message}
      </span>
    )
  })
}

/** Whether a message continues the name of its column: `is required`. */
function isPredicate(message: string): boolean {
  return /^\p{Ll}/u.test(message) && !message.endsWith('.')
}
