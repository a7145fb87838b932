import { useEffect, useState } from 'react'

/** Milliseconds without a key before a price or a place is asked for. */
const restMs = 120

/** A value once it has not changed for a moment. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
