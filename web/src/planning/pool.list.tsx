import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { density } from '../device/density.ts'
import { IconButton } from '../ui/button.tsx'
import { Clock, Container, Flame, Lock, PackageOpen, PanelLeftClose, PanelLeftOpen, Snowflake } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { dateFormat } from '../ui/time/date-format.ts'
import type { BoardSearch } from './address.ts'
import { HeldBy } from './grid/held-by.tsx'
import type { Holder } from './live/presence.ts'
import { filteredPool, type PoolGroup, type PoolLine, type PoolOrder, poolLines, type Sums, sumsOf } from './pool.ts'
import { poolFold, togglePool } from './pool-fold.ts'

interface PoolProps {
  orders: readonly PoolOrder[]
  /** Whether the server has more orders. */
  hasMore: boolean
  search: BoardSearch
  onChange: (members: Partial<BoardSearch>) => void
  selected: ReadonlySet<string>
  isReadOnly: boolean
  /** Other planners selecting or dragging an order. */
  holders: ReadonlyMap<string, Holder>
  /** Toggles an order. With a range, selects all of the range. */
  onSelect: (orderId: string, range?: readonly string[]) => void
  /** A card was pressed and may be dragged, alone or with the rest of the selection. */
  onPress: (event: PointerEvent, order: PoolOrder) => void
  onPlace: (order: PoolOrder) => void
  onMove: (order: PoolOrder) => void
}

/** Unplanned orders, to drag or place on the board. */
export const PoolList = memo(function PoolList(props: PoolProps) {
  const { t } = useLingui()
  const { orders, search, selected, onChange, hasMore } = props
  const { find: text = '', need, day, pool: by = 'day' } = search
  const shown = useMemo(() => filteredPool(orders, { text, need, day }), [orders, text, need, day])
  const lines = useMemo(() => poolLines(shown, by), [shown, by])
  const chosen = orders.filter(({ id }) => selected.has(id))
  if (poolFold.use() === 'folded') return <FoldedPool count={orders.length} />
  return (
    <section
      aria-label={t`Unplanned orders`}
      className="flex w-[272px] shrink-0 flex-col border-r border-line bg-sunken"
    >
      <div className="flex h-[52px] shrink-0 items-center gap-1 border-b border-line px-2">
        <SearchField
          value={text}
          onChange={(find) => onChange({ find: find || undefined })}
          placeholder={t`Unplanned orders`}
        />
        <FoldButton isFolded={false} />
      </div>
      <PoolFilters orders={orders} search={search} onChange={onChange} />
      {shown.length === 0 ? (
        <EmptyState
          icon={PackageOpen}
          title={orders.length === 0 ? t`Everything is planned` : t`No results`}
          text={orders.length === 0 ? t`New orders appear here.` : t`No order matches all filters.`}
        />
      ) : (
        <PoolLines {...props} lines={lines} />
      )}
      <div className="shrink-0 border-t border-line px-3 py-1.5 text-[12px] text-ink-2">
        <SumsLine sums={sumsOf(shown)} />
        {chosen.length > 0 && (
          <p className="font-medium text-ink">
            <SumsLine sums={sumsOf(chosen)} isSelection />
          </p>
        )}
        {hasMore && (
          <p className="text-ink-3">
            <Trans>Only the oldest orders are loaded. Search finds the others in Orders.</Trans>
          </p>
        )}
      </div>
    </section>
  )
})

/** A strip with the number of orders in place of the list. */
function FoldedPool({ count }: { count: number }) {
  const { t, i18n } = useLingui()
  return (
    <section
      aria-label={t`Unplanned orders`}
      className="flex w-9 shrink-0 flex-col items-center gap-2 border-r border-line bg-sunken pt-3"
    >
      <FoldButton isFolded />
      <span className="tnum text-[12px] font-medium text-ink-2">{i18n.number(count)}</span>
      <span aria-hidden="true" className="text-[12px] text-ink-3 [writing-mode:vertical-rl]">
        <Trans>Unplanned orders</Trans>
      </span>
    </section>
  )
}

