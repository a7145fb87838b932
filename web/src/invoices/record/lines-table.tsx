import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAmountText } from '../../books/amount.tsx'
import { Calculation } from '../../charges/calculation.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { type PlainColumn, PlainTable } from '../../ui/table/plain-table.tsx'

/** A line of a document. */
export type Line = InvoiceRecord['lines'][number]

/** Lines selected to be moved to another draft. */
export interface ChosenLines {
  readonly ids: ReadonlySet<string>
  toggle: (id: string) => void
}

/** Lines of a document: description, order, amounts and tax. */
export function LinesTable({
  lines,
  currency,
  chosen,
  isNarrow = false,
}: {
  lines: readonly Line[]
  currency: string
  /** Absent where lines cannot be selected. */
  chosen?: ChosenLines
  /** For panels: hides quantity and price. */
  isNarrow?: boolean
}) {
  const { t } = useLingui()
  const columns = useColumns(currency).filter(({ id }) => !isNarrow || id !== 'quantity')
  const tick: PlainColumn<Line> = {
    id: 'tick',
    title: '',
    width: 'w-9',
    cell: ({ invoice_line_id: id, position }) => (
      <Checkbox
        label={t`Select line ${position}`}
        isOn={chosen?.ids.has(id) ?? false}
        onChange={() => chosen?.toggle(id)}
      />
    ),
  }
  return (
    <PlainTable
      label={t`Lines`}
      columns={chosen ? [tick, ...columns] : columns}
      rows={lines}
      keyOf={({ invoice_line_id: id }) => id}
    />
  )
}

function useColumns(currency: string): PlainColumn<Line>[] {
  const { t } = useLingui()
  const textOf = useAmountText()
  return [
    { id: 'name', title: t`Line`, cell: (line) => <What line={line} /> },
    { id: 'order', title: t`Order`, width: 'w-28', cell: (line) => <OrderLink line={line} /> },
    {
      id: 'quantity',
      title: t`Quantity`,
      width: 'w-36',
      align: 'right',
      cell: (line) => <Calculation of={{ ...line, currency }} />,
    },
    {
      id: 'vat',
      title: t`VAT`,
      width: 'w-16',
      align: 'right',
      cell: ({ tax }) => <span className="tnum">{tax === null ? '—' : rateText(tax)}</span>,
    },
    {
      id: 'amount',
      title: t`Amount`,
      width: 'w-28',
      align: 'right',
      cell: ({ amount, credited_amount }) => (
        <span className="tnum">
          {textOf(amount, currency)}
          {Number(credited_amount) !== 0 && (
            <span className="block text-[12px] text-ink-3">
              <Trans>{textOf(credited_amount, currency)} credited</Trans>
            </span>
          )}
        </span>
      ),
    },
  ]
}

function What({ line: { name, description, route } }: { line: Line }) {
  const more = [description === name ? '' : description, route].filter(Boolean).join(' · ')
  return (
    <>
      <span className="font-medium">{name}</span>
      {more !== '' && <span className="block text-[12px] text-ink-3">{more}</span>}
    </>
  )
}

function OrderLink({ line: { order_id, order_name, trip_id, trip_name } }: { line: Line }) {
  if (order_id !== null) {
    return (
      <Link to="/orders/$orderId" params={{ orderId: order_id }} className="tnum underline">
        {order_name}
      </Link>
    )
  }
  if (trip_id === null) return <span className="text-ink-3">—</span>
  return (
    <Link to="/trips/$tripId" params={{ tripId: trip_id }} className="tnum underline">
      {trip_name}
    </Link>
  )
}

/** Tax rate, or the tax category without a rate. */
function rateText({ category, percentage }: { category: string; percentage: string | null }): string {
  return percentage === null ? category : `${percentage} %`
}
