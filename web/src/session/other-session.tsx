import type { Session } from '@cartage/contract/auth/app/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { listenToTabs } from './browser-tabs.ts'
import { endSession, sessionQuery } from './queries.ts'

const OtherSessionDialog = lazy(async () => ({
  default: (await import('./other-session.dialog.tsx')).OtherSessionDialog,
}))

/**
 * Another tab changed the tenant or the user. This tab shows data of the previous session and is blocked under the new
 * one, even while the dialog is loading.
 */
export function OtherSession() {
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
  return (
    <Suspense fallback={<div className="fixed inset-0 z-20 bg-black/25" />}>
      <OtherSessionDialog own={own} next={next} />
    </Suspense>
  )
}

function isSame(one: Session, other: Session): boolean {
  return one.tenant.tenant_id === other.tenant.tenant_id && one.user.user_id === other.user.user_id
}
