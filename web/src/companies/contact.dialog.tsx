import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFields } from '../api/use-fields.ts'
import { useLabels } from '../records/code-labels.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Tags } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { contactLabels } from './labels.ts'
import { type CompanyPatch, patchCompany, useCompanyChange } from './queries.ts'

/** Contact as stored on the company. */
export type ContactFields = NonNullable<CompanyRecord['company']['contacts']>[number]

/** Adds or edits a contact of a company. */
export function ContactDialog({
  companyId,
  given,
  onClose,
}: {
  companyId: string
  /** Contact to edit; a new one when absent. */
  given: ContactFields | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const title = given ? t`Edit contact` : t`Add contact`
  const labelOf = useLabels(contactLabels)
  const toasts = useToasts()
  const change = useCompanyChange()
  const form = useFields({
    name: given?.name ?? '',
    email: given?.email ?? '',
    phone_number: given?.phone_number ?? '',
    note: given?.note ?? '',
  })
  const [roles, setRoles] = useState<string[]>(given?.roles ?? ['OPERATIONS'])

  function submit() {
    const texts = form.values
    if (texts.name.trim() === '') return form.setFaults({ name: t`Enter a name.` })
    const contact = { ...(given && { id: given.id }), ...texts, roles }
    change.mutate(() => patchCompany(companyId, { contacts: [contact] } as CompanyPatch), {
      onSuccess() {
        onClose()
        toasts.done(given ? t`${texts.name} updated` : t`${texts.name} added`)
      },
      onError: form.refused,
    })
  }

  const line = (member: keyof typeof form.values, label: string, type = 'text') => (
    <TextField label={label} type={type} {...form.text(member)} />
  )
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        onSubmit={submit}
        footer={<DialogFooter verb={<AddOrSave isNew={!given} />} onClose={onClose} isBusy={change.isPending} />}
      >
        {line('name', t`Name`)}
        <div className="grid grid-cols-2 gap-3">
          {line('phone_number', t`Phone`, 'tel')}
          {line('email', t`E-mail`)}
        </div>
        {line('note', t`Note`)}
        <div className="flex items-center gap-2">
          <FilterMenu
            title={t`Contact for`}
            icon={Tags}
            facets={Object.keys(contactLabels).map((value) => ({ value, label: labelOf(value) }))}
            chosen={roles}
            onChange={setRoles}
          />
          {roles.length > 1 && <span className="min-w-0 flex-1 text-ink-2">{roles.map(labelOf).join(', ')}</span>}
        </div>
      </Form>
    </Dialog>
  )
}
