import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { whenText } from '../../ui/time/when.tsx'
import type { TimelineScale } from '../../ui/timeline/scale.ts'
import { barOn, extentOf, type Sizes } from '../grid/geometry.ts'
import type { BoardGhosts, Sight } from '../grid/ghosts.ts'
import { barText, isShort } from '../grid/trip-label.ts'
import { type Ghost, placedOn } from './ghosts.ts'

/** Position of the menu of a suggested trip. */
export interface GhostMenu {
  index: number
  at: { x: number; y: number }
}

/** Actions on the bar of a suggested trip. */
interface GhostDeeds {
  choose: (index: number) => void
  ask: (menu: GhostMenu) => void
}

/** Draws suggested trips on the board. */
export function boardGhosts(
  all: readonly Ghost[],
  current: number | undefined,
  sight: Sight | undefined,
  deeds: GhostDeeds,
): BoardGhosts {
  return {
    tracksOf: (row) => Math.max(0, ...placedOn(row, all).map(({ track }) => track + 1)),
    draw: (row, scale, sideWidth, sizes) =>
      placedOn(row, all)
        .filter(({ ghost }) => ghost.end > scale.midnights[0]! && ghost.start < scale.midnights.at(-1)!)
        .map(({ ghost, track }) => (
          <GhostBar
            key={`suggestion ${ghost.index}`}
            isCurrent={ghost.index === current}
            {...{ ghost, track, scale, sideWidth, sizes, deeds }}
          />
        )),
    sight,
  }
}

function GhostBar({
  ghost,
  track,
  scale,
  sideWidth,
  sizes,
  isCurrent,
  deeds,
}: {
  ghost: Ghost
  track: number
  scale: TimelineScale
  sideWidth: number
  sizes: Sizes
  isCurrent: boolean
  deeds: GhostDeeds
}) {
  const { t } = useLingui()
  const text = useGhostLabel()(ghost)
  const { left, width } = extentOf(scale, ghost.start, ghost.end)
  const words = barText(ghost, width)
  function onContextMenu(event: MouseEvent<HTMLElement>) {
    event.preventDefault()
    // Some browsers report no position for the menu key.
    const box = event.currentTarget.getBoundingClientRect()
    const at = event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom }
    deeds.ask({ index: ghost.index, at })
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      data-suggestion={ghost.index}
      aria-current={isCurrent}
      className="board-suggestion"
      title={text}
      style={{
        left: left + sideWidth,
        width,
        ...barOn(track, sizes),
      }}
      onClick={() => deeds.choose(ghost.index)}
      onContextMenu={onContextMenu}
    >
      <span className="sr-only">{text}</span>
      {words !== '' && (
        <span className="board-words" aria-hidden="true" data-is-short={isShort(width)}>
          <span className="font-semibold">{words}</span>
          <span className="board-sub">
            {!isShort(width) && `${t`Suggested`} · `}
            {ordersText(ghost)}
          </span>
        </span>
      )}
    </button>
  )
}

/** Full text of a suggested trip's bar in one line, for its tooltip and for screen readers. */
function useGhostLabel(): (ghost: Ghost) => string {
  const { t, i18n } = useLingui()
  const locale = i18n.locales ?? i18n.locale
  return (ghost) => {
    const when = t`${whenText(new Date(ghost.start), locale)} to ${whenText(new Date(ghost.end), locale)}`
    const labels = [ghost.name, ghost.route, ordersText(ghost), when].join(', ')
    return t`Suggested: ${labels}`
  }
}

/** Orders of a suggested trip. If there are many, the first two and the number of others. */
export function ordersText({ orders }: Pick<Ghost, 'orders'>): string {
  return orders.length > 3 ? `${orders.slice(0, 2).join(', ')} +${orders.length - 2}` : orders.join(', ')
}
