import { BillingPreference, type ChosenPreference } from '@cartage/contract/billing/app/preference'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { faultsByPath, restOf } from '../../api/field-faults.ts'
import { usePermission } from '../../session/permission.ts'
import { FormLabels } from '../../settings/form/member.labels.ts'
import { SchemaFields } from '../../settings/form/schema.form.tsx'
import { schemaFaults } from '../../settings/form/schema-fault.ts'
import { type FormValues, fieldsOf, namesOf, valuesToSend } from '../../settings/form/schema-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Info } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { useInvoiceChange } from '../queries.ts'
import { preferenceChoices, preferenceLabels } from './preference.labels.ts'
import { type PreferenceSubject, savePreference } from './queries.ts'

const fields = fieldsOf(BillingPreference)

/** Billing preferences of a company or billing entity; the fields are generated from the contract. */
export function PreferenceForm({ subject, chosen }: { subject: PreferenceSubject; chosen: ChosenPreference }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const mayWrite = usePermission('invoice.write')
  const change = useInvoiceChange()
  const [values, setValues] = useState<FormValues>({ ...chosen.preference })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const failure = change.error ? failureOf(change.error) : undefined
  const save = (preference: BillingPreference | null, done: string) =>
    change.mutate(() => savePreference(subject, preference), { onSuccess: () => toasts.done(done) })

  function submit() {
    const body = valuesToSend(fields, values, language)
    const found = schemaFaults(BillingPreference, body)
    setFaults(found)
    // Remaining checks are done by the server, which reports errors in the user's language.
    if (Object.keys(found).length === 0) save(body as BillingPreference, t`Billing preferences saved`)
  }

  return (
    <div className="grid max-w-[640px] gap-4">
      <Source subject={subject} source={chosen.source} />
      <Form
        label={t`Billing preferences`}
        failure={restOf(failure, namesOf(fields))}
        onSubmit={submit}
        footer={
          mayWrite && (
            <>
              {chosen.version > 0 && (
                <Button onClick={() => save(null, t`Own billing preferences removed`)} isBusy={change.isPending}>
                  <Trans>Remove own preferences</Trans>
                </Button>
              )}
              <Button type="submit" variant="brand" keys="mod+enter" isBusy={change.isPending}>
                <Trans>Save</Trans>
              </Button>
            </>
          )
        }
      >
        <FormLabels value={{ members: preferenceLabels, choices: preferenceChoices }}>
          <SchemaFields
            fields={fields}
            values={values}
            onChange={setValues}
            faults={{ ...ownPaths(faultsByPath(failure)), ...faults }}
            isReadOnly={!mayWrite}
          />
        </FormLabels>
      </Form>
    </div>
  )
}

/** Strips the body prefix from server error paths, because the preference is a member of the body. */
function ownPaths(faults: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path.replace(/^preference\./, ''), fault]))
}

/** Origin of inherited preferences. */
function Source({ subject, source }: { subject: PreferenceSubject; source: ChosenPreference['source'] }) {
  const isOwn = source === ('company_id' in subject ? 'COMPANY' : 'BILLING_ENTITY')
  if (isOwn) return null
  return (
    <Notice icon={Info}>
      {source === 'BILLING_ENTITY' ? (
        <Trans>Those of the billing entity apply. Save to set your own.</Trans>
      ) : (
        <Trans>Defaults apply, with an invoice for each order. Save to set your own.</Trans>
      )}
    </Notice>
  )
}
