import { useEffect, useState } from 'react'

/** Milliseconds without a keystroke before a price or a place is requested. */
const restMs = 120

/** A debounced value. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
