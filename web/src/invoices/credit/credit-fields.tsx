import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '../../books/amount.tsx'
import { DecimalField } from '../../charges/decimal-field.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'

/** Typed input of a credit. */
export interface CreditInput {
  what: 'REST' | 'PART' | 'LINES'
  percentage: string
  /** Amount by line id. */
  amounts: Readonly<Record<string, string>>
}

interface FieldsProps {
  invoice: Pick<InvoiceRecord, 'lines' | 'currency'>
  value: CreditInput
  onChange: (value: CreditInput) => void
}

/** Credits the whole rest, a percentage of each line, or amounts of lines. */
export function CreditFields({ invoice, value, onChange }: FieldsProps) {
  const { t } = useLingui()
  const labels = { REST: t`All`, PART: t`Part`, LINES: t`Lines` } as const
  return (
    <>
      <fieldset className="flex gap-1">
        <legend className="pb-1 text-[12px] font-medium text-ink-2">
          <Trans>What to credit</Trans>
        </legend>
        {(['REST', 'PART', 'LINES'] as const).map((what) => (
          <button
            key={what}
            type="button"
            aria-pressed={value.what === what}
            className={classNames('btn btn-outline', value.what === what && 'bg-pressed')}
            onClick={() => onChange({ ...value, what })}
          >
            {labels[what]}
          </button>
        ))}
      </fieldset>
      {value.what === 'PART' && (
        <div className="w-40">
          <DecimalField
            label={t`Percent of each line`}
            value={value.percentage}
            onChange={(percentage) => onChange({ ...value, percentage })}
            fault={undefined}
            isChecked
          />
        </div>
      )}
      {value.what === 'LINES' && <Lines invoice={invoice} value={value} onChange={onChange} />}
    </>
  )
}

function Lines({ invoice: { lines, currency }, value, onChange }: FieldsProps) {
  const { t } = useLingui()
  const textOf = useAmountText()
  return (
    <PlainTable
      label={t`Lines`}
      rows={lines}
      keyOf={({ invoice_line_id: id }) => id}
      columns={[
        {
          id: 'name',
          title: t`Line`,
          cell: ({ name, order_name }) => [name, order_name].filter(Boolean).join(' · '),
        },
        {
          id: 'amount',
          title: t`Amount`,
          width: 'w-28',
          align: 'right',
          cell: ({ amount }) => <span className="tnum">{textOf(amount, currency)}</span>,
        },
        {
          id: 'credited',
          title: t`Credited before`,
          width: 'w-32',
          align: 'right',
          cell: ({ credited_amount }) => <span className="tnum">{textOf(credited_amount, currency)}</span>,
        },
        {
          id: 'credit',
          title: t({ message: 'Credit', context: 'of an invoice' }),
          width: 'w-32',
          cell: ({ invoice_line_id: id, name }) => (
            <input
              className="field tnum h-7 w-full text-right"
              inputMode="decimal"
              aria-label={t`Credit of ${name}`}
              value={value.amounts[id] ?? ''}
              onChange={(event) => onChange({ ...value, amounts: { ...value.amounts, [id]: event.target.value } })}
            />
          ),
        },
      ]}
    />
  )
}
