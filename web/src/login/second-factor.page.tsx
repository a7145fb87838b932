import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AddPasskeySteps } from '../account/add-passkey-steps.tsx'
import { passkeysQuery } from '../account/queries.ts'
import { SetUpSteps } from '../account/set-up-steps.tsx'
import { knowsPasskeys } from '../session/passkeys.ts'
import { organisationsQuery, sessionQuery, useLogout, useSwitchOrganisation } from '../session/queries.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { ShieldCheck } from '../ui/icons.tsx'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { OutsideCard } from './outside-card.tsx'
import { returnPath } from './return-path.ts'

/** Sets up the second factor that the organisation requires; everything else is blocked until then (FACTOR-1). */
export function SecondFactorPage({ return_to: returnTo }: { return_to?: string | undefined }) {
  const { t } = useLingui()
  const router = useRouter()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const session = useQuery(sessionQuery).data
  usePageTitle(t`Set up the second factor`)

  async function onDone() {
    await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
    await router.invalidate()
    await navigate({ href: returnPath(returnTo), replace: true })
  }

  return (
    <Toasts>
      <OutsideCard
        title={t`Set up the second factor`}
        text={session && <Trans>For {session.user.email}</Trans>}
        footer={<WaysOut />}
      >
        <Notice icon={ShieldCheck}>
          <Trans>
            {session?.tenant.name} requires a second factor: an authenticator app on your phone or a passkey. It takes
            two minutes.
          </Trans>
        </Notice>
        <Ways onDone={() => void onDone()} />
      </OutsideCard>
    </Toasts>
  )
}

/** Authenticator app, or a passkey if server and browser support it. The user can switch until codes are shown. */
function Ways({ onDone }: { onDone: () => void }) {
  const isPossible = useQuery({ ...passkeysQuery, enabled: knowsPasskeys() }).data?.is_possible === true
  const [isPasskey, setIsPasskey] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  return (
    <>
      {isPasskey ? (
        <AddPasskeySteps onAdded={onDone} onDone={onDone} onHeld={setIsHeld} />
      ) : (
        <SetUpSteps onDone={onDone} onHeld={setIsHeld} />
      )}
      {isPossible && !isHeld && (
        <button type="button" className="btn btn-outline h-8 w-full" onClick={() => setIsPasskey(!isPasskey)}>
          {isPasskey ? <Trans>Use an app instead</Trans> : <Trans>Use a passkey instead</Trans>}
        </button>
      )}
    </>
  )
}

/** Other sessions of this browser, and signing out. */
function WaysOut() {
  const navigate = useNavigate()
  const logout = useLogout()
  const change = useSwitchOrganisation()
  const others = useQuery(organisationsQuery).data?.items.filter(({ is_current }) => !is_current) ?? []
  const style = 'text-ink-2 underline underline-offset-2 hover:text-ink'
  return (
    <p className="flex flex-wrap justify-center gap-4">
      {others.map(({ session_id, tenant }) => (
        <button key={session_id} type="button" className={style} onClick={() => change.mutate(session_id)}>
          <Trans>Go to {tenant.name}</Trans>
        </button>
      ))}
      <button
        type="button"
        className={style}
        onClick={() => logout.mutate(undefined, { onSuccess: () => navigate({ to: '/login' }) })}
      >
        <Trans>Sign out</Trans>
      </button>
    </p>
  )
}
