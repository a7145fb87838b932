import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { SetUpSteps } from '../account/set-up-steps.tsx'
import { organisationsQuery, sessionQuery, useLogout, useSwitchOrganisation } from '../session/queries.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { ShieldCheck } from '../ui/icons.tsx'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { OutsideCard } from './outside-card.tsx'
import { returnPath } from './return-path.ts'

/** Where a person sets up the second factor that the organisation requires; nothing else is open until then (FACTOR-1). */
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
        foot={<WaysOut />}
      >
        <Notice icon={ShieldCheck}>
          <Trans>
            {session?.tenant.name} requires a second factor. You need an authenticator app on your phone. It takes two
            minutes.
          </Trans>
        </Notice>
        <SetUpSteps onDone={() => void onDone()} />
      </OutsideCard>
    </Toasts>
  )
}

/** Other organisations this browser is signed in to, and signing out. */
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
