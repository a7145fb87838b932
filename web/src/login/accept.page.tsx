import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { linkQuery, useAcceptLink } from '../account/queries.ts'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { CircleCheck } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { useFirstField } from './first-field.ts'
import { OutsideCard, ToLogin } from './outside-card.tsx'

/** Sets a password through a link. The token is in the fragment, which browsers never send. */
export function AcceptPage() {
  const { t } = useLingui()
  usePageTitle(t`Choose a password`)
  const token = useRouterState({ select: (state) => state.location.hash })
  const query = useQuery(linkQuery(token))
  const link = query.data
  const accept = useAcceptLink()
  if (accept.isSuccess) return <Done isFirst={link?.purpose === 'INVITE'} />
  if (query.error !== null) return <NoLink error={query.error} onRetry={() => query.refetch()} />
  if (link === undefined) {
    return (
      <OutsideCard title={t`Choose a password`}>
        <div className="skeleton h-24" aria-busy="true" />
      </OutsideCard>
    )
  }
  const title = link.purpose === 'INVITE' ? t`Welcome, ${link.name}` : t`New password`
  return (
    <OutsideCard
      title={title}
      text={
        <Trans>
          For {link.email} at {link.tenant_name}.
        </Trans>
      }
    >
      <PasswordForm token={token} email={link.email} accept={accept} />
    </OutsideCard>
  )
}

/** The link is unknown, or the server was not reached. */
function NoLink({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useLingui()
  const failure = failureOf(error)
  const isUnknown = failure.status === 404 || failure.status === 422
  if (!isUnknown) {
    return (
      <OutsideCard title={t`Choose a password`}>
        <ErrorPanel {...failure} onRetry={onRetry} />
      </OutsideCard>
    )
  }
  return (
    <OutsideCard title={<Trans>This link does not work</Trans>}>
      <ErrorPanel
        title={t`Link used or expired`}
        message={t`A link works once and for a limited time. If you have a password, sign in. Otherwise ask a Super admin for a new link.`}
      />
      <ToLogin />
    </OutsideCard>
  )
}

function PasswordForm({
  token,
  email,
  accept,
}: {
  token: string
  email: string
  accept: ReturnType<typeof useAcceptLink>
}) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const failure = accept.error ? failureOf(accept.error) : undefined
  const rest = restOf(failure, ['password'])
  const form = useFirstField()
  const isEmpty = isSubmitted && password === ''
  const isDifferent = isSubmitted && !isEmpty && again !== password

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsSubmitted(true)
    if (password === '') form.current?.querySelector<HTMLInputElement>('input[type=password]')?.focus()
    else if (again === password) accept.mutate({ token, password })
  }

  function change(typed: string) {
    setPassword(typed)
    // The previous server error concerned another password.
    accept.reset()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3.5" aria-label={t`Choose a password`}>
      {rest && <ErrorPanel {...rest} />}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t`Password`}
        fault={isEmpty ? t`Choose a password.` : faultsByField(failure).password}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={change}
      />
      <TextField
        label={t`Repeat password`}
        fault={isDifferent ? t`Passwords do not match.` : undefined}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
      <p className="text-[12px] text-ink-2">
        <Trans>At least 12 characters. A passphrase works well.</Trans>
      </p>
      <button type="submit" className="btn btn-brand h-8 w-full" disabled={accept.isPending}>
        <Trans>Set password</Trans>
      </button>
    </form>
  )
}

function Done({ isFirst }: { isFirst: boolean }) {
  return (
    <OutsideCard title={<Trans>Password set</Trans>}>
      <Notice icon={CircleCheck} tone="green">
        {isFirst ? (
          <Trans>You can sign in now.</Trans>
        ) : (
          <Trans>You can sign in now. All earlier sessions have ended.</Trans>
        )}
      </Notice>
      <ToLogin />
    </OutsideCard>
  )
}
