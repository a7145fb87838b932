import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../../api/field-faults.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { type Supplier, SupplierField } from '../supplier-field.tsx'
import { DraftOutcome } from './draft-outcome.tsx'
import { monthBefore } from './period.ts'
import { draftSelfBilled, useSelfBillingChange } from './queries.ts'

const fields = ['company_id', 'from', 'to', 'date']

/** Drafts self-billed documents for a period, then shows what was drafted and what was not. */
export function DraftSelfBilledDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const change = useSelfBillingChange<Awaited<ReturnType<typeof draftSelfBilled>>>()
  const outcome = change.data
  if (!outcome) return <PeriodDialog change={change} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Self-billed documents`}
      className="w-[640px]"
      footer={
        <Button variant="brand" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <DraftOutcome outcome={outcome} onLeave={onClose} />
    </Dialog>
  )
}

type Change = ReturnType<typeof useSelfBillingChange<Awaited<ReturnType<typeof draftSelfBilled>>>>

function PeriodDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const { t } = useLingui()
  const { today } = useReading()
  const [days, setDays] = useState({ ...monthBefore(today), date: today })
  const [supplier, setSupplier] = useState<Supplier | null>(null)
  const { faults, rest } = formFaults(change.error, fields)
  const submit = () =>
    change.mutate(() => draftSelfBilled({ ...days, ...(supplier !== null && { company_id: supplier.id }) }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Draft self-billed documents`}
      text={<Trans>One document per supplier with an agreement, from the costs of completed trips.</Trans>}
    >
      <Form
        label={t`Draft self-billed documents`}
        failure={rest}
        onSubmit={submit}
        footer={
          <DialogFooter
            verb={<Trans>Create drafts</Trans>}
            onClose={onClose}
            isBusy={change.isPending}
            isDisabled={days.from === '' || days.to === '' || days.date === ''}
          />
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <Field label={t`First day of supply`} fault={faults.from}>
            {(input) => <DayField {...input} value={days.from} onChange={(from) => setDays({ ...days, from })} />}
          </Field>
          <Field label={t`Last day of supply`} fault={faults.to}>
            {(input) => <DayField {...input} value={days.to} onChange={(to) => setDays({ ...days, to })} />}
          </Field>
        </div>
        <Field label={t`Document date`} fault={faults.date}>
          {(input) => <DayField {...input} value={days.date} onChange={(date) => setDays({ ...days, date })} />}
        </Field>
        <SupplierField
          label={t`Supplier (empty: all with an agreement)`}
          value={supplier}
          onChange={setSupplier}
          fault={faults.company_id}
        />
      </Form>
    </Dialog>
  )
}
