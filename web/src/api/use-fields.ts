import { useState } from 'react'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { failureOf } from './failure.ts'
import { faultsByField, restOf } from './field-faults.ts'

export type Faults = Readonly<Record<string, string>>

/**
 * Errors at the fields of a form: from its own checks, or from the server. An error of the server that no field shows
 * becomes a notification, so none is lost.
 * @param shown names of the fields, which are the last steps of the server's paths
 */
export function useFaults(shown: readonly string[]) {
  const toasts = useToasts()
  const [faults, setFaults] = useState<Faults>({})
  function refused(error: unknown): void {
    const failure = failureOf(error)
    setFaults(faultsByField(failure))
    const rest = restOf(failure, shown)
    if (rest) toasts.failed(rest)
  }
  return { faults, setFaults, refused }
}

/** Values of a form with the errors at its fields, by the names of the members that are sent. */
export function useFields<Values extends object>(first: Values | (() => Values)) {
  const [values, setValues] = useState(first)
  const errors = useFaults(Object.keys(values))
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }))
  return {
    ...errors,
    values,
    set,
    /** Properties of the field that shows a text. */
    text: (name: keyof Values & string) => ({
      fault: errors.faults[name],
      value: String(values[name] ?? ''),
      onChange: (text: string) => set({ [name]: text } as Partial<Values>),
    }),
  }
}
