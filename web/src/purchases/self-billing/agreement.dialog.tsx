import type { SelfBillingAgreement } from '@cartage/contract/purchases/app/agreement'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BillingEntityChoice, billingEntitiesQuery } from '../../accounting/billing-entities.queries.ts'
import { failureOf } from '../../api/failure.ts'
import { faultsByField, restOf } from '../../api/field-faults.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useReading } from '../../ui/form/typed-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type Supplier, SupplierField } from '../supplier-field.tsx'
import { changeAgreement, createAgreement, useSelfBillingChange } from './queries.ts'

const fields = ['company_id', 'billing_entity_id', 'reference', 'valid_from', 'valid_to', 'days_to_object']

/** Creates an agreement with a supplier, edits it, or ends it today. */
export function AgreementDialog({
  agreement,
  onSaved,
  onClose,
}: {
  /** Undefined for a new one. */
  agreement: SelfBillingAgreement | undefined
  onSaved: () => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const { today } = useReading()
  const entities = useQuery(billingEntitiesQuery).data ?? []
  const [supplier, setSupplier] = useState<Supplier | null>(null)
  const [values, setValues] = useState(() => textsOf(agreement, today))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { save, failure, isBusy } = useSaving(agreement, () => {
    onSaved()
    onClose()
  })
  const faults = faultsByField(failure)
  const entity = values.billing_entity_id || entities[0]?.id || ''
  const isDays = /^\d{1,2}$/.test(values.days_to_object)
  const isComplete = (agreement !== undefined || supplier !== null) && isDays && entity !== ''

  function submit(valid_to: string) {
    setIsSubmitted(true)
    if (!isComplete) return
    const { reference, valid_from, days_to_object } = values
    save(supplier?.id, {
      ...{ billing_entity_id: entity, reference: reference.trim(), valid_from },
      ...{ valid_to: valid_to || null, days_to_object: Number(days_to_object) },
    })
  }

  const title = agreement ? agreement.company_name : t`New self-billing agreement`
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        failure={restOf(failure, fields)}
        onSubmit={() => submit(values.valid_to)}
        footer={
          <DialogFooter
            verb={agreement ? <Trans>Save</Trans> : <Trans>Create</Trans>}
            onClose={onClose}
            isBusy={isBusy}
          >
            {agreement?.state === 'IN_FORCE' && (
              <Button onClick={() => submit(today)}>
                <Trans>End today</Trans>
              </Button>
            )}
          </DialogFooter>
        }
      >
        {agreement === undefined && (
          <SupplierField
            label={t`Supplier`}
            value={supplier}
            onChange={setSupplier}
            fault={isSubmitted && supplier === null ? t`Choose a supplier.` : faults.company_id}
          />
        )}
        <AgreementFields
          values={values}
          entity={entity}
          entities={entities}
          faults={
            isSubmitted && !isDays ? { ...faults, days_to_object: t`Enter a number of days, at most 90.` } : faults
          }
          onChange={(change) => setValues({ ...values, ...change })}
        />
      </Form>
    </Dialog>
  )
}

type Texts = ReturnType<typeof textsOf>

/** Fields of an agreement, except the supplier. */
function AgreementFields({
  values,
  entity,
  entities,
  faults,
  onChange,
}: {
  values: Texts
  /** Id of the chosen billing entity. */
  entity: string
  entities: readonly BillingEntityChoice[]
  faults: Readonly<Record<string, string | undefined>>
  onChange: (change: Partial<Texts>) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <Field label={t`Billing entity`} fault={faults.billing_entity_id}>
        {(input) => (
          <Select
            {...input}
            choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
            value={entity}
            onChange={(billing_entity_id) => onChange({ billing_entity_id })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t`First day of supply`} fault={faults.valid_from}>
          {(input) => (
            <DayField {...input} value={values.valid_from} onChange={(valid_from) => onChange({ valid_from })} />
          )}
        </Field>
        <Field label={t`Last day (empty: no end)`} fault={faults.valid_to}>
          {(input) => <DayField {...input} value={values.valid_to} onChange={(valid_to) => onChange({ valid_to })} />}
        </Field>
      </div>
      <TextField
        label={t`Days to object`}
        fault={faults.days_to_object}
        inputMode="numeric"
        value={values.days_to_object}
        onChange={(text) => onChange({ days_to_object: text })}
      />
      <TextField
        label={t`Reference`}
        fault={faults.reference}
        maxLength={200}
        value={values.reference}
        onChange={(text) => onChange({ reference: text })}
      />
    </>
  )
}

function textsOf(agreement: SelfBillingAgreement | undefined, today: string) {
  return {
    billing_entity_id: agreement?.billing_entity_id ?? '',
    reference: agreement?.reference ?? '',
    valid_from: agreement?.valid_from ?? today,
    valid_to: agreement?.valid_to ?? '',
    days_to_object: String(agreement?.days_to_object ?? 7),
  }
}

function useSaving(agreement: SelfBillingAgreement | undefined, onClose: () => void) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, error, isPending } = useSelfBillingChange<SelfBillingAgreement>()
  return {
    failure: error ? failureOf(error) : undefined,
    isBusy: isPending,
    save(supplierId: string | undefined, values: Parameters<typeof createAgreement>[1]) {
      const change = () => (agreement ? changeAgreement(agreement, values) : createAgreement(supplierId ?? '', values))
      mutate(change, {
        onSuccess: () => {
          toasts.done(agreement ? t`Agreement saved` : t`Agreement created`)
          onClose()
        },
      })
    },
  }
}
