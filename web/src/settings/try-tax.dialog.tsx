import { type TaxAnswer, TaxQuestion, tryTaxRules } from '@cartage/contract/books/app/tax-trial'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { failureOf } from '../api/failure.ts'
import { faultsByPath, restOf } from '../api/field-faults.ts'
import { useMutation } from '../api/use-mutation.ts'
import { type CodeLabels, useLabels } from '../records/code-labels.ts'
import { DayField } from '../ui/form/day-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { Select } from '../ui/form/select.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { dayOf } from '../ui/time/day-input.ts'
import { choiceLabels } from './form/choice.labels.ts'
import { FormLabels } from './form/member.labels.ts'
import { SchemaFields } from './form/schema.form.tsx'
import { schemaFaults } from './form/schema-fault.ts'
import { emptyValues, type FormValues, fieldsOf, namesOf, valuesToSend } from './form/schema-fields.ts'
import { entriesQuery } from './reference.queries.ts'

/** Members with their own inputs: billing entity and day. */
const apart: readonly string[] = ['billing_entity_id', 'day']
const fields = fieldsOf(TaxQuestion).filter(({ name }) => !apart.includes(name))
const countries = ['customer_country', 'from_country', 'to_country']

const memberLabels: CodeLabels = {
  customer_country: msg`Country of the customer (two letters)`,
  has_vat_number: msg`Customer has a valid VAT number`,
  is_private: msg`Customer is a private person`,
  from_country: msg`Transport starts in (two letters)`,
  to_country: msg`Transport ends in (two letters)`,
  customer_is: msg`Customer is`,
  has_export_evidence: msg`Evidence of export`,
  is_in_import_value: msg`Freight is part of the import value`,
  is_disbursement: msg`Paid on behalf of the customer`,
  tax_type: msg`Tax type of the company`,
}
const choices: CodeLabels = { PRINCIPAL: msg`Consignor or consignee`, CARRIER: msg`Carrier` }

/** Describes a supply and shows the decision of the tax rules. Nothing is saved. */
export function TryTaxDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const entities = useQuery(entriesQuery('billing_entities')).data?.items ?? []
  const [entity, setEntity] = useState<string>()
  const [day, setDay] = useState(dayOf(Date.now()))
  const [values, setValues] = useState<FormValues>(() => emptyValues(fields))
  const [found, setFound] = useState<Record<string, string>>({})
  const attempt = useMutation({
    mutationFn: (body: z.input<typeof TaxQuestion>) => call(tryTaxRules, { body }),
  })
  const failure = attempt.error ? failureOf(attempt.error) : undefined
  const faults = { ...faultsByPath(failure), ...found }
  const chosen = entity ?? entities.find(({ is_archived }) => !is_archived)?.setting_id
  const title = t`Try tax rules`

  function submit() {
    const body = { ...valuesToSend(fields, values, language), billing_entity_id: chosen, day }
    const wrong = {
      ...schemaFaults(TaxQuestion, body),
      ...emptyCountries(values, t`Enter a country code, such as BE.`),
    }
    setFound(wrong)
    if (Object.keys(wrong).length === 0) attempt.mutate(TaxQuestion.parse(body))
  }

  return (
    <Dialog isOpen onClose={onClose} title={title} text={t`Nothing is saved.`} className="w-[600px]">
      <Form
        label={title}
        failure={restOf(failure, [...apart, ...namesOf(fields)])}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Try</Trans>} onClose={onClose} isBusy={attempt.isPending} />}
      >
        <div className="grid grid-cols-2 gap-3">
          <Field label={t`Billing entity`} fault={faults.billing_entity_id}>
            {(input) => (
              <Select
                {...input}
                choices={entities.map(({ setting_id, values: own }) => ({
                  value: setting_id,
                  label: String(own.name ?? own.legal_name ?? own.code),
                }))}
                value={chosen ?? null}
                onChange={setEntity}
              />
            )}
          </Field>
          <Field label={t`Day of supply`} fault={faults.day}>
            {(input) => <DayField {...input} value={day} onChange={setDay} />}
          </Field>
          <FormLabels value={{ members: memberLabels, choices }}>
            <SchemaFields fields={fields} values={values} onChange={setValues} faults={faults} />
          </FormLabels>
        </div>
        {attempt.data && <Answer answer={attempt.data} />}
      </Form>
    </Dialog>
  )
}

/** Errors of invalid country codes, by member. The contract's own message is in English. */
function emptyCountries(values: FormValues, text: string): Record<string, string> {
  const wrong = countries.filter((name) => !/^\s*[a-z]{2}\s*$/i.test(String(values[name] ?? '')))
  return Object.fromEntries(wrong.map((name) => [name, text]))
}

function Answer({ answer }: { answer: TaxAnswer }) {
  const { t, i18n } = useLingui()
  const labelOf = useLabels(choiceLabels)
  const { hold, treatment, category, percentage, vatex, tax_rate_code, reasons, warnings } = answer
  return (
    <section aria-label={t`Result`} aria-live="polite" className="border-t border-line pt-2">
      {hold !== null && (
        <Notice icon={TriangleAlert} tone="amber">
          {hold.message}
        </Notice>
      )}
      {warnings.map(({ code, message }) => (
        <Notice key={code} icon={TriangleAlert} tone="amber">
          {message}
        </Notice>
      ))}
      {treatment !== null && (
        <Properties>
          <Property name={t`Tax treatment`}>{labelOf(treatment)}</Property>
          <Property name={t({ message: 'Rate', context: 'VAT' })}>
            {percentage === null ? null : `${i18n.number(percentage)} %`}
          </Property>
          <Property name={t`VAT category`}>{[category, vatex].filter(Boolean).join(' · ')}</Property>
          <Property name={t`Tax rate`}>{tax_rate_code}</Property>
        </Properties>
      )}
      <Section title={t`Steps`}>
        <ol className="grid list-decimal gap-1 pl-5">
          {reasons.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ol>
      </Section>
    </section>
  )
}