function FoldButton({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui()
  return (
    <IconButton
      icon={isFolded ? PanelLeftOpen : PanelLeftClose}
      label={isFolded ? t`Show unplanned orders` : t`Hide unplanned orders`}
      keys="]"
      aria-expanded={!isFolded}
      onClick={togglePool}
    />
  )
}

function PoolFilters({ orders, search, onChange }: Pick<PoolProps, 'orders' | 'search' | 'onChange'>) {
  const { t, i18n } = useLingui()
  const days = [...new Set(orders.flatMap(({ day }) => day ?? []))].toSorted()
  const needs = [
    { value: 'adr', label: t`ADR` },
    { value: 'temperature', label: t`Temperature` },
    { value: 'container', label: t`Container` },
  ] as const
  const groups = [
    { value: 'day', label: t`Day` },
    { value: 'customer', label: t`Customer` },
    { value: 'pickup', label: t`Pickup region` },
    { value: 'delivery', label: t`Delivery region` },
  ] as const
  return (
    <div className="flex h-9 shrink-0 items-center gap-0.5 overflow-x-auto border-b border-line px-1.5">
      <FilterMenu
        title={t`Day`}
        facets={days.map((value) => ({
          value,
          label: dayText(value, i18n.locales ?? i18n.locale),
          count: orders.filter(({ day }) => day === value).length,
        }))}
        chosen={search.day === undefined ? [] : [search.day]}
        onChange={(chosen) => onChange({ day: chosen.at(-1) })}
      />
      <FilterMenu
        title={t`Needs`}
        facets={needs}
        chosen={search.need === undefined ? [] : [search.need]}
        onChange={(chosen) => onChange({ need: needs.find(({ value }) => value === chosen.at(-1))?.value })}
      />
      <span className="flex-1" />
      <FilterMenu
        title={t`Group`}
        facets={groups}
        chosen={search.pool === undefined ? [] : [search.pool]}
        onChange={(chosen) => onChange({ pool: groups.find(({ value }) => value === chosen.at(-1))?.value })}
      />
    </div>
  )
}

/** Pixels, with the space below a card. */
const heightsOf = { normal: { group: 44, card: 82 }, compact: { group: 40, card: 52 } } as const

function PoolLines(props: PoolProps & { lines: readonly PoolLine[] }) {
  const { lines, onSelect } = props
  const heights = heightsOf[density.use()]
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => heights[lines[at]!.kind === 'group' ? 'group' : 'card'],
    getItemKey: (at) => lines[at]!.key,
    overscan: 4,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights belong to the lines
  useLayoutEffect(() => virtual.measure(), [lines, heights])
  const items = virtual.getVirtualItems()
  const ids = lines.flatMap((line) => (line.kind === 'order' ? line.order.id : []))
  const anchor = useRef('')
  /** Toggles an order. With Shift, selects all from the previously selected one. */
  function select(id: string, isRange: boolean) {
    const ends = [ids.indexOf(anchor.current), ids.indexOf(id)].sort((one, other) => one - other)
    anchor.current = id
    onSelect(id, isRange && ends[0]! >= 0 ? ids.slice(ends[0], ends[1]! + 1) : undefined)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    moveFocus(event)
    if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSelect('', ids)
  }
  // Only one card is a tab stop. Arrow keys move on from it.
  const stop = items.find(({ index }) => lines[index]!.kind !== 'group')?.index
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto">
      <ul onKeyDown={onKeyDown} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const line = lines[index]!
          return (
            <li key={line.key} className="absolute inset-x-0 px-2" style={{ top: start, height: size }}>
              {line.kind === 'group' ? (
                <GroupHead line={line} by={props.search.pool ?? 'day'} />
              ) : (
                <Card {...props} order={line.order} isTabStop={index === stop} onChoose={select} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Arrow up and down move between cards. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-order]')]
  const at = cards.indexOf(document.activeElement as HTMLElement)
  const next = cards[at + step]
  if (step === 0 || at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

function GroupHead({ line, by }: { line: PoolLine & { kind: 'group' }; by: PoolGroup }) {
  const { i18n } = useLingui()
  return (
    <div className="flex h-full flex-col justify-center px-1">
      <span className="truncate font-semibold">
        {line.name === null ? (
          by === 'day' ? (
            <Trans>No requested day</Trans>
          ) : (
            <Trans>Unknown region</Trans>
          )
        ) : by === 'day' ? (
          dayText(line.name, i18n.locales ?? i18n.locale)
        ) : (
          line.name
        )}
      </span>
      <span className="text-[12px] text-ink-3">
        <SumsLine sums={line.sums} />
      </span>
    </div>
  )
}

function dayText(day: string, locale: Intl.LocalesArgument): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return dateFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
}

/** Total load of some orders. Sums that no order states are left out. */
function SumsLine({ sums, isSelection = false }: { sums: Sums; isSelection?: boolean }) {
  const { t, i18n } = useLingui()
  const { orders, weight, meters, pallets, teu } = sums
  return (
    <span className="tnum">
      {isSelection ? (
        <Plural value={orders} one="# selected" other="# selected" />
      ) : (
        <Plural value={orders} one="# order" other="# orders" />
      )}
      {weight > 0 && ` · ${i18n.number(Math.round(weight / 100) / 10)} t`}
      {meters > 0 && ` · ${i18n.number(meters)} LDM`}
      {pallets > 0 && ` · ${t`${i18n.number(pallets)} plt`}`}
      {teu > 0 && ` · ${i18n.number(teu)} TEU`}
    </span>
  )
}

interface CardProps extends PoolProps {
  order: PoolOrder
  /** Whether this card is the tab stop. */
  isTabStop: boolean
  onChoose: (orderId: string, isRange: boolean) => void
}

function Card({ order, isTabStop, selected, isReadOnly, holders, ...actions }: CardProps) {
  const { t, i18n } = useLingui()
  const { onChoose, onChange, onPress, onPlace, onMove, search } = actions
  const { order_number, customer_name, is_blocked, load } = order.order
  const sums = sumsOf([order])
  const open = () => onChange({ order: order.id, open: undefined, side: undefined })
  function onKeyDown(event: KeyboardEvent) {
    const select = () => onChoose(order.id, event.shiftKey)
    const acts: Readonly<Record<string, () => void>> = {
      ...(!isReadOnly && { p: () => onPlace(order), m: () => onMove(order) }),
      x: select,
      enter: open,
      ' ': open,
    }
    const run = acts[event.key.toLowerCase()]
    if (!run || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    run()
  }
  return (
    <button
      type="button"
      data-order={order.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={selected.has(order.id)}
      className="board-card block h-[calc(100%-6px)] w-full px-2.5 py-1.5"
      onPointerDown={(event) => event.button === 0 && !isReadOnly && onPress(event, order)}
      onClick={(event) => onChoose(order.id, event.shiftKey)}
      onDoubleClick={open}
      onKeyDown={onKeyDown}
    >
      <span className="flex items-center gap-1.5">
        <span className="min-w-0 flex-1 truncate font-semibold">{order.route}</span>
        {is_blocked && <Lock size={13} className="shrink-0 text-red" aria-label={t`On hold`} />}
        {load.is_dangerous && <Flame size={13} className="shrink-0 text-amber" aria-label={t`ADR`} />}
        {load.is_tempered && <Snowflake size={13} className="shrink-0 text-blue" aria-label={t`Temperature`} />}
        {load.container_feet !== null && (
          <span className="tag tone-grey tnum">
            <Container size={11} aria-hidden="true" />
            {load.container_feet}′
          </span>
        )}
      </span>
      <HeldBy holder={holders.get(order.id)} />
      <span className="board-facts">
        <span className="block truncate text-[12px] text-ink-2">
          <span className="board-number tnum">{order_number} · </span>
          {customer_name}
        </span>
        <span className="tnum flex items-center gap-1 text-[12px] text-ink-3">
          <Clock size={12} aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate">
            {search.pool !== undefined &&
              search.pool !== 'day' &&
              order.day !== null &&
              `${dayText(order.day, i18n.locales ?? i18n.locale)} `}
            {order.times || t`Any time`}
          </span>
          {sums.weight > 0 && <span>{i18n.number(sums.weight)} kg</span>}
        </span>
      </span>
    </button>
  )
}
