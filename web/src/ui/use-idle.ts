import { useEffect, useState } from 'react'

/** The longest that a page keeps a browser busy before what is not needed yet is loaded all the same. */
const longestMs = 2_000

/** True as soon as the browser has shown the first page and has nothing else to do. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const done = () => setIsIdle(true)
    // Safari has no such callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, longestMs / 10)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(done, { timeout: longestMs })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle
}
