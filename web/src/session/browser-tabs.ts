import type { Session } from '@cartage/contract/auth/app/session'

const channelName = 'cartage.session'

/** Notifies the other tabs of this browser of another session, or of none. */
export function notifyTabs(session: Session | null): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(session)
  channel.close()
}

/**
 * Hears when another tab has changed the session.
 * @returns ends it
 */
export function listenToTabs(onChange: (session: Session | null) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event: MessageEvent<Session | null>) => onChange(event.data)
  return () => channel.close()
}
