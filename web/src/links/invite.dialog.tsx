import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { CreatedLink } from '../documents/sharing/created-link.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { LanguageField, type LinkLanguage } from './language-field.tsx'
import { useInvite } from './portal.queries.ts'

const lifetimes = ['30', '90', '180', '366'] as const
type Lifetime = (typeof lifetimes)[number]

interface Terms {
  days: Lifetime
  language: LinkLanguage
}

/** Invites a customer's contact to the portal, and shows the link once. */
export function InviteDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const invite = useInvite(companyId)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [terms, setTerms] = useState<Terms>({ days: '90', language: 'browser' })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (invite.isPending) return
    invite.mutate({
      person_name: name.trim(),
      person_email: email.trim() || null,
      days: Number(terms.days),
      language: terms.language === 'browser' ? null : terms.language,
    })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invite to the portal`}
      text={t`Opens the orders of this customer without an account: times, documents, new orders and charges to approve.`}
      className="w-[560px]"
    >
      <form id={formId} className="grid gap-4" onSubmit={submit}>
        {invite.error && <ErrorPanel {...failureOf(invite.error)} />}
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t`Name`} fault={undefined}>
            {(input) => (
              <input
                {...input}
                className="field"
                required
                maxLength={200}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t`E-mail`} fault={undefined}>
            {(input) => (
              <input
                {...input}
                type="email"
                className="field"
                maxLength={320}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <TermFields terms={terms} onChange={setTerms} />
        </div>
        {invite.data ? (
          <CreatedLink address={`${window.location.origin}${invite.data.path}`} />
        ) : (
          <Button type="submit" variant="brand" isBusy={invite.isPending} className="justify-self-end">
            <Trans>Create link</Trans>
          </Button>
        )}
      </form>
    </Dialog>
  )
}

interface TermFieldsProps {
  terms: Terms
  onChange: (terms: Terms) => void
}

function TermFields({ terms, onChange }: TermFieldsProps) {
  const { t } = useLingui()
  const lifetimeLabels = { '30': t`30 days`, '90': t`90 days`, '180': t`180 days`, '366': t`1 year` }
  return (
    <>
      <Field label={t`Works for`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={lifetimes.map((value) => ({ value, label: lifetimeLabels[value] }))}
            value={terms.days}
            onChange={(days) => onChange({ ...terms, days })}
          />
        )}
      </Field>
      <LanguageField value={terms.language} onChange={(language) => onChange({ ...terms, language })} />
    </>
  )
}
