import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, memo, useRef, useState } from 'react'
import { readText } from '../../sheets/read-sheet.ts'
import { classNames } from '../../ui/class-names.ts'
import { type Cells, cellKey, pasted } from './cells.ts'

/** A cell of the grid. */
export interface Place {
  row: number
  column: number
}

interface CellGridProps {
  label: string
  cells: Cells
  /** Column titles. */
  titles: readonly string[]
  /** Number of frozen rows, such as that of the quantities. */
  headRows: number
  /** Number of columns that identify the row. */
  headColumns: number
  faults: ReadonlyMap<string, string>
  isReadOnly: boolean
  /** Whether pasted cells may add columns. */
  canWiden: boolean
  active: Place
  onActive: (place: Place) => void
  onChange: (cells: Cells) => void
}

const rowHeight = 30

/**
 * Cells edited as in a spreadsheet: arrows move, typing or Enter edits, Delete clears, and copied cells are pasted from
 * the active cell on.
 */
export function CellGrid(props: CellGridProps) {
  const { label, cells, titles, headRows, faults, active } = props
  const grid = useRef<HTMLDivElement>(null)
  const { edited, setEdited, ...keys } = useEditing(props, grid)
  const body = cells.slice(headRows)
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeight * (headRows + 1),
    useFlushSync: false,
  })
  const row = (at: number) => (
    <GridRow
      key={at}
      {...props}
      at={at}
      texts={cells[at]!}
      activeColumn={active.row === at ? active.column : undefined}
      edited={active.row === at ? edited : undefined}
      onEdit={setEdited}
      onCommit={keys.commit}
    />
  )
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={cells.length + 1}
      aria-activedescendant={`cell-${active.row}-${active.column}`}
      tabIndex={0}
      onKeyDown={(event) => keys.onKeyDown(event, (next) => next >= headRows && virtual.scrollToIndex(next - headRows))}
      onPaste={keys.onPaste}
      onCopy={keys.onCopy}
      className="max-h-[calc(100dvh-320px)] min-h-48 overflow-auto rounded-lg border border-line focus-visible:outline-2 focus-visible:outline-(--focus)"
    >
      <div className="w-max min-w-full">
        <div role="rowgroup" className="sticky top-0 z-1 bg-sunken shadow-[0_1px_0_var(--line)]">
          <div role="row" className="flex text-[12px] text-ink-2" style={{ height: rowHeight }}>
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns differ by their place alone
              <div key={at} role="columnheader" className="flex w-28 shrink-0 items-center px-2 font-medium">
                <span className={classNames(title === titles[at - 1] && 'sr-only')}>{title}</span>
              </div>
            ))}
          </div>
          {cells.slice(0, headRows).map((_, at) => row(at))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <div key={item.key} role="presentation" className="absolute left-0 right-0" style={{ top: item.start }}>
              {row(item.index + headRows)}
            </div>
          ))}
        </div>
      </div>
      {faults.size > 0 && <span className="sr-only">{[...faults.values()].join(' ')}</span>}
    </div>
  )
}

