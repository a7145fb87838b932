import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useForgot } from '../account/queries.ts'
import { failureOf } from '../api/failure.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Mail, UserRound } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { useFirstField } from './first-field.ts'
import { OutsideCard, ToLogin } from './outside-card.tsx'

/** Requests a link to set a new password. Never reveals whether an address is known. */
export function ForgotPage() {
  const { t } = useLingui()
  usePageTitle(t`Forgot password`)
  const forgot = useForgot()
  const form = useFirstField()
  const [email, setEmail] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsSubmitted(true)
    if (email.trim() !== '') forgot.mutate(email.trim())
  }

  if (forgot.data) {
    return (
      <OutsideCard title={t`Forgot password`}>
        {forgot.data.is_mail_on ? (
          <Notice icon={Mail}>
            <Trans>If this address has an account, a link is on its way. It works once, for one hour.</Trans>
          </Notice>
        ) : (
          <Notice icon={UserRound}>
            <Trans>
              This server does not send e-mail. Ask a Super admin of your company for a reset link (Settings, Users).
            </Trans>
          </Notice>
        )}
        <ToLogin />
      </OutsideCard>
    )
  }
  return (
    <OutsideCard title={t`Forgot password`} text={<Trans>Enter your e-mail address to get a reset link.</Trans>}>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-3.5" aria-label={t`Forgot password`}>
        {forgot.error && <ErrorPanel {...failureOf(forgot.error)} />}
        <TextField
          label={t`E-mail`}
          fault={isSubmitted && email.trim() === '' ? t`Enter your e-mail address.` : undefined}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <button type="submit" className="btn btn-brand h-8 w-full" disabled={forgot.isPending}>
          <Trans>Send link</Trans>
        </button>
      </form>
      <p className="text-center text-[12px]">
        <Link to="/login" className="text-ink-2 underline underline-offset-2 hover:text-ink">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </OutsideCard>
  )
}
