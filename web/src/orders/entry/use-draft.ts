import { useEffect, useRef, useState } from 'react'
import type { useForm } from 'react-hook-form'
import { keep, readStored } from '../../device/storage.ts'
import type { EntryForm } from './form-model.ts'
import { focusField } from './notices.tsx'

/** Milliseconds without a keystroke before a draft is saved. */
const restMs = 500

/** Typed input, and the version of the order it belongs to. */
interface Draft {
  values: EntryForm
  /** ISO 8601. */
  at: string
  /** Null for a new order. */
  version: number | null
}

/**
 * Stores typed input on this device until it is saved, and offers it again later. A draft of an order that another user
 * changed meanwhile is not offered: it would revert that change.
 * @param key of the tenant, the user and the order
 * @param wasTyped whether the form starts with unsaved input
 */
export function useDraft(
  form: ReturnType<typeof useForm<EntryForm>>,
  key: string,
  version: number | null,
  wasTyped: boolean,
) {
  const [offered, setOffered] = useState(() => draftOf(readStored<unknown>(key), version))
  const isTyped = useRef(wasTyped)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const store = (values: unknown) => keep(key, { values, at: new Date().toISOString(), version })
    // The last keystrokes before the page or the window was left.
    const storeLast = () => isTyped.current && store(form.getValues())
    const { unsubscribe } = form.watch((values, { name }) => {
      // Filling the form in does not count as typing.
      if (name === undefined) return
      isTyped.current = true
      setOffered(undefined)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => store(values), restMs)
    })
    window.addEventListener('pagehide', storeLast)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('pagehide', storeLast)
      storeLast()
      unsubscribe()
    }
  }, [form, key, version])
  return {
    offered,
    isTyped,
    restore() {
      if (offered === undefined) return
      form.reset(offered.values)
      isTyped.current = true
      setOffered(undefined)
      focusField('customer')
    },
    /** Stores the input so far. Leaving no longer asks. */
    park() {
      clearTimeout(timer.current)
      keep(key, { values: form.getValues(), at: new Date().toISOString(), version })
      isTyped.current = false
    },
    drop() {
      clearTimeout(timer.current)
      isTyped.current = false
      keep(key, undefined)
      setOffered(undefined)
    },
  }
}

function draftOf(kept: unknown, version: number | null): Draft | undefined {
  if (typeof kept !== 'object' || kept === null || !('values' in kept)) return undefined
  const draft = kept as Draft
  return draft.version === version ? draft : undefined
}
