import { quarter } from '@cartage/contract/planning/app/plannable'
import type { TimelineScale } from '../ui/timeline/scale.ts'
import type { PlanningAnswer, PlanningCommand } from './command.queries.ts'
import type { Dragged } from './grid/dragged.ts'
import { type FitsStore, fitAt } from './grid/fits.ts'
import { extentOf, type Sizes, scrollStep, snapped, tripAt } from './grid/geometry.ts'
import { createPreview, type Verdict } from './preview.ts'
import type { BoardRow } from './rows.ts'

/** Drop target: a row from an instant on, or a trip to join. */
export interface DropPlace {
  row: BoardRow
  start: number
  onTrip: string | undefined
  /** Resources of the row at that time, where they are known to fit. Otherwise its usual combination. */
  resourceIds?: readonly string[] | undefined
}

/** The board's elements and geometry for a drag. */
export interface DragField {
  /** Scrolls in both directions. */
  scroller: HTMLElement
  /** All rows. Its left edge is that of the row names. */
  body: HTMLElement
  /** Follows the pointer: rendered once, then moved without React. */
  ghost: HTMLElement
  sideWidth: number
  headHeight: number
  scale: () => TimelineScale
  sizes: () => Sizes
  rowAt: (y: number) => { row: BoardRow; top: number; height: number } | undefined
  /** How the rows fit what is dragged. */
  fits: FitsStore
}

/** Callbacks of a drag. */
export interface DragActions {
  commandOf: (dragged: Dragged, place: DropPlace) => PlanningCommand | undefined
  ask: (command: PlanningCommand) => Promise<PlanningAnswer>
  messageOf: (error: unknown) => string
  timesOf: (start: number, end: number) => string
  /** Shown briefly while the server decides. */
  pendingText: string
  okText: string
  onDrop: (command: PlanningCommand, dragged: Dragged, place: DropPlace) => void
  /** Called when the pointer starts moving the item. */
  onStart: () => void
  onEnd: () => void
}

interface Start {
  x: number
  y: number
  /** Distance of the pointer from the item's start, in milliseconds. */
  grip: number
  /** Dragged with the button held. Otherwise it follows the pointer until the next click. */
  isPulled: boolean
}

/** Pixels of movement before a press becomes a drag. */
const tremble = 4

/** Assumed duration of an order without computed times, in milliseconds. */
const unknownLength = 4 * 3_600_000

/**
 * Lets an item follow the pointer until it is dropped or Escape is pressed. Bypasses React meanwhile: the ghost is
 * moved directly, and the verdict is written into it.
 * @returns a function that ends the drag without a drop
 */
export function startDrag(field: DragField, dragged: Dragged, start: Start, actions: DragActions): () => void {
  const preview = createPreview(actions.ask, actions.messageOf, (next) => {
    verdict = next
    paint()
  })
  let verdict: Verdict = { kind: 'pending' }
  let pointer = { x: start.x, y: start.y }
  let isMoving = !start.isPulled
  let place: (DropPlace & { top: number; height: number }) | undefined
  let frame = 0
  let hasMoved = false

  function moveTo(): void {
    // An end is dragged along its own row.
    const over = dragged.kind === 'edge' ? { x: pointer.x, y: start.y } : pointer
    place = placeAt(field, over, { dragged, grip: start.grip })
    preview.moveTo(place && actions.commandOf(dragged, place))
    paint()
  }

  function paint(): void {
    paintGhost(field, place && { ...place, ...lastingOf(dragged, place.start) }, verdict, actions)
  }

  /** A fast mouse reports more positions than there are frames: only the last one per frame is drawn. */
  function draw(): void {
    if (isMoving && (scrolledAt(field, pointer) || hasMoved)) moveTo()
    hasMoved = false
    frame = requestAnimationFrame(draw)
  }

  function onMove(event: PointerEvent): void {
    pointer = { x: event.clientX, y: event.clientY }
    if (!isMoving && Math.hypot(pointer.x - start.x, pointer.y - start.y) < tremble) return
    if (document.documentElement.dataset.boardDrag === undefined) actions.onStart()
    const isFirst = !isMoving
    isMoving = true
    hasMoved = true
    if (document.documentElement.dataset.boardDrag === undefined) document.documentElement.dataset.boardDrag = ''
    if (isFirst) moveTo()
  }

  function onUp(event: PointerEvent): void {
    pointer = { x: event.clientX, y: event.clientY }
    if (isMoving) {
      moveTo()
      muteClick()
    }
    const command = isMoving && place ? actions.commandOf(dragged, place) : undefined
    const target = place
    // An item that follows the pointer waits for a click on a row.
    if (!start.isPulled && command === undefined) return
    end()
    if (command && target) actions.onDrop(command, dragged, target)
  }

  function end(): void {
    listening.abort()
    preview.end()
    cancelAnimationFrame(frame)
    delete document.documentElement.dataset.boardDrag
    field.ghost.hidden = true
    actions.onEnd()
  }

  const listening = listen({ onMove, onUp, onEnd: end })
  frame = requestAnimationFrame(draw)
  return end
}

