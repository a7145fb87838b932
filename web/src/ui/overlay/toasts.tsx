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

/** What was not done, why, and the id to quote. */
export interface ShownFailure {
  title: string
  message: string
  requestId?: string | undefined
}

/** Where a failure can be shown other than in the corner of the screen: a dialog that is open. */
export interface FailurePlace {
  show: (failure: ShownFailure) => void
}

/** The open dialogs, the uppermost last; of one `Toasts`. */
export const FailurePlaces = createContext<FailurePlace[]>([])

const Queue = createContext<ToastQueue | undefined>(undefined)

/** Gives `useToasts` to everything under it and shows the notifications. */
export function Toasts({ children }: { children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue())
  const [places] = useState<FailurePlace[]>(() => [])
  return (
    <Queue value={queue}>
      <FailurePlaces value={places}>{children}</FailurePlaces>
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
  /** Something was not done: what, why and the request id, as `failureOf` gives them. An open dialog shows it itself. */
  failed(failure: ShownFailure): void
}

/** Notifies the user of the result of a command. */
export function useToasts(): Notifications {
  const queue = useContext(Queue)
  const places = useContext(FailurePlaces)
  return useMemo(
    () => ({
      done(title, undo) {
        const id = queue?.show({ title, ...(undo && { undo }) })
        return () => id !== undefined && queue?.hide(id)
      },
      failed({ title, ...failure }) {
        const place = places.at(-1)
        if (place) return place.show({ title, ...failure })
        queue?.show({ title, failure })
      },
    }),
    [queue, places],
  )
}
