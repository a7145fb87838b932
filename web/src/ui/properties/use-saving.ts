import { useState } from 'react'

/** Saves a line that is edited in place. Why the server rejected a value is shown until the next one is saved. */
export function useSaving<Value>(onSave: (value: Value) => Promise<unknown>) {
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function save(value: Value): Promise<void> {
    setIsBusy(true)
    try {
      await onSave(value)
      setFault(undefined)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { save, fault, isBusy }
}
