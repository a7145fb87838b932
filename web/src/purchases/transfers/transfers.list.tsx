import type { PayablePurchase } from '@cartage/contract/purchases/app/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { billingEntitiesQuery } from '../../accounting/billing-entities.queries.ts'
import { failureOf } from '../../api/failure.ts'
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
import { FilesTable } from './files.section.tsx'
import { payableQuery, transferFilesQuery, usePaying } from './queries.ts'
import { CreditsTable, PayablesTable } from './to-pay.section.tsx'

/** Payable invoices of suppliers, and the credit transfer files that pay them (PAYOUT-1). */
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
          <Loaded query={files}>{({ items }) => <FilesTable rows={items} />}</Loaded>
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
  const [credits, setCredits] = useState<readonly string[]>([])
  const { mutate, isPending } = usePaying()
  const entity = chosenEntity ?? entities[0]?.id ?? ''
  const query = useQuery(payableQuery(entity))

  function make() {
    const { items = [], credits: notes = [] } = query.data ?? {}
    const suppliers = suppliersOf(items, chosen)
    const credit_note_ids = notes.flatMap(({ invoice_id, company_id }) =>
      credits.includes(invoice_id) && suppliers.has(company_id) ? invoice_id : [],
    )
    const paid = { billing_entity_id: entity, execution_day: day, invoice_ids: [...chosen], credit_note_ids }
    mutate(
      { kind: 'make', ...paid },
      {
        onSuccess: () => {
          setChosen([])
          setCredits([])
          toasts.done(t`Transfer file made`)
        },
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
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
                setCredits([])
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
        {({ items, credits: notes }) => {
          const suppliers = suppliersOf(items, chosen)
          return (
            <>
              <PayablesTable rows={items} chosen={chosen} onChange={setChosen} mayPay={mayPay} />
              <CreditsTable {...{ rows: notes, suppliers, mayPay }} chosen={credits} onChange={setCredits} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Suppliers of the chosen invoices. */
function suppliersOf(items: readonly PayablePurchase[], chosen: readonly string[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ invoice_id, company_id }) => (chosen.includes(invoice_id) ? company_id : [])))
}
