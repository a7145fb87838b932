import { useState } from 'react'

/** Saves a property edited in place. Shows why the server rejected a value until the next save. */
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