/** The active cell, the text being edited, and the key and clipboard handlers. */
function useEditing(props: CellGridProps, grid: { current: HTMLDivElement | null }) {
  const { cells, isReadOnly, canWiden, active, onActive, onChange } = props
  const [edited, setEdited] = useState<string>()
  const isCancelled = useRef(false)
  const width = cells[0]?.length ?? 0

  const put = (text: string) =>
    onChange(cells.map((row, at) => (at === active.row ? row.with(active.column, text) : row)))

  function moveBy(rows: number, columns: number, reveal: (row: number) => void) {
    const row = Math.min(cells.length - 1, Math.max(0, active.row + rows))
    const column = Math.min(width - 1, Math.max(0, active.column + columns))
    onActive({ row, column })
    reveal(row)
  }

  function commit() {
    // Leaving the field commits the text, except after Escape.
    if (edited === undefined || isCancelled.current) return
    put(edited)
    setEdited(undefined)
    grid.current?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent, reveal: (row: number) => void) {
    const arrows: Readonly<Record<string, [number, number]>> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageDown: [20, 0],
      PageUp: [-20, 0],
    }
    if (event.key === 'Escape' && edited !== undefined) {
      isCancelled.current = true
      setEdited(undefined)
      grid.current?.focus({ preventScroll: true })
      isCancelled.current = false
      return event.stopPropagation()
    }
    if (edited !== undefined) {
      const goes = event.key === 'Enter' ? [1, 0] : event.key === 'Tab' ? [0, event.shiftKey ? -1 : 1] : undefined
      if (!goes) return
      event.preventDefault()
      commit()
      return moveBy(goes[0]!, goes[1]!, reveal)
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const step = arrows[event.key]
    if (step) {
      event.preventDefault()
      return moveBy(step[0], step[1], reveal)
    }
    if (isReadOnly || isLocked(props, active)) return
    if (event.key === 'Enter' || event.key === 'F2') setEdited(cells[active.row]?.[active.column] ?? '')
    else if (event.key === 'Delete' || event.key === 'Backspace') put('')
    else if (event.key.length === 1) setEdited(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (isReadOnly || edited !== undefined || text === '') return
    event.preventDefault()
    onChange(pasted(cells, active.row, active.column, readText(text), canWiden))
  }

  function onCopy(event: ClipboardEvent) {
    if (edited !== undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', cells[active.row]?.[active.column] ?? '')
  }

  return { edited, setEdited, commit, onKeyDown, onPaste, onCopy }
}

/** The corner above the zones is always empty. */
function isLocked({ headRows, headColumns }: CellGridProps, { row, column }: Place): boolean {
  return row < headRows && column < headColumns
}

interface GridRowProps extends CellGridProps {
  at: number
  texts: readonly string[]
  activeColumn: number | undefined
  edited: string | undefined
  onEdit: (text: string | undefined) => void
  onCommit: () => void
}

const GridRow = memo(
  function GridRow(props: GridRowProps) {
    const { at, texts, faults, headRows, headColumns, isReadOnly, activeColumn, edited, onActive, onEdit, onCommit } =
      props
    return (
      <div role="row" aria-rowindex={at + 2} className="flex border-b border-line" style={{ height: rowHeight }}>
        {texts.map((text, column) => {
          const isActive = activeColumn === column
          const fault = faults.get(cellKey(at, column))
          const isHead = at < headRows || column < headColumns
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: cells differ by their place alone
              key={column}
              id={`cell-${at}-${column}`}
              role="gridcell"
              aria-selected={isActive}
              aria-invalid={fault === undefined ? undefined : true}
              title={fault}
              onMouseDown={() => onActive({ row: at, column })}
              onDoubleClick={() => !isReadOnly && !isLocked(props, { row: at, column }) && onEdit(text)}
              className={classNames(
                'tnum flex w-28 shrink-0 items-center truncate border-r border-line px-2',
                isHead ? 'bg-sunken font-medium' : 'justify-end bg-surface',
                fault !== undefined && 'bg-red-soft text-red',
                isActive && 'outline-2 -outline-offset-2 outline-(--focus)',
              )}
            >
              {isActive && edited !== undefined ? (
                <input
                  // biome-ignore lint/a11y/noAutofocus: typing in a cell began here
                  autoFocus
                  className="w-full bg-transparent text-right outline-none"
                  aria-label={props.titles[column] ?? props.label}
                  value={edited}
                  onFocus={({ currentTarget: { value }, currentTarget }) =>
                    currentTarget.setSelectionRange(value.length, value.length)
                  }
                  onChange={(event) => onEdit(event.target.value)}
                  onBlur={onCommit}
                />
              ) : (
                text
              )}
            </div>
          )
        })}
      </div>
    )
  },
  (one, other) =>
    one.texts === other.texts &&
    one.activeColumn === other.activeColumn &&
    one.edited === other.edited &&
    one.faults === other.faults &&
    (other.edited === undefined || one.onCommit === other.onCommit),
)
