import { Plural, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { ArrowDown, ArrowUp } from '../icons.tsx'
import { useListMemory } from '../list-memory.ts'
import { ErrorPanel } from '../page/error-panel.tsx'
import { usePhone } from '../use-phone.ts'
import { ChooseAll } from './choose-all.tsx'
import { fittingColumns } from './fitting-columns.ts'
import { type Cursor, chosenOf, useRowKeys } from './row-keys.ts'
import type { Windows } from './row-windows.ts'
import { useFound } from './search-enter.ts'
import type { Amounts, Selection } from './selection.ts'
import { type Failure, StaleBar } from './stale-bar.tsx'
import { useTallList } from './tall-list.ts'

/** One column of a table. */
export interface Column<Row> {
  id: string
  title: string
  /** Pixels. The last visible column takes the remaining width. */
  width: number
  align?: 'right'
  /** Server name of this sort order. Without it the column is not sortable. */
  sortKey?: string
  /** Always shown. */
  isFixed?: boolean
  cell: (row: Row) => ReactNode
}

/** Sort order of a list. */
export interface Sort {
  key: string
  isDescending: boolean
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  windows: Windows<Row>
  keyOf: (row: Row) => string
  /** Name of a row, for the result of a command. */
  nameOf?: (row: Row) => string
  /** Path of a row's page, for the result of a command. */
  pathOf?: ((row: Row) => string | undefined) | undefined
  /** Amounts that a selection adds up. */
  amountsOf?: ((row: Row) => Amounts) | undefined
  /** Rows have two lines. */
  isHigh?: boolean | undefined
  /** Card of a row on a phone, three lines high. */
  card?: ((row: Row) => ReactNode) | undefined
  /** Text for the number of new rows, such as "3 new orders". */
  newLabels?: ((count: number) => string) | undefined
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection
  cursor: Cursor
  /** Key of the open row. */
  openKey?: string | undefined
  onPeek?: (row: Row) => void
  onOpen?: (row: Row) => void
  /** Why the last request failed. */
  failure: Failure | undefined
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Whether a row is not in force, for example cancelled. */
  isFaded?: (row: Row) => boolean
}

const headHeight = 32

/** A table of any length: the server filters and sorts, and only visible rows are rendered. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const { windows, cursor, failure, empty, label } = given
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const { rowHeight, card } = useRowShape(given)
  const total = windows.total ?? 0
  const tall = useTallList(total * rowHeight, (scroller.current?.clientHeight ?? headHeight) - headHeight)
  const virtual = useVirtualizer({
    ...tall.options,
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
  })
  const space = given.openKey === undefined ? 0 : (virtual.scrollRect?.width ?? 0)
  const columns = useMemo(() => card ?? fittingColumns(given.columns, space), [given.columns, space, card])
  const props = { ...given, columns }
  const items = virtual.getVirtualItems()
  const shift = tall.shiftAt(virtual.scrollOffset ?? 0)
  useRowsInSight(windows, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are read again when the density changed
  useEffect(() => virtual.measure(), [rowHeight])
  const reveal = (index: number) => {
    const top = tall.topOf(index * rowHeight)
    if (top === undefined) virtual.scrollToIndex(index)
    else scroller.current?.scrollTo({ top })
  }
  useQuietFocus(scroller, total > 0)
  useFound(given, scroller)
  const onKeyDown = useRowKeys({ ...props, total, onMove: reveal })
  const width = columns.reduce((sum, column) => sum + column.width, props.selection ? 40 : 12)

  if (windows.total === undefined && failure !== undefined) {
    return (
      <div className="p-4">
        <ErrorPanel {...failure} onRetry={windows.retry} />
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {failure !== undefined && <StaleBar failure={failure} updatedAt={windows.updatedAt} onRetry={windows.retry} />}
      {windows.total === 0 && !windows.isStale ? (
        <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
      ) : (
        <div
          ref={scroller}
          role="grid"
          aria-label={label}
          aria-rowcount={total + 1}
          aria-busy={windows.total === undefined || windows.isStale}
          aria-activedescendant={cursor.index === undefined ? undefined : `row-${cursor.index}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget }) => delete currentTarget.dataset.quiet}
          // Rows would cover an outline: the line below the header shows the focus instead.
          className="group/list min-h-0 flex-1 overflow-auto focus-visible:outline-none"
        >
          <div style={{ minWidth: width }}>
            <Head {...props} />
            <NewRows {...props} onShow={() => scroller.current?.scrollTo({ top: 0 })} />
            {windows.total === undefined ? (
              <Skeleton columns={columns.length} height={rowHeight} label={t`Loading`} />
            ) : (
              <div role="rowgroup" className="relative" style={{ height: tall.height }}>
                {items.map((item) => (
                  <Row key={item.key} {...props} index={item.index} top={item.start - shift} height={rowHeight} />
                ))}
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Loads the rows between two indexes. */
function useRowsInSight<Row>(windows: Windows<Row>, first: number, last: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: windows is created again at each render; only the range counts
  useEffect(() => windows.show(first, last), [first, last])
}

/** Button with the number of new rows, which shows them when pressed. Until then visible rows stay in place. */
function NewRows<Row>({ windows, newLabels, onShow }: DataTableProps<Row> & { onShow: () => void }) {
  const { news } = windows
  if (!news || news.count === 0) return null
  return (
    <div role="row" className="sticky top-10 left-0 z-3 flex h-0 justify-center">
      <div role="gridcell">
        <button
          type="button"
          className="btn btn-brand rounded-full! shadow-pop"
          onClick={() => {
            news.show()
            onShow()
          }}
        >
          <ArrowUp size={13} aria-hidden="true" />
          {newLabels ? newLabels(news.count) : <Plural value={news.count} one="# new row" other="# new rows" />}
        </button>
      </div>
    </div>
  )
}

/**
 * Focuses the list once it has rows, unless something else has the focus, so that its keys work. The user did not
 * request this focus: its line shows only from the next time on. A list that the user returns to keeps its position.
 */
function useQuietFocus(scroller: RefObject<HTMLElement | null>, hasRows: boolean): void {
  useListMemory(scroller, hasRows)
  useEffect(() => {
    const list = scroller.current
    if (!hasRows || !list || document.activeElement !== document.body) return
    list.dataset.quiet = ''
    list.focus({ preventScroll: true })
  }, [scroller, hasRows])
}

function Head<Row>(props: DataTableProps<Row>) {
  const { columns, selection, sort, onSort } = props
  return (
    <div
      role="rowgroup"
      className={classNames(
        'sticky top-0 z-2 bg-sunken text-[12px] text-ink-2 shadow-[0_1px_0_var(--line)]',
        'group-[:focus-visible:not([data-quiet])]/list:shadow-[0_2px_0_var(--focus)]',
      )}
      style={{ height: headHeight }}
    >
      <div role="row" aria-rowindex={1} className="list-head flex h-full items-center">
        {selection && (
          <div role="columnheader" className="list-pin left-0 w-10 shrink-0 pl-3">
            <ChooseAll {...props} selection={selection} />
          </div>
        )}
        {columns.map((column, at) => (
          <HeadCell
            key={column.id}
            column={column}
            isLast={at === columns.length - 1}
            pin={at === 0 ? pinOf(selection) : undefined}
            sort={sort}
            {...(onSort && { onSort })}
          />
        ))}
      </div>
    </div>
  )
}

function HeadCell<Row>({
  column,
  isLast,
  pin,
  sort,
  onSort,
}: {
  column: Column<Row>
  isLast: boolean
  pin: string | undefined
  sort: Sort | undefined
  onSort?: (sort: Sort) => void
}) {
  const { sortKey } = column
  const isSorted = sortKey !== undefined && sort?.key === sortKey
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp
  const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined
  return (
    <div
      role="columnheader"
      aria-sort={order}
      className={cellClass(column, isLast, pin)}
      style={widthOf(column, isLast)}
    >
      {sortKey !== undefined && onSort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink"
          onClick={() => onSort({ key: sortKey, isDescending: isSorted && !sort.isDescending })}
        >
          {column.title}
          {isSorted && <Arrow size={12} aria-hidden="true" />}
        </button>
      ) : (
        <span className="font-medium">{column.title}</span>
      )}
    </div>
  )
}

