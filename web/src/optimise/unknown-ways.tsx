import { Plural } from '@lingui/react/macro'

/** States how many legs are missing from the kilometres because a place is not on the map. */
export function UnknownWays({ ways = 0 }: { ways: number | undefined }) {
  if (ways === 0) return null
  return (
    <span className="text-amber">
      {' + '}
      <Plural value={ways} one="# unknown way" other="# unknown ways" />
    </span>
  )
}
