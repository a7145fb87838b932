import { useRef } from 'react'

type Deeds = Readonly<Record<string, (...given: never[]) => unknown>>

/**
 * The same functions from the first drawing to the last, each of which calls the newest one of its name. What they are passed
 * to is not drawn again because of them. For answers to events only: what is drawn must not depend on them.
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
