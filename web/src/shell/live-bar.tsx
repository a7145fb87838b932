import { Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { CloudOff, WifiOff } from '../ui/icons.tsx'
import { reconnect, useIsLive } from './live.ts'

/** Milliseconds. A shorter interruption is not shown. */
const patienceMs = 3_000

/** Warns that the page may be outdated because the stream is interrupted, and whether this device is offline. */
export function LiveBar() {
  const isLive = useIsLive()
  const isOnline = useIsOnline()
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (isLive) return setIsLong(false)
    const timer = setTimeout(() => setIsLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isLive])
  // A server on this machine is reachable even without a network.
  if (isLive || (!isLong && isOnline)) return null
  const Icon = isOnline ? CloudOff : WifiOff
  return (
    <div role="status" className="flex min-h-8 items-center gap-2 bg-amber-soft px-4 py-1 text-[12px] text-amber">
      <Icon size={13} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {isOnline ? (
          <Trans>Connection lost. Data may be out of date; reconnecting…</Trans>
        ) : (
          <Trans>You are offline. Data may be out of date, and changes are not saved.</Trans>
        )}
      </span>
      <button type="button" className="btn btn-ghost h-6 text-amber" onClick={reconnect}>
        <Trans>Try again</Trans>
      </button>
    </div>
  )
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}
