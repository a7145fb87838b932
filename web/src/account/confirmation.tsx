import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { KeyRound } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { CurrentPassword } from './current-password.tsx'
import { accountQuery, useOpenProviderAgain } from './queries.ts'

/** How the user confirms their identity: by password, or through a provider for users without one (SSO-11). */
export function useConfirmation() {
  const account = useQuery(accountQuery).data
  const [password, setPassword] = useState('')
  const hasPassword = account === undefined || account.has_password
  const way = hasPassword ? 'password' : account.is_confirmed ? 'confirmed' : 'provider'
  return {
    way,
    /** Value sent with the request; undefined if a provider confirmed the user. */
    current: hasPassword ? password : undefined,
    isReady: way === 'confirmed' || (way === 'password' && password !== ''),
    providers: account?.providers ?? [],
    password,
    setPassword,
  } as const
}

/**
 * Password field, or buttons to sign in with a provider again.
 * @param fault error reported by the server
 */
export function ConfirmationField({
  confirmation,
  fault,
}: {
  confirmation: ReturnType<typeof useConfirmation>
  fault: string | undefined
}) {
  const { way, password, setPassword, providers } = confirmation
  const open = useOpenProviderAgain()
  if (way === 'password') return <CurrentPassword value={password} onChange={setPassword} fault={fault} />
  // The ten-minute confirmation may have expired since the page was loaded.
  if (way === 'confirmed' && fault === undefined) return null
  const returnTo = `${window.location.pathname}${window.location.search}`
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">
        <Trans>First show that it is you. You come back here and have ten minutes.</Trans>
      </p>
      {open.error && <ErrorPanel {...failureOf(open.error)} />}
      {providers.map(({ provider_id, label }) => (
        <button
          key={provider_id}
          type="button"
          className="btn btn-outline h-8 w-full"
          aria-disabled={open.isPending}
          onClick={() => !open.isPending && open.mutate({ provider_id, return_to: returnTo })}
        >
          <KeyRound size={14} aria-hidden="true" />
          <span className="min-w-0 truncate">
            <Trans>Sign in with {label} again</Trans>
          </span>
        </button>
      ))}
    </div>
  )
}
