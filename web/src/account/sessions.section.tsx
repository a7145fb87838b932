import type { OpenSession } from '@cartage/contract/auth/app/account'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { Monitor, Smartphone } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { browserOf, isPhone } from './browser-name.ts'
import { accountQuery, sessionsQuery, useEndSession } from './queries.ts'

/** The user's sessions; each can be ended. */
export function SessionsSection() {
  const { t } = useLingui()
  const toasts = useToasts()
  const query = useQuery(sessionsQuery)
  const end = useEndSession()
  const sessions = query.data?.items
  const hasPassword = useQuery(accountQuery).data?.has_password !== false
  const endOne = (id: string | 'others') =>
    end.mutate(id, {
      onSuccess: () => toasts.done(id === 'others' ? t`All other sessions ended` : t`Session ended`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <section aria-labelledby="sessions-title" className="grid gap-3">
      <div className="flex items-end gap-4">
        <div className="min-w-0 flex-1">
          <h2 id="sessions-title" className="font-semibold">
            <Trans>Active sessions</Trans>
          </h2>
          <p className="mt-1 text-ink-2">
            {hasPassword ? (
              <Trans>End any you don't recognise, then change your password.</Trans>
            ) : (
              <Trans>End any you don't recognise, then inform your Super admin.</Trans>
            )}
          </p>
        </div>
        {sessions !== undefined && sessions.length > 1 && (
          <Button onClick={() => endOne('others')} isBusy={end.isPending}>
            <Trans>End all others</Trans>
          </Button>
        )}
      </div>
      {query.error !== null && sessions === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      <ul className="rounded-lg border border-line">
        {sessions?.map((session) => (
          <SessionRow key={session.session_id} session={session} onEnd={() => endOne(session.session_id)} />
        ))}
      </ul>
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { t } = useLingui()
  const Icon = isPhone(session.user_agent) ? Smartphone : Monitor
  const browser = browserOf(session.user_agent) ?? t`Unknown browser`
  const way = session.provider_label ?? (session.opened_by === 'PASSKEY' ? t`Passkey` : t`Password`)
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <Icon size={16} className="text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium" title={session.user_agent}>
          {browser}
        </p>
        <p className="tnum text-[12px] text-ink-3">
          {way} · {session.address} · <Trans>since</Trans> <RelativeTime instant={session.started_at} /> ·{' '}
          <Trans>last used</Trans> <RelativeTime instant={session.used_at} />
        </p>
      </div>
      {session.is_current ? (
        <span className="text-[12px] text-ink-2">
          <Trans>This session</Trans>
        </span>
      ) : (
        <Button onClick={onEnd} aria-label={t`End the session of ${browser}`}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  )
}
