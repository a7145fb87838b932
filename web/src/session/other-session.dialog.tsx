import type { Session } from '@cartage/contract/auth/app/session'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { listenToTabs } from './browser-tabs.ts'
import { endSession, sessionQuery } from './queries.ts'

/**
 * Another tab has changed the organisation or the person: what this tab shows belongs to the one before, and nothing
 * may be done with it under the new session.
 */
export function OtherSessionDialog() {
  const { t } = useLingui()
  const router = useRouter()
  const queryClient = useQueryClient()
  const own = useQuery(sessionQuery).data
  const [next, setNext] = useState<Session>()
  useEffect(
    () =>
      listenToTabs((session) => {
        if (session !== null) return setNext(session)
        endSession(queryClient, 'ended')
        void router.invalidate()
      }),
    [queryClient, router],
  )
  if (!next || !own || isSame(own, next)) return null
  const name = next.tenant.name
  return (
    <Dialog
      isOpen
      onClose={reload}
      title={t`You are now signed in to ${name}`}
      text={
        <Trans>You switched in another tab. This page belongs to {own.tenant.name} and can no longer be edited.</Trans>
      }
      foot={
        <Button variant="brand" onClick={reload}>
          <Trans>Continue with {name}</Trans>
        </Button>
      }
    />
  )
}

function isSame(one: Session, other: Session): boolean {
  return one.tenant.tenant_id === other.tenant.tenant_id && one.user.user_id === other.user.user_id
}

function reload(): void {
  window.location.assign('/')
}
