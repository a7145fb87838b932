import { type SettingKindName, settingKinds } from '@cartage/contract/tenants/app/kinds'
import type { Setting } from '@cartage/contract/tenants/app/settings'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { failureOf } from '../api/failure.ts'
import { faultsByPath, restOf } from '../api/field-faults.ts'
import { Form } from '../ui/form/form.tsx'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import { Info } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { nameOf } from './entries.columns.tsx'
import { SchemaFields } from './form/schema.form.tsx'
import { schemaFaults } from './form/schema-fault.ts'
import { emptyValues, type FormValues, fieldsOf, namesOf, valuesToSend } from './form/schema-fields.ts'
import { settingKindLabels } from './kind.labels.ts'
import { entriesQuery, useEntryActions } from './reference.queries.ts'

/** Adds or edits one entry. Its fields are built from the contract. */
export function EntryDialog({
  kind,
  entry,
  onClose,
}: {
  kind: SettingKindName
  entry: Setting | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const { save } = useEntryActions(kind)
  const schema = settingKinds[kind].schema as z.ZodType
  const fields = useMemo(() => fieldsOf(schema), [schema])
  const [values, setValues] = useState<FormValues>(entry ? { ...entry.values } : emptyValues(fields))
  const references = useReferences(kind, values.billing_entity)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const failure = save.error ? failureOf(save.error) : undefined

  function submit() {
    const body = valuesToSend(fields, values, language)
    const found = schemaFaults(schema, body)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { id: entry?.setting_id, values: body },
      {
        onSuccess: (saved) => {
          toasts.done(t`${nameOf(saved)} saved`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={entry ? t`Edit ${nameOf(entry)}` : t(settingKindLabels[kind].add)}
      className="w-[520px]"
    >
      <Form
        label={t(settingKindLabels[kind].title)}
        failure={restOf(failure, namesOf(fields))}
        onSubmit={submit}
        footer={
          <DialogFooter verb={<AddOrSave isNew={entry === undefined} />} onClose={onClose} isBusy={save.isPending} />
        }
      >
        {isOfDocuments(kind, values) && (
          <Notice icon={Info}>
            <Trans>
              Numbers of invoices and credit notes have no gaps, start at 1 and restart each year. With several billing
              entities, each has number ranges of its own.
            </Trans>
          </Notice>
        )}
        <SchemaFields
          fields={fields}
          values={values}
          onChange={(next) => setValues(isOfDocuments(kind, values) ? next : asForDocuments(kind, next))}
          faults={{ ...faultsByPath(failure), ...faults }}
          references={references}
        />
      </Form>
    </Dialog>
  )
}

/** Kinds of accounting documents with their own numbers. */
const documents: readonly unknown[] = ['INVOICE', 'CREDIT_NOTE', 'SELF_BILLING_INVOICE', 'PURCHASE']

/** Whether a number range must follow the rules for documents (BILL-6). */
function isOfDocuments(kind: SettingKindName, values: FormValues): boolean {
  return kind === 'number_ranges' && documents.includes(values.applies_to)
}

/** Fills in the required values as soon as a range is for documents. */
function asForDocuments(kind: SettingKindName, values: FormValues): FormValues {
  if (!isOfDocuments(kind, values)) return values
  const year_style = values.year_style === 'NONE' ? 'FULL' : values.year_style
  return { ...values, is_gapless: true, restarts_yearly: true, first_number: 1, year_style }
}

/** Members that refer to an entry of another kind by its code. */
const named: Partial<Record<SettingKindName, Readonly<Record<string, SettingKindName>>>> = {
  question_path_keys: { document_type: 'document_types' },
  number_ranges: { billing_entity: 'billing_entities' },
  accounts: { billing_entity: 'billing_entities' },
  tax_rates: { billing_entity: 'billing_entities', vat_account: 'accounts' },
}

/** Codes that members may refer to. For kinds of a billing entity, only those of the chosen one. */
function useReferences(kind: SettingKindName, entity: unknown): Readonly<Record<string, readonly string[]>> {
  const members = Object.entries(named[kind] ?? {})
  const results = useQueries({ queries: members.map(([, other]) => entriesQuery(other)) })
  return Object.fromEntries(
    members.map(([member], at) => {
      const live = (results[at]?.data?.items ?? []).filter((one) => !one.is_archived)
      const fitting = live.filter(({ values }) => !('billing_entity' in values) || values.billing_entity === entity)
      return [member, fitting.map((one) => String(one.values.code))]
    }),
  )
}
