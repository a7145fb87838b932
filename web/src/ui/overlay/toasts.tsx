import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIdle } from '../use-idle.ts'
import type { ToastCorner } from './toast-corner.tsx'
import { ToastQueue } from './toast-queue.ts'

const Queue = createContext<ToastQueue | undefined>(undefined)

/** Gives `useToasts` to everything under it and shows the notifications. */
export function Toasts({ children }: { children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue())
  return (
    <Queue value={queue}>
      {children}
      <LateCorner queue={queue} />
    </Queue>
  )
}

/**
 * The corner of the screen, which is loaded as soon as the first page is there: nothing is notified before. If it cannot be
 * loaded then, each notification tries again.
 */
function LateCorner({ queue }: { queue: ToastQueue }) {
  const isIdle = useIdle()
  const subscribe = useCallback((listener: () => void) => queue.subscribe(listener), [queue])
  const waiting = useSyncExternalStore(subscribe, () => queue.length)
  const [Corner, setCorner] = useState<typeof ToastCorner>()
  const isWanted = Corner === undefined && (isIdle || waiting > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more that waits is a reason to try again
  useEffect(() => {
    if (!isWanted) return
    import('./toast-corner.tsx').then(
      ({ ToastCorner }) => setCorner(() => ToastCorner),
      () => {},
    )
  }, [isWanted, waiting])
  return Corner && <Corner queue={queue} />
}

/** Notifications in the corner of the screen. */
export interface Notifications {
  /**
   * Something was done; `undo` offers the way back for eight seconds.
   * @returns takes the notification away, when it is not true any more
   */
  done(text: string, undo?: { word: string; run: () => void }): () => void
  /** Something was not done: what, why and the request id, as `failureOf` gives them. */
  failed(failure: { title: string; message: string; requestId?: string }): void
}

/** Notifies the user of the result of a command. */
export function useToasts(): Notifications {
  const queue = useContext(Queue)
  return useMemo(
    () => ({
      done(title, undo) {
        const id = queue?.show({ title, ...(undo && { undo }) })
        return () => id !== undefined && queue?.hide(id)
      },
      failed({ title, ...failure }) {
        queue?.show({ title, failure })
      },
    }),
    [queue],
  )
}