function Row<Row>(props: DataTableProps<Row> & { index: number; top: number; height: number }) {
  const { columns, windows, keyOf, selection, cursor, openKey, onPeek, onOpen, isFaded, index, top, height } = props
  const row = windows.rowAt(index)
  const { t } = useLingui()
  const key = row === undefined ? undefined : keyOf(row)
  const isSelected = key !== undefined && (selection?.has(key) ?? false)
  return (
    <div
      role="row"
      id={`row-${index}`}
      aria-rowindex={index + 2}
      aria-selected={selection ? isSelected : undefined}
      data-key={key}
      data-active={cursor.index === index}
      data-fresh={key !== undefined && windows.news?.isFresh(key)}
      data-open={key !== undefined && key === openKey}
      className={classNames('list-row', row !== undefined && isFaded?.(row) && 'text-ink-3')}
      style={{ top, height }}
      onClick={() => {
        cursor.move(index)
        if (row !== undefined) onPeek?.(row)
      }}
      onDoubleClick={() => row !== undefined && onOpen?.(row)}
    >
      {selection && (
        <div
          role="gridcell"
          className="list-pin left-0 w-10 shrink-0 pl-3"
          onClick={(event) => event.stopPropagation()}
        >
          {key !== undefined && (
            <Checkbox
              label={t`Select row ${index + 1}`}
              isOn={isSelected}
              onChange={() => row !== undefined && selection.toggle(chosenOf(row, props), index)}
            />
          )}
        </div>
      )}
      <Cells columns={columns} row={row} pin={pinOf(selection)} />
    </div>
  )
}

