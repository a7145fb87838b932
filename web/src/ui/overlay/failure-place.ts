import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FailurePlace, FailurePlaces, type ShownFailure } from './toasts.tsx'

/**
 * Lets a dialog show what fails while it is open, where the eyes are.
 * @param onLeft gets a failure that no one could read, because the dialog was closed with it
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
    /** The person does something in the dialog: what it shows was there to be read. */
    read: useCallback(() => {
      unread.current = undefined
    }, []),
    /** What failed is tried again. */
    clear: useCallback(() => setFailure(undefined), []),
  }
}

/** What a form in a dialog shows for it, above its buttons. */
export interface FailureOfDialog {
  failure: ShownFailure | undefined
  clear: () => void
  /** A form is there; returns what says that it is gone. */
  claim: () => () => void
}

export const DialogFailure = createContext<FailureOfDialog | undefined>(undefined)

/** The failure that the form shows for the dialog it is in. */
export function useFailureOfDialog(): Pick<FailureOfDialog, 'failure' | 'clear'> {
  const dialog = useContext(DialogFailure)
  const claim = dialog?.claim
  useLayoutEffect(() => claim?.(), [claim])
  return { failure: dialog?.failure, clear: dialog?.clear ?? nothing }
}

function nothing(): void {}
