import { useLingui } from '@lingui/react/macro'
import type { Holder } from '../live/presence.ts'

/** Marks an order or trip that another planner has selected or is dragging. */
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
