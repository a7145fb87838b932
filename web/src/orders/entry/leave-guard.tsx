import { useBlocker } from '@tanstack/react-router'
import { lazy, type RefObject, useEffect } from 'react'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'

const loadDialog = () => import('./leave.dialog.tsx')
// Preloaded with the page, so that leaving it needs no connection.
const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }))

/** Asks before leaving a page with unsaved input: by a link, by Escape, by closing the tab. */
export function LeaveGuard({
  isTyped,
  onDrop,
}: {
  /** Whether there is unsaved input. */
  isTyped: RefObject<boolean>
  /** Discards the draft. */
  onDrop: () => void
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isTyped.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => isTyped.current,
    withResolver: true,
  })
  useEffect(() => void loadDialog().catch(() => undefined), [])
  if (blocker.status !== 'blocked') return null
  return (
    <LateDialog>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} onDrop={onDrop} />
    </LateDialog>
  )
}
