import { useEffect, useState } from 'react'

/** Milliseconds. Deferred work is loaded after this time even if the browser is still busy. */
const longestMs = 2_000

/** True once the browser has rendered the first page and is idle. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const done = () => setIsIdle(true)
    // Safari lacks this callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, longestMs / 10)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(done, { timeout: longestMs })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle
}
