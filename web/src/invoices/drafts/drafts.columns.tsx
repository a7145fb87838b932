import type { ListedInvoice } from '@cartage/contract/billing/app/document'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import { TriangleAlert } from '../../ui/icons.tsx'
import { Tag } from '../../ui/status.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { InvoiceStatus, kindLabels, warningLabels } from '../labels.tsx'
import { DocumentAmount } from '../list.columns.tsx'

/** Columns of the draft list. */
export function useDraftColumns(): readonly Column<ListedInvoice>[] {
  const { t } = useLingui()
  const kindOf = useLabels(kindLabels)
  return useMemo(
    () => [
      {
        id: 'customer',
        title: t`Company`,
        width: 220,
        isFixed: true,
        sortKey: 'company',
        cell: ({ company_name }) => <span className="font-semibold">{company_name}</span>,
      },
      { id: 'kind', title: t`Kind`, width: 140, cell: ({ kind }) => kindOf(kind) },
      { id: 'status', title: t`Status`, width: 110, cell: ({ status }) => <InvoiceStatus status={status} /> },
      { id: 'date', title: t`Date`, width: 110, sortKey: 'date', cell: ({ date }) => <OrderDay date={date} /> },
      { id: 'due', title: t`Due`, width: 110, cell: ({ due_date }) => <OrderDay date={due_date} /> },
      {
        id: 'lines',
        title: t`Lines`,
        width: 70,
        align: 'right',
        cell: ({ line_count }) => <span className="tnum">{line_count}</span>,
      },
      {
        id: 'excl',
        title: t`Excl. VAT`,
        width: 120,
        align: 'right',
        cell: (draft) => <DocumentAmount invoice={draft} amount={draft.total_excl_tax} />,
      },
      {
        id: 'incl',
        title: t`Incl. VAT`,
        width: 120,
        align: 'right',
        cell: (draft) => (
          <span className="font-medium">
            <DocumentAmount invoice={draft} amount={draft.total_incl_tax} />
          </span>
        ),
      },
      { id: 'warnings', title: t`Check`, width: 260, cell: (draft) => <Warnings draft={draft} /> },
      { id: 'entity', title: t`Billing entity`, width: 110, cell: ({ billing_entity_code: code }) => code },
    ],
    [t, kindOf],
  )
}

/** Warnings to check before a draft is finalised. */
function Warnings({ draft: { is_stale, warning_codes } }: { draft: ListedInvoice }) {
  const labelOf = useLabels(warningLabels)
  const codes = [...(is_stale ? ['stale'] : []), ...warning_codes]
  return (
    <span className="flex gap-1.5">
      {codes.map((code) => (
        <Tag key={code} badge={{ word: labelOf(code), tone: 'amber', icon: TriangleAlert }} />
      ))}
    </span>
  )
}
