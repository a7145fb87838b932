import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field of a single-form page. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [])
  return form
}
