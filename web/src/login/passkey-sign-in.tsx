import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { knowsPasskeys, PasskeyCancelled } from '../session/passkeys.ts'
import { signInWaysQuery, usePasskeySignIn } from '../session/sign-in.queries.ts'
import { KeyRound } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'

/** Signs in without address and password, if server and browser support passkeys. */
export function PasskeySignIn({ keepsSession, onDone }: { keepsSession: boolean; onDone: () => Promise<void> }) {
  const ways = useQuery({ ...signInWaysQuery, enabled: knowsPasskeys() }).data
  const enter = usePasskeySignIn()
  const failure = enter.error && !(enter.error instanceof PasskeyCancelled) ? failureOf(enter.error) : undefined
  if (ways?.passkeys !== true) return null
  return (
    <>
      {failure && <ErrorPanel title={failure.title} message={failure.message} requestId={failure.requestId} />}
      <button
        type="button"
        className="btn btn-outline h-8 w-full"
        aria-disabled={enter.isPending}
        onClick={() => !enter.isPending && enter.mutate(keepsSession, { onSuccess: () => void onDone() })}
      >
        <KeyRound size={14} aria-hidden="true" />
        <Trans>Sign in with a passkey</Trans>
      </button>
    </>
  )
}
