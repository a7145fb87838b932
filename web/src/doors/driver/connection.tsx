import type { ShownDay } from './acts.ts'
import { useDriver } from './context.ts'
import { Refresh, Warning } from './icons.tsx'
import type { Snapshot } from './model.ts'
import { filled, type Texts } from './texts.ts'

/** Whether there is signal, and what waits. Always in the same place. */
export function Connection({ snapshot: { connection, shown, isSyncing } }: { snapshot: Snapshot }) {
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
  return (
    <div className={isOnline ? 'state' : 'state state-offline'}>
      <span className="dot" />
      <output className="state-words">
        <b>{isOnline ? texts.online : texts.offline}</b>
        <span>{waitingWord(shown, isOnline, texts)}</span>
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

function waitingWord({ waiting }: ShownDay, isOnline: boolean, texts: Texts): string {
  if (waiting > 0) return filled(texts.toSend, { count: waiting })
  return isOnline ? texts.allSent : texts.offlineHint
}