/** Start and duration of the dragged item at this position. */
function lastingOf(dragged: Dragged, at: number): { start: number; length: number } {
  if (dragged.kind === 'orders') return { start: at, length: unknownLength }
  const { start, end } = dragged.trip
  if (dragged.kind === 'trip') return { start: at, length: end - start }
  return dragged.edge === 'end'
    ? { start, length: Math.max(quarter, at - start) }
    : { start: Math.min(at, end - quarter), length: Math.max(quarter, end - at) }
}

/** Listens to the pointer on the whole page and to Escape, until aborted. */
function listen(on: {
  onMove: (event: PointerEvent) => void
  onUp: (event: PointerEvent) => void
  onEnd: () => void
}): AbortController {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('pointermove', on.onMove, { signal })
  window.addEventListener('pointerup', on.onUp, { signal })
  window.addEventListener('pointercancel', on.onEnd, { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      on.onEnd()
    },
    { signal, capture: true },
  )
  return listening
}

/** Scrolls the board when the pointer is near one of its edges. */
function scrolledAt({ scroller, sideWidth, headHeight }: DragField, pointer: { x: number; y: number }): boolean {
  const box = scroller.getBoundingClientRect()
  const isOver = pointer.x > box.left && pointer.x < box.right && pointer.y > box.top && pointer.y < box.bottom
  if (!isOver) return false
  const left = scrollStep(pointer.x, box.left + sideWidth, box.right)
  const top = scrollStep(pointer.y, box.top + headHeight, box.bottom)
  if (left === 0 && top === 0) return false
  scroller.scrollBy(left, top)
  return true
}

/** Suppresses the click that ends a drag. */
function muteClick(): void {
  const mute = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', mute, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', mute, true), 0)
}

/** Row and quarter of an hour under the pointer. Undefined outside the rows. */
function placeAt(
  field: DragField,
  pointer: { x: number; y: number },
  { dragged, grip }: { dragged: Dragged; grip: number },
) {
  const { scroller, body, sideWidth, headHeight } = field
  const view = scroller.getBoundingClientRect()
  const isOutside =
    pointer.x < view.left + sideWidth ||
    pointer.x > view.right ||
    pointer.y < view.top + headHeight ||
    pointer.y > view.bottom
  if (isOutside) return undefined
  const box = body.getBoundingClientRect()
  const found = field.rowAt(pointer.y - box.top)
  if (found === undefined) return undefined
  const x = pointer.x - box.left - sideWidth
  // Computed from the drawn geometry: asking the document would force a layout in each frame.
  const onTrip = tripAt(found.row, field.scale(), field.sizes(), x, pointer.y - box.top - found.top)
  const start = snapped(field.scale().instantAt(x) - grip)
  // FIT-14: where something fits, it begins when it fits.
  const judged = onTrip || dragged.kind === 'edge' ? undefined : field.fits.read()?.byRow.get(found.row.key)
  const near = { xOf: field.scale().xOf, start: dragged.kind === 'trip' ? start : undefined }
  const fit = fitAt(judged, x, near)
  if (fit?.slot) return { ...found, start: fit.slot.start, onTrip, resourceIds: fit.resourceIds }
  return { ...found, start, onTrip }
}

type Ghost = ReturnType<typeof ghostOf>

/** Content of the ghost: the computed times once known, and the verdict's reasons against the plan. */
export function ghostOf(
  start: number,
  length: number,
  verdict: Verdict,
  { timesOf, pendingText, okText }: Pick<DragActions, 'timesOf' | 'pendingText' | 'okText'>,
) {
  const dragged = { start, end: start + length }
  const times = (from: { start: number; end: number }) => ({ ...from, times: timesOf(from.start, from.end) })
  if (verdict.kind === 'pending') return { ...times(dragged), state: 'pending', message: pendingText }
  if (verdict.kind === 'rejected') return { ...times(dragged), state: 'HARD', message: verdict.message }
  const { trips, reasons, verdict: state } = verdict.answer
  const computed = trips.find(({ starts_at, ends_at }) => starts_at !== null && ends_at !== null)
  const fresh = reasons.filter(({ is_new, severity }) => is_new && severity === state)
  const others = fresh.length > 1 ? ` +${fresh.length - 1}` : ''
  const shown =
    computed && trips.length === 1
      ? { start: Date.parse(computed.starts_at!), end: Date.parse(computed.ends_at!) }
      : dragged
  return { ...times(shown), state, message: fresh[0] === undefined ? okText : `${fresh[0].message}${others}` }
}

function paintGhost(
  { ghost, scale, sideWidth }: DragField,
  place: (DropPlace & { top: number; height: number; length: number }) | undefined,
  verdict: Verdict,
  labels: DragActions,
): void {
  ghost.hidden = place === undefined
  if (place === undefined) return
  const shown: Ghost = ghostOf(place.start, place.length, verdict, labels)
  const { left, width } = extentOf(scale(), shown.start, shown.end)
  // A transform, so that nothing else on the board is laid out again.
  ghost.style.transform = `translate(${left + sideWidth}px, ${place.top}px)`
  ghost.style.width = `${width}px`
  ghost.style.height = `${place.height}px`
  if (ghost.dataset.state !== shown.state) ghost.dataset.state = shown.state
  const [times, tip] = ghost.children
  write(times, shown.times)
  write(tip, shown.message)
}

function write(element: Element | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
