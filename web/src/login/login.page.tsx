import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageTitle } from '../shell/page-title.ts'
import { Clock } from '../ui/icons.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { LoginForm } from './login.form.tsx'
import { OutsideCard } from './outside-card.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { returnPath } from './return-path.ts'

/** URL parameters of the login page. */
export interface LoginSearch {
  return_to?: string | undefined
  /** Why the user has to sign in again. */
  why?: 'ended' | undefined
  /** Adds an organisation to this browser's sessions. */
  add?: boolean | undefined
  /** Provider preset by a link. */
  provider?: string | undefined
}

/** Sign-in page, also used to add another organisation while signed in. */
export function LoginPage({ return_to: returnTo, why, add = false, provider }: LoginSearch) {
  const { t } = useLingui()
  const router = useRouter()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const title = add ? t`Add organisation` : t`Sign in`
  usePageTitle(title)

  async function onDone() {
    // A full page load discards everything of the previous organisation.
    if (add) return window.location.assign('/')
    await router.invalidate()
    await navigate({ href: returnPath(returnTo), replace: true })
  }

  return (
    <OutsideCard
      title={title}
      text={
        add ? (
          <Trans>You stay signed in here and switch at the top of the sidebar.</Trans>
        ) : (
          <Trans>Use your company account.</Trans>
        )
      }
      footer={
        !add && (
          <p>
            <Trans>
              Connecting a system?{' '}
              <a className="font-medium text-brand-ink underline underline-offset-2" href="/api-reference">
                API reference
              </a>
            </Trans>
          </p>
        )
      }
    >
      {why === 'ended' && (
        <Notice icon={Clock}>
          <Trans>Your session has ended. Sign in to continue.</Trans>
        </Notice>
      )}
      <ProviderButtons
        email={email}
        providerId={provider}
        departure={{ ...(returnTo !== undefined && { return_to: returnTo }), keeps_session: add }}
      />
      <LoginForm keepsSession={add} onDone={onDone} onEmail={setEmail} />
      <PasskeySignIn keepsSession={add} onDone={onDone} />
      <p className="flex justify-center gap-4 text-[12px]">
        <Link to="/forgot" className="text-ink-2 underline underline-offset-2 hover:text-ink">
          <Trans>Forgot password?</Trans>
        </Link>
        {add && (
          <Link to="/" className="text-ink-2 underline underline-offset-2 hover:text-ink">
            <Trans>Back</Trans>
          </Link>
        )}
      </p>
    </OutsideCard>
  )
}
