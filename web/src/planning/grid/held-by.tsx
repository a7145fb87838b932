import { useLingui } from '@lingui/react/macro'
import type { Holder } from '../live/presence.ts'

/** The hint that another planner has the same order or trip selected, or drags it at this moment. */
export function HeldBy({ holder }: { holder: Holder | undefined }) {
  const { t } = useLingui()
  if (holder === undefined) return null
  const { name, initials, isDragging } = holder
  return (
    <span
      className="board-held"
      data-is-dragging={isDragging}
      title={isDragging ? t`${name} is moving this` : t`${name} has this selected`}
    >
      <span aria-hidden="true">{initials}</span>
      <span className="sr-only">{isDragging ? t`${name} is moving this` : t`${name} has this selected`}</span>
    </span>
  )
}