/** Separate from the row, so that selecting, opening or moving the cursor does not render them. */
const Cells = memo(function Cells<Row>({ columns, row, pin }: CellsProps<Row>) {
  return columns.map((column, at) => (
    <div
      key={column.id}
      role="gridcell"
      className={cellClass(column, at === columns.length - 1, at === 0 ? pin : undefined)}
      style={widthOf(column, at === columns.length - 1)}
    >
      {row === undefined ? <div className="skeleton h-3 w-2/3" /> : column.cell(row)}
    </div>
  ))
}) as <Row>(props: CellsProps<Row>) => ReactNode

interface CellsProps<Row> {
  columns: readonly Column<Row>[]
  row: Row | undefined
  pin: string
}

/** Offset at which the first column stays while the others scroll. */
function pinOf(selection: Selection | undefined): string {
  return selection ? 'list-pin left-10' : 'list-pin left-0 pl-5!'
}

function cellClass<Row>(column: Column<Row>, isLast: boolean, pin: string | undefined): string {
  return classNames(
    'min-w-0 truncate px-2',
    pin,
    column.align === 'right' && 'text-right',
    isLast ? 'grow pr-4' : 'shrink-0',
  )
}

function widthOf<Row>(column: Column<Row>, isLast: boolean) {
  return isLast ? { flexBasis: column.width } : { width: column.width }
}

function Skeleton({ columns, height, label }: { columns: number; height: number; label: string }) {
  return (
    <div role="row">
      <div role="gridcell" aria-colspan={columns} aria-label={label}>
        {Array.from({ length: 14 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
          <div key={at} className="flex items-center border-b border-line px-5" style={{ height }}>
            <div className="skeleton h-3 w-3/5" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Height of rows, and the single card column where cards are shown. */
function useRowShape<Row>({ card: cell, label, isHigh }: DataTableProps<Row>) {
  const isPhone = usePhone()
  const card = useMemo(
    () => (isPhone && cell ? [{ id: 'card', title: label, width: 200, cell }] : undefined),
    [isPhone, cell, label],
  )
  return { card, rowHeight: useRowHeight(card ? '--row-card' : isHigh ? '--row-high' : '--row') }
}

/** Height of a row in pixels, depending on the density. */
function useRowHeight(name: '--row' | '--row-high' | '--row-card'): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue(name), 10) || 36
}

/** Number of rows, in the list's own wording such as "12 trips", or as rows. */
export function RowCount({
  total,
  words,
}: {
  total: number | undefined
  words?: ((total: number) => string) | undefined
}) {
  if (total === undefined) return null
  return (
    <span className="tnum text-ink-3">
      {words ? words(total) : <Plural value={total} one="# row" other="# rows" />}
    </span>
  )
}
