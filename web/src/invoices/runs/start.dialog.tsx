import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { entriesQuery } from '../../settings/reference.queries.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import { findCompanies, useInvoiceChange } from '../queries.ts'
import { startRun } from './queries.ts'

const fields = ['up_to', 'date', 'billing_entity_id', 'company_ids']
/** Choice of all billing entities. */
const all = 'all'

interface Company {
  company_id: string
  name: string
}

/** Starts a run for selected work and customers, with a document date. */
export function StartRunDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (runId: string) => void }) {
  const { t } = useLingui()
  const { today } = useReading()
  const change = useInvoiceChange<Awaited<ReturnType<typeof startRun>>>()
  const [days, setDays] = useState({ up_to: today, date: today })
  const [entity, setEntity] = useState(all)
  const [companies, setCompanies] = useState<readonly Company[]>([])
  const { faults, rest } = formFaults(change.error, fields)
  const submit = () =>
    change.mutate(
      () =>
        startRun({
          ...days,
          billing_entity_id: entity === all ? null : entity,
          company_ids: companies.map(({ company_id }) => company_id),
        }),
      {
        onSuccess({ invoice_run_id }) {
          onClose()
          onStarted(invoice_run_id)
        },
      },
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Start run`}
      text={<Trans>Drafts are grouped as each company is billed. Nothing is finalised yet.</Trans>}
    >
      <Form
        label={t`Start run`}
        failure={rest}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={<Trans>Start run</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
            isDisabled={days.up_to === '' || days.date === ''}
          />
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <Field label={t`Work until`} fault={faults.up_to}>
            {(input) => <DayField {...input} value={days.up_to} onChange={(up_to) => setDays({ ...days, up_to })} />}
          </Field>
          <Field label={t`Invoice date`} fault={faults.date}>
            {(input) => <DayField {...input} value={days.date} onChange={(date) => setDays({ ...days, date })} />}
          </Field>
        </div>
        <EntityField value={entity} onChange={setEntity} />
        <CompaniesField value={companies} onChange={setCompanies} />
      </Form>
    </Dialog>
  )
}

/** Billing entity, if there are several. */
function EntityField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useLingui()
  const entries = useQuery(entriesQuery('billing_entities')).data?.items ?? []
  const live = entries.filter(({ is_archived }) => !is_archived)
  if (live.length < 2) return null
  const choices = live.map(({ setting_id, values }) => ({ value: setting_id, label: String(values.name) }))
  return (
    <Field label={t`Billing entity`} fault={undefined}>
      {({ className, ...input }) => (
        <Select
          {...input}
          className={className}
          choices={[{ value: all, label: t`All` }, ...choices]}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function CompaniesField({
  value,
  onChange,
}: {
  value: readonly Company[]
  onChange: (companies: readonly Company[]) => void
}) {
  const { t } = useLingui()
  const isChosen = (id: string) => value.some(({ company_id }) => company_id === id)
  return (
    <Field label={t`Companies (empty: all)`} fault={undefined}>
      {(input) => (
        <>
          <Combobox<Company>
            {...input}
            value={null}
            onChange={(found) => found !== null && !isChosen(found.company_id) && onChange([...value, found])}
            queryKey={['invoices', 'companies']}
            search={findCompanies}
            textOf={({ name }) => name}
            keyOf={({ company_id }) => company_id}
          />
          {value.length > 0 && (
            <div className="flex flex-wrap gap-1 pt-1.5">
              {value.map(({ company_id, name }) => (
                <FilterChip
                  key={company_id}
                  title={name}
                  onClear={() => onChange(value.filter((one) => one.company_id !== company_id))}
                />
              ))}
            </div>
          )}
        </>
      )}
    </Field>
  )
}
