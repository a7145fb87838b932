import { fill } from '@cartage/contract/message'
import { useDriver } from './context.ts'
import { Refresh, Warning } from './icons.tsx'
import type { Snapshot } from './model.ts'
import type { Texts } from './texts.ts'

/** Connection state and waiting acts, always in the same place. */
export function Connection({ snapshot }: { snapshot: Snapshot }) {
  const { connection, shown, isSyncing } = snapshot
  const { texts, model } = useDriver()
  if (connection === 'LINK') {
    return (
      <p className="state state-over" role="alert">
        <Warning />
        <span>{texts.linkOver}</span>
      </p>
    )
  }
  const isOnline = connection === 'ONLINE'
  const state = { ONLINE: texts.online, BUSY: texts.busy, OFFLINE: texts.offline, NO_LINK: texts.offline }
  return (
    <div className={isOnline ? 'state' : 'state state-offline'}>
      <span className="dot" />
      <output className="state-words">
        <b>{state[connection]}</b>
        <span>{waitingLabel(snapshot, texts)}</span>
        {shown.ofOthers.map(({ driver_name, waiting }) => (
          <span key={driver_name}>{fill(texts.ofOthers, { name: driver_name || '?', count: waiting })}</span>
        ))}
      </output>
      <button
        type="button"
        className={isSyncing ? 'round is-busy' : 'round'}
        aria-label={texts.refresh}
        onClick={() => void model.sync()}
      >
        <Refresh />
      </button>
    </div>
  )
}

function waitingLabel({ shown: { waiting }, connection }: Snapshot, texts: Texts): string {
  const count = fill(texts.toSend, { count: waiting })
  if (connection === 'BUSY') return [waiting > 0 ? `${count}.` : '', texts.busyHint].filter(Boolean).join(' ')
  if (waiting > 0) return count
  return connection === 'ONLINE' ? texts.allSent : texts.offlineHint
}
