import { type RefObject, useEffect, useRef } from 'react'

/** For a page that is one form: the cursor starts in its first field. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [])
  return form
}
