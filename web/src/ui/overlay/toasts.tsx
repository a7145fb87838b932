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

/** What failed, why, and the request id to quote. */
export interface ShownFailure {
  title: string
  message: string
  requestId?: string | undefined
}

/** Where failures can be shown instead of the corner of the screen: an open dialog. */
export interface FailurePlace {
  show: (failure: ShownFailure) => void
}

/** Open dialogs of one `Toasts`, the topmost last. */
export const FailurePlaces = createContext<FailurePlace[]>([])

const Queue = createContext<ToastQueue | undefined>(undefined)

/** Provides `useToasts` to its children and shows the notifications. */
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
 * Corner of the screen, loaded after the first page: there are no notifications before. If loading fails, each
 * notification retries it.
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
   * Reports a success. `undo` is offered for eight seconds.
   * @returns a function that dismisses the notification once it no longer applies
   */
  done(text: string, undo?: { word: string; run: () => void }): () => void
  /** Reports a failure: what, why and the request id, as returned by `failureOf`. An open dialog shows it itself. */
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
