import type { SharedLink } from '@cartage/contract/documents/app/sharing'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useEndLink } from './queries.ts'

/** Whether a link is active. */
export function LinkState({ state }: Pick<SharedLink, 'state'>) {
  const { t } = useLingui()
  const labels = { LIVE: t`Works`, EXPIRED: t`Expired`, ENDED: t`Ended` }
  return <span className={state === 'LIVE' ? 'font-medium text-green' : 'text-ink-3'}>{labels[state]}</span>
}

/** Creator of a link: a user, or Cartage for an event. */
export function LinkMaker({ created_by, is_of_event }: Pick<SharedLink, 'created_by' | 'is_of_event'>) {
  if (is_of_event) return <Trans>Sent with an event</Trans>
  return created_by ?? <Trans>A user who is gone</Trans>
}

/** How often a link was opened, and when it was last opened. */
export function LinkUse({ opened_count, last_opened_at }: Pick<SharedLink, 'opened_count' | 'last_opened_at'>) {
  if (last_opened_at === null) return <Trans>Never opened</Trans>
  return (
    <>
      <Plural value={opened_count} one="Opened once" other="Opened # times" />
      {' · '}
      <RelativeTime instant={last_opened_at} />
    </>
  )
}

/** Revokes an active link. */
export function EndLink({ link }: { link: SharedLink }) {
  const toasts = useToasts()
  const end = useEndLink()
  return (
    <Button
      variant="ghost"
      isBusy={end.isPending}
      onClick={() => end.mutate(link, { onError: (error) => toasts.failed(failureOf(error)) })}
    >
      <Trans>End link</Trans>
    </Button>
  )
}
