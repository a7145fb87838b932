import { useRef } from 'react'

type Deeds = Readonly<Record<string, (...given: never[]) => unknown>>

/**
 * Stable functions that always call the newest version of their name, so that components receiving them do not render
 * again. For event handlers only: rendered output must not depend on them.
 */
export function useSteady<Given extends Deeds>(deeds: Given): Given {
  const latest = useRef(deeds)
  latest.current = deeds
  const steady = useRef<Given>(undefined)
  steady.current ??= Object.fromEntries(
    Object.keys(deeds).map((name) => [name, (...given: never[]) => latest.current[name]!(...given)]),
  ) as Given
  return steady.current
}
