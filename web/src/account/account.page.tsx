import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import { sessionQuery } from '../session/queries.ts'
import { useRoleLabel } from '../session/role.labels.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { CurrentPassword } from './current-password.tsx'
import { PasskeysSection } from './passkeys.section.tsx'
import { accountQuery, useChangePassword } from './queries.ts'
import { SecondFactorSection } from './second-factor.section.tsx'
import { SessionsSection } from './sessions.section.tsx'

/** Password, second factor and sessions of the user. */
export function AccountPage() {
  const { t } = useLingui()
  usePageTitle(t`Your account`)
  const word = useRoleLabel()
  const session = useQuery(sessionQuery).data
  return (
    <>
      <PageHeader title={t`Your account`}>
        {session && (
          <span className="truncate text-ink-2">
            {session.user.name} · {session.user.email} · {word(session.user.role)}
          </span>
        )}
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-[860px] gap-8 px-6 py-6">
          <PasswordSection />
          <SecondFactorSection />
          <PasskeysSection />
          <SessionsSection />
        </div>
      </div>
    </>
  )
}

function PasswordSection() {
  const account = useQuery(accountQuery).data
  if (account?.has_password !== false) return <PasswordForm />
  const providers = account.providers.map(({ label }) => label).join(', ')
  return (
    <section aria-labelledby="password-title" className="grid grid-cols-[260px_1fr] gap-8">
      <h2 id="password-title" className="font-semibold">
        <Trans>Password</Trans>
      </h2>
      <p className="text-ink-2">
        {providers === '' ? (
          <Trans>You have no password here.</Trans>
        ) : (
          <Trans>You have no password here: you sign in with {providers}.</Trans>
        )}
      </p>
    </section>
  )
}

function PasswordForm() {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useChangePassword()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { faults, rest } = formFaults(change.error, ['current_password', 'new_password', 'password'])

  function submit() {
    if (current === '' || next === '') return
    change.mutate(
      { current_password: current, new_password: next },
      {
        onSuccess: () => {
          toasts.done(t`Password changed; other sessions have ended`)
          setCurrent('')
          setNext('')
        },
      },
    )
  }

  return (
    <section aria-labelledby="password-title" className="grid grid-cols-[260px_1fr] gap-8">
      <div>
        <h2 id="password-title" className="font-semibold">
          <Trans>Password</Trans>
        </h2>
        <p className="mt-1 text-ink-2">
          <Trans>At least 12 characters. All other sessions end.</Trans>
        </p>
      </div>
      <div className="max-w-[340px]">
        <Form
          label={t`Password`}
          failure={rest}
          onSubmit={submit}
          footer={
            <Button type="submit" isBusy={change.isPending} disabled={current === '' || next === ''}>
              <Trans>Change password</Trans>
            </Button>
          }
        >
          <CurrentPassword value={current} onChange={setCurrent} fault={faults.current_password} />
          <TextField
            label={t`New password`}
            fault={faults.new_password ?? faults.password}
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={setNext}
          />
        </Form>
      </div>
    </section>
  )
}
