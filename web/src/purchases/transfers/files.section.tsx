import type { TransferFile } from '@cartage/contract/purchases/app/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../books/amount.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { transferFileLabels } from './labels.ts'
import { type Paying, transferFileAddress, usePaying } from './queries.ts'

/** Files of credit transfers, newest first. */
export function FilesTable({ rows }: { rows: readonly TransferFile[] }) {
  const { t } = useLingui()
  const labelOf = useLabels(transferFileLabels)
  return (
    <PlainTable<TransferFile>
      label={t`Transfer files`}
      rows={rows}
      keyOf={({ transfer_file_id }) => transfer_file_id}
      columns={[
        { id: 'name', title: t`File`, cell: ({ message_name }) => message_name },
        { id: 'status', title: t`Status`, width: 'w-28', cell: ({ status }) => labelOf(status) },
        {
          id: 'day',
          title: t`Execution day`,
          width: 'w-32',
          cell: ({ execution_day }) => <OrderDay date={execution_day} />,
        },
        {
          id: 'total',
          title: t`Total`,
          width: 'w-32',
          align: 'right',
          cell: ({ total, currency }) => <Amount amount={total} currency={currency} />,
        },
        {
          id: 'invoices',
          title: t`Invoices`,
          cell: ({ transfers }) => transfers.map(shownTransfer).join(', '),
        },
        { id: 'actions', title: '', width: 'w-80', cell: (file) => <FileActions file={file} /> },
      ]}
    />
  )
}

function FileActions({ file }: { file: TransferFile }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const toasts = useToasts()
  const { mutate, isPending } = usePaying()
  const mayPay = usePermission('purchase.pay')
  if (!mayPay || file.status === 'TAKEN_BACK') return null
  const { transfer_file_id, status } = file
  const run = (paying: Paying) => mutate(paying, { onError: (error) => toasts.failed(failureOf(error)) })
  if (isConfirming)
    return <ConfirmDay file={file} run={run} isBusy={isPending} onCancel={() => setIsConfirming(false)} />
  return (
    <div className="flex gap-1.5">
      <a href={transferFileAddress(transfer_file_id)} download className="btn btn-outline">
        <Trans>Download</Trans>
      </a>
      {status === 'MADE' && (
        <>
          <Button onClick={() => setIsConfirming(true)}>
            <Trans>Confirm as paid</Trans>
          </Button>
          <Button isBusy={isPending} onClick={() => run({ kind: 'take-back', transfer_file_id })}>
            <Trans>Take back</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

/** PAYOUT-10: day on which the bank paid. Defaults to the requested day, or today if later. */
function ConfirmDay({
  file: { transfer_file_id, execution_day },
  run,
  isBusy,
  onCancel,
}: {
  file: TransferFile
  run: (paying: Paying) => void
  isBusy: boolean
  onCancel: () => void
}) {
  const { t } = useLingui()
  const { today } = useReading()
  const [day, setDay] = useState(execution_day < today ? execution_day : today)
  return (
    <div className="flex items-end gap-1.5">
      <Field label={t`Paid on`} fault={undefined}>
        {(input) => <DayField {...input} value={day} onChange={setDay} />}
      </Field>
      <Button variant="brand" isBusy={isBusy} onClick={() => run({ kind: 'confirm', transfer_file_id, paid_on: day })}>
        <Trans>Confirm as paid</Trans>
      </Button>
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}

/** Number of the invoice, followed by deducted credit notes with a minus sign. */
function shownTransfer({ external_name, credits }: TransferFile['transfers'][number]): string {
  return [external_name ?? '—', ...credits.map((one) => one.external_name ?? '—')].join(' − ')
}
