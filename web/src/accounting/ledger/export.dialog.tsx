import { type LedgerProfile, ledgerProfiles } from '@cartage/contract/accounting/app/ledger'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { useLabels } from '../../records/code-labels.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { isDay } from '../../ui/time/day-input.ts'
import { billingEntitiesQuery } from '../billing-entities.queries.ts'
import { profileLabels } from './profile.labels.ts'
import { useExport } from './queries.ts'

type Range = 'last' | 'days'

/** Exports the ledger of a billing entity in a format: everything since the last export, or a period. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const profileOf = useLabels(profileLabels)
  const entities = useQuery(billingEntitiesQuery).data ?? []
  const create = useExport()
  const [chosen, setChosen] = useState<string>()
  const [profile, setProfile] = useState<LedgerProfile>('NEUTRAL')
  const [range, setRange] = useState<Range>('last')
  const [days, setDays] = useState({ from: '', to: '' })
  const [isSubmitted, setIsSubmitted] = useState(false)
  const entity = chosen ?? entities[0]?.id
  const isRange = range === 'days'
  const { faults, rest } = formFaults(create.error, ['billing_entity_id', 'to'])
  const isMissing = isRange && !(isDay(days.from) && isDay(days.to) && days.from <= days.to)

  function submit() {
    setIsSubmitted(true)
    if (entity === undefined || isMissing) return
    const body = { billing_entity_id: entity, profile, ...(isRange ? days : { from: null, to: null }) }
    create.mutate(body, {
      onSuccess: ({ entries, file_name }) => {
        toasts.done(t`${file_name}: ${entries} entries`)
        onClose()
      },
    })
  }
  const noDays = isSubmitted && isMissing ? t`Enter a first and a last day.` : undefined
  return (
    <Dialog isOpen onClose={onClose} title={t`Export ledger`}>
      <Form
        label={t`Export ledger`}
        failure={rest}
        onSubmit={submit}
        footer={
          <DialogFooter verb={<Trans context="verb">Export</Trans>} onClose={onClose} isBusy={create.isPending} />
        }
      >
        <Field label={t`Billing entity`} fault={faults.billing_entity_id}>
          {(input) => (
            <Select
              {...input}
              choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
              value={entity ?? null}
              onChange={setChosen}
            />
          )}
        </Field>
        <Field label={t`Format`} fault={undefined}>
          {(input) => (
            <Select<LedgerProfile>
              {...input}
              choices={ledgerProfiles.map((value) => ({ value, label: profileOf(value) }))}
              value={profile}
              onChange={setProfile}
            />
          )}
        </Field>
        <Field label={t({ message: 'Entries', context: 'of the ledger' })} fault={noDays ?? faults.to}>
          {(input) => (
            <Select<Range>
              {...input}
              choices={[
                { value: 'last', label: t`Since last export` },
                { value: 'days', label: t`Booked between two days` },
              ]}
              value={range}
              onChange={setRange}
            />
          )}
        </Field>
        {isRange && <Days days={days} onChange={setDays} />}
      </Form>
    </Dialog>
  )
}

interface Days {
  from: string
  to: string
}

function Days({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Day label={t`From`} value={days.from} onChange={(from) => onChange({ ...days, from })} />
      <Day label={t`Until`} value={days.to} onChange={(to) => onChange({ ...days, to })} />
    </div>
  )
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field label={label} fault={undefined}>
      {(input) => <DayField {...input} value={value} onChange={onChange} />}
    </Field>
  )
}
