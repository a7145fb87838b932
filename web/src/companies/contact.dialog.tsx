import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tags } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useWords } from '../records/code-words.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { submitByKey } from '../ui/form/submit-keys.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { patchCompany, useCompanyChange } from './queries.ts'
import { contactWords } from './words.ts'

/** A contact as the company has it. */
export type AskedContact = NonNullable<CompanyRecord['company']['contacts']>[number]

/** Adds or changes a contact of a company. */
export function ContactDialog({
  companyId,
  given,
  onClose,
}: {
  companyId: string
  /** The one to be changed; a new one when absent. */
  given: AskedContact | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const wordOf = useWords(contactWords)
  const tell = useToasts()
  const change = useCompanyChange()
  const [texts, setTexts] = useState({
    name: given?.name ?? '',
    email: given?.email ?? '',
    phone_number: given?.phone_number ?? '',
    note: given?.note ?? '',
  })
  const [roles, setRoles] = useState<string[]>(given?.roles ?? ['OPERATIONS'])
  const [faults, setFaults] = useState<Record<string, string>>({})

  function submit(event: FormEvent) {
    event.preventDefault()
    if (texts.name.trim() === '') return setFaults({ name: t`Enter a name.` })
    const contact = { ...(given && { id: given.id }), ...texts, roles }
    change.mutate(() => patchCompany(companyId, { contacts: [contact] as never }), {
      onSuccess() {
        onClose()
        tell.done(given ? t`${texts.name} updated` : t`${texts.name} added`)
      },
      onError(error) {
        const failure = failureOf(error)
        const byMember = failure.items.map(({ path, message }) => [(path ?? '').split('.').at(-1) ?? '', message])
        setFaults(Object.fromEntries(byMember))
        if (byMember.length === 0) tell.failed(failure)
      },
    })
  }

  const line = (member: keyof typeof texts, label: string, type = 'text') => (
    <Field label={label} fault={faults[member]}>
      {(input) => (
        <input
          {...input}
          type={type}
          value={texts[member]}
          onChange={(event) => setTexts({ ...texts, [member]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <Dialog isOpen onClose={onClose} title={given ? t`Edit contact` : t`Add contact`}>
      <form onSubmit={submit} onKeyDownCapture={submitByKey} className="grid gap-3">
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
            facets={Object.keys(contactWords).map((value) => ({ value, label: wordOf(value) }))}
            chosen={roles}
            onChange={setRoles}
          />
          <span className="min-w-0 flex-1 text-ink-2">{roles.map(wordOf).join(', ')}</span>
        </div>
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="brand" type="submit" keys="mod+enter" isBusy={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
