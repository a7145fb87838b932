import type { PayablePurchase, TransferFile } from '@cartage/contract/purchases/app/transfers'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { billingEntitiesQuery } from '../../accounting/billing-entities.queries.ts'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../books/amount.tsx'
import { type CodeWords, useWords } from '../../records/code-words.ts'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { type Paying, payableQuery, transferFileAddress, transferFilesQuery, usePaying } from './queries.ts'

/** Invoices of suppliers that are to be paid, and the files of credit transfers that pay them (PAYOUT-1). */
export function TransfersList({ views }: { views: ReactNode }) {
  const { t } = useLingui()
  usePageTitle(t`Purchases`)
  const files = useQuery(transferFilesQuery)
  return (
    <>
      <PageHeader title={t`Purchases`} />
      {views}
      <div className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto p-4">
        <ToPay />
        <section aria-label={t`Transfer files`} className="grid gap-2">
          <h2 className="font-semibold">
            <Trans>Transfer files</Trans>
          </h2>
          <Loaded query={files}>{({ items }) => <Files rows={items} />}</Loaded>
        </section>
      </div>
    </>
  )
}

function ToPay() {
  const { t } = useLingui()
  const { today } = useReading()
  const toasts = useToasts()
  const mayPay = usePermission('purchase.pay')
  const entities = useQuery(billingEntitiesQuery).data ?? []
  const [chosenEntity, setEntity] = useState<string>()
  const [day, setDay] = useState(today)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { mutate, isPending } = usePaying()
  const entity = chosenEntity ?? entities[0]?.id ?? ''
  const query = useQuery(payableQuery(entity))

  function make() {
    const paying = { kind: 'make' as const, billing_entity_id: entity, execution_day: day, invoice_ids: [...chosen] }
    mutate(paying, {
      onSuccess: () => {
        setChosen([])
        toasts.done(t`Transfer file made`)
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }

  return (
    <section aria-label={t`To pay`} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t`Billing entity`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
              value={entity}
              onChange={(id) => {
                setEntity(id)
                setChosen([])
              }}
            />
          )}
        </Field>
        <Field label={t`Execution day`} fault={undefined}>
          {(input) => <DayField {...input} value={day} onChange={setDay} />}
        </Field>
        {mayPay && (
          <Button variant="brand" isBusy={isPending} disabled={chosen.length === 0} onClick={make}>
            <Trans>Make transfer file</Trans>
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ items }) => <Payables rows={items} chosen={chosen} onChange={setChosen} mayPay={mayPay} />}
      </Loaded>
    </section>
  )
}

function Payables({
  rows,
  chosen,
  onChange,
  mayPay,
}: {
  rows: readonly PayablePurchase[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
  mayPay: boolean
}) {
  const { t } = useLingui()
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <PlainTable<PayablePurchase>
      label={t`To pay`}
      rows={rows}
      keyOf={({ invoice_id }) => invoice_id}
      columns={[
        {
          id: 'number',
          title: t`Number`,
          width: 'w-44',
          cell: ({ invoice_id, external_name, name, fault }) => (
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                disabled={!mayPay || fault !== null}
                checked={chosen.includes(invoice_id)}
                onChange={() => toggle(invoice_id)}
              />
              {external_name ?? name}
            </label>
          ),
        },
        { id: 'supplier', title: t`Supplier`, cell: ({ company_name }) => company_name },
        {
          id: 'due',
          title: t`Due date`,
          width: 'w-28',
          cell: ({ due_date }) => (due_date === null ? '—' : <OrderDay date={due_date} />),
        },
        {
          id: 'open',
          title: t`Open`,
          width: 'w-32',
          align: 'right',
          cell: ({ open, currency }) => <Amount amount={open} currency={currency} />,
        },
        { id: 'account', title: t`Bank account`, width: 'w-56', cell: ({ account }) => account ?? '—' },
        { id: 'reference', title: t`Payment reference`, cell: ({ reference }) => reference },
        { id: 'fault', title: t`Reason`, cell: ({ fault }) => <span className="text-amber">{fault}</span> },
      ]}
    />
  )
}

const stateWords: CodeWords = { MADE: msg`Made`, TAKEN_BACK: msg`Taken back`, PAID: msg`Paid` }

function Files({ rows }: { rows: readonly TransferFile[] }) {
  const { t } = useLingui()
  const wordOf = useWords(stateWords)
  return (
    <PlainTable<TransferFile>
      label={t`Transfer files`}
      rows={rows}
      keyOf={({ transfer_file_id }) => transfer_file_id}
      columns={[
        { id: 'name', title: t`File`, cell: ({ message_name }) => message_name },
        { id: 'status', title: t`Status`, width: 'w-28', cell: ({ status }) => wordOf(status) },
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
          cell: ({ transfers }) => transfers.map(({ external_name }) => external_name ?? '—').join(', '),
        },
        { id: 'actions', title: '', width: 'w-80', cell: (file) => <FileActions file={file} /> },
      ]}
    />
  )
}

function FileActions({ file }: { file: TransferFile }) {
  const { today } = useReading()
  const toasts = useToasts()
  const { mutate, isPending } = usePaying()
  const mayPay = usePermission('purchase.pay')
  if (!mayPay || file.status === 'TAKEN_BACK') return null
  const { transfer_file_id, status } = file
  const run = (paying: Paying) => mutate(paying, { onError: (error) => toasts.failed(failureOf(error)) })
  return (
    <div className="flex gap-1.5">
      <a href={transferFileAddress(transfer_file_id)} download className="btn btn-outline">
        <Trans>Download</Trans>
      </a>
      {status === 'MADE' && (
        <>
          <Button isBusy={isPending} onClick={() => run({ kind: 'confirm', transfer_file_id, paid_on: today })}>
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
