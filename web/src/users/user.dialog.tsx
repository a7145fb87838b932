import type { User, UserLink } from '@cartage/contract/auth/app/users'
import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { type BoundCompany, CompanyField } from '../records/company-field.tsx'
import { useRoleLabel } from '../session/role.labels.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Mail } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { dayAndTime } from '../ui/time/when.tsx'
import { MailX } from './icons.tsx'
import type { useUserActions } from './queries.ts'

type Actions = ReturnType<typeof useUserActions>

/** Roles of external users, who belong to one company. */
const outsiders: readonly string[] = ['CUSTOMER', 'SUBCONTRACTOR']

/** Invites a user, who sets a password through a link. */
export function InviteDialog({
  invite,
  onClose,
  onInvited,
}: {
  invite: Actions['invite']
  onClose: () => void
  onInvited: (link: UserLink, name: string) => void
}) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<UserRole>('PLANNER')
  const [company, setCompany] = useState<BoundCompany | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(invite.error, ['email', 'name', 'role', 'company_id'])
  const needsCompany = outsiders.includes(role)

  function submit() {
    setIsSubmitted(true)
    if (email.trim() === '' || name.trim() === '' || (needsCompany && company === null)) return
    const company_id = needsCompany ? (company?.company_id ?? null) : null
    const body = { email: email.trim(), name: name.trim(), role, company_id }
    invite.mutate(body, { onSuccess: (link) => onInvited(link, body.name) })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invite user`}
      text={
        <Trans>You get a link to send to them. It sets their password, works once, and expires after three days.</Trans>
      }
    >
      <Form
        label={t`Invite user`}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Invite</Trans>} onClose={onClose} isBusy={invite.isPending} />}
      >
        <TextField
          label={t`E-mail`}
          fault={isSubmitted && email.trim() === '' ? t`Enter an e-mail address.` : faults.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={t`Name`}
          fault={isSubmitted && name.trim() === '' ? t`Enter a name.` : faults.name}
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <RoleField role={role} onChange={setRole} fault={faults.role} />
        {needsCompany && (
          <CompanyField
            value={company}
            onChange={setCompany}
            fault={isSubmitted && company === null ? t`Choose a company.` : faults.company_id}
          />
        )}
      </Form>
    </Dialog>
  )
}

function RoleField({
  role,
  onChange,
  fault,
}: {
  role: UserRole
  onChange: (role: UserRole) => void
  fault: string | undefined
}) {
  const { t } = useLingui()
  const word = useRoleLabel()
  return (
    <Field label={t`Role`} fault={fault}>
      {({ id, className }) => (
        <Select<UserRole>
          id={id}
          className={className}
          choices={userRoles.map((value) => ({ value, label: word(value) }))}
          value={role}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** Changes name and role of a user. */
export function UserDialog({
  user,
  change,
  onClose,
  onChanged,
}: {
  user: User
  change: Actions['change']
  onClose: () => void
  onChanged: () => void
}) {
  const { t } = useLingui()
  const [name, setName] = useState(user.name)
  const [role, setRole] = useState(user.role as UserRole)
  const [company, setCompany] = useState<BoundCompany | null>(
    user.company_id === null ? null : { company_id: user.company_id, name: user.company_name ?? user.company_id },
  )
  const { faults, rest } = formFaults(change.error, ['name', 'role', 'company_id'])
  const needsCompany = outsiders.includes(role)
  function submit() {
    const company_id = needsCompany ? (company?.company_id ?? null) : null
    change.mutate({ id: user.user_id, name: name.trim(), role, company_id }, { onSuccess: onChanged })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Edit ${user.name}`} text={user.email}>
      <Form
        label={t`Edit user`}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <TextField label={t`Name`} fault={faults.name} value={name} onChange={setName} />
        <RoleField role={role} onChange={setRole} fault={faults.role} />
        {needsCompany && <CompanyField value={company} onChange={setCompany} fault={faults.company_id} />}
      </Form>
    </Dialog>
  )
}

/** The link with a copy button, and whether it was also sent by e-mail. */
export function LinkDialog({ link, name, onClose }: { link: UserLink; name: string; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const address = `${window.location.origin}${link.path}`
  const end = i18n.date(new Date(link.expires_at), dayAndTime())
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Link for ${name}`}
      text={<Trans>Valid once, until {end}. Shown only once.</Trans>}
      className="w-[520px]"
      footer={
        <Button variant="brand" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
          <code className="min-w-0 flex-1 font-mono text-[12px] [overflow-wrap:anywhere]" data-link="">
            {address}
          </code>
          <CopyButton text={address} label={t`Copy link`} />
        </div>
        {link.mail === 'sent' && (
          <Notice icon={Mail} tone="green">
            <Trans>Also sent by e-mail.</Trans>
          </Notice>
        )}
        {link.mail === 'failed' && (
          <Notice icon={MailX} tone="amber">
            <Trans>The e-mail could not be sent. Share the link yourself; the server log has the reason.</Trans>
          </Notice>
        )}
        {link.mail === 'off' && (
          <Notice icon={MailX}>
            <Trans>No mail server is configured, so no e-mail was sent. Share the link with this person only.</Trans>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
