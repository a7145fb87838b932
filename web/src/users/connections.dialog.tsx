import type { User } from '@cartage/contract/auth/app/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { KeyRound } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { usersQuery, type useUserActions } from './queries.ts'

type Connection = User['connections'][number]

/** A user's accounts at identity providers: since when, and actions to end or allow each (SSO-12). */
export function ConnectionsDialog({
  userId,
  commands: { endConnection, reopenConnection },
  onClose,
}: {
  userId: string
  commands: ReturnType<typeof useUserActions>
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const user = useQuery(usersQuery).data?.items.find(({ user_id }) => user_id === userId)
  if (user === undefined) return null
  const onError = (error: Error) => toasts.failed(failureOf(error))

  function change({ provider_id, label, ended_at }: Connection) {
    const params = { user_id: userId, provider_id }
    if (ended_at === null)
      return endConnection.mutate(params, { onSuccess: () => toasts.done(t`Connection with ${label} ended`), onError })
    reopenConnection.mutate(params, { onSuccess: () => toasts.done(t`${label} allowed again`), onError })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Sign-in providers of ${user.name}`}
      text={
        <Trans>
          Ending a connection ends the sessions it opened. That account is then refused until you allow it again;
          another one with the same address can sign in.
        </Trans>
      }
      className="w-[520px]"
    >
      {user.connections.length === 0 ? (
        <p className="text-ink-2">
          <Trans>None. The next sign-in with a provider connects the person by address.</Trans>
        </p>
      ) : (
        <ul className="rounded-lg border border-line">
          {user.connections.map((connection) => (
            <ConnectionRow
              key={`${connection.provider_id} ${connection.connected_at} ${connection.ended_at}`}
              connection={connection}
              isBusy={endConnection.isPending || reopenConnection.isPending}
              onChange={() => change(connection)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ConnectionRow({
  connection: { label, connected_at, ended_at },
  isBusy,
  onChange,
}: {
  connection: Connection
  isBusy: boolean
  onChange: () => void
}) {
  const { t } = useLingui()
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <KeyRound size={16} className="text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{label}</p>
        <p className="tnum text-[12px] text-ink-3">
          <Trans>since</Trans> <RelativeTime instant={connected_at} />
          {ended_at !== null && (
            <>
              {' · '}
              <Trans>ended</Trans> <RelativeTime instant={ended_at} />
            </>
          )}
        </p>
      </div>
      {ended_at === null ? (
        <Button onClick={onChange} isBusy={isBusy} aria-label={t`End the connection with ${label}`}>
          <Trans>End</Trans>
        </Button>
      ) : (
        <Button onClick={onChange} isBusy={isBusy} aria-label={t`Allow ${label} again`}>
          <Trans>Allow again</Trans>
        </Button>
      )}
    </li>
  )
}
