import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FailurePlace, FailurePlaces, type ShownFailure } from './toasts.tsx'

/**
 * Lets a dialog show failures while it is open.
 * @param onLeft receives a failure left unread, because the dialog closed with it
 */
export function useFailurePlace(isOpen: boolean, onLeft: (failure: ShownFailure) => void) {
  const places = useContext(FailurePlaces)
  const [failure, setFailure] = useState<ShownFailure>()
  const unread = useRef<ShownFailure>(undefined)
  const left = useRef(onLeft)
  useEffect(() => {
    left.current = onLeft
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    const place: FailurePlace = {
      show(failure) {
        unread.current = failure
        setFailure(failure)
      },
    }
    places.push(place)
    return () => {
      places.splice(places.indexOf(place), 1)
      setFailure(undefined)
      if (unread.current) left.current(unread.current)
      unread.current = undefined
    }
  }, [isOpen, places])
  return {
    failure,
    /** Called on user activity in the dialog: the failure shown counts as read. */
    read: useCallback(() => {
      unread.current = undefined
    }, []),
    /** Called on a retry of the failed action. */
    clear: useCallback(() => setFailure(undefined), []),
  }
}

/** Failure of a dialog, shown by its form above the buttons. */
export interface FailureOfDialog {
  failure: ShownFailure | undefined
  clear: () => void
  /** Registers a form. Returns a function to unregister it. */
  claim: () => () => void
}

export const DialogFailure = createContext<FailureOfDialog | undefined>(undefined)

/** The failure that the form shows for its dialog. */
export function useFailureOfDialog(): Pick<FailureOfDialog, 'failure' | 'clear'> {
  const dialog = useContext(DialogFailure)
  const claim = dialog?.claim
  useLayoutEffect(() => claim?.(), [claim])
  return { failure: dialog?.failure, clear: dialog?.clear ?? nothing }
}

function nothing(): void {}
