import type { Session } from '@cartage/contract/auth/app/session'

const channelName = 'cartage.session'

/** Notifies the other tabs of this browser of a changed or ended session. */
export function notifyTabs(session: Session | null): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(session)
  channel.close()
}

/**
 * Listens for session changes in other tabs.
 * @returns a function that stops listening
 */
export function listenToTabs(onChange: (session: Session | null) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event: MessageEvent<Session | null>) => onChange(event.data)
  return () => channel.close()
}
