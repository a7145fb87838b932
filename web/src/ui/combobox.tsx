import { Combobox as Base } from '@base-ui/react/combobox'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { usePopupPlace } from './popup-place.tsx'

interface ComboboxProps<Item> {
  id?: string | undefined
  label?: string | undefined
  /** What is chosen, null for nothing. */
  value: Item | null
  onChange: (item: Item | null) => void
  /** Finds what fits a text; asked again when the typing rests, answers are kept. */
  queryKey: readonly unknown[]
  search: (text: string) => Promise<readonly Item[]>
  textOf: (item: Item) => string
  keyOf: (item: Item) => string
  /** A second, quieter text in the list. */
  sideOf?: ((item: Item) => ReactNode) | undefined
  /** Shown first while nothing is typed, for example what was chosen last. */
  recent?: readonly Item[] | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  /** Offered after what fits, for example to make a new record of the text. */
  onMake?: ((text: string) => void) | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** Milliseconds without a key before the server is asked. */
const restMs = 120

/** A text once nobody has typed for a moment; at once when it is empty or somebody waits for the answer. */
function useRested(text: string, isUrgent: boolean): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text === '' || isUrgent) return setRested(text)
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, isUrgent])
  return rested
}

/** A line of the list: something to choose, or the offer to make something of the text. */
interface Line<Item> {
  key: string
  item?: Item
  make?: string
}

/**
 * One of many, found by typing. The server searches. Enter and Tab choose the highlighted line; pressed before the
 * answer is there, they choose its first line when it comes, so nobody has to wait for the list.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { value, onChange, textOf, keyOf, recent, onMake } = props
  const place = usePopupPlace()
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [isAwaited, setIsAwaited] = useState(false)
  const highlighted = useRef<Line<Item> | undefined>(undefined)
  const text = typed ?? ''
  const asked = useRested(text, isAwaited)
  const found = useQuery({
    queryKey: [...props.queryKey, asked],
    queryFn: () => props.search(asked),
    enabled: isOpen || isAwaited,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const isCurrent = asked === text && found.isFetched && !found.isPlaceholderData
  const lines = linesOf({ text, found: found.data ?? [], recent: recent ?? [], keyOf, canMake: onMake !== undefined })

  function choose(line: Line<Item> | undefined) {
    setTyped(undefined)
    setIsOpen(false)
    setIsAwaited(false)
    if (line?.make !== undefined) onMake?.(line.make)
    else if (line?.item !== undefined) onChange(line.item)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the awaited answer has come
  useEffect(() => {
    if (isAwaited && isCurrent) choose(lines[0])
  }, [isAwaited, isCurrent])

  function onKeyDown(event: KeyboardEvent) {
    const isChoice = (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey
    if (!isChoice || event.shiftKey || text.trim() === '') return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
    }
    if (isCurrent) choose(highlighted.current ?? lines[0])
    else setIsAwaited(true)
  }

  return (
    <Base.Root
      items={lines}
      value={value === null ? null : { key: keyOf(value), item: value }}
      onValueChange={(line: Line<Item> | null) => (line === null ? onChange(null) : choose(line))}
      inputValue={typed ?? (value === null ? '' : textOf(value))}
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-change') return
        setTyped(next)
        if (next === '') onChange(null)
      }}
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open && !isAwaited) setTyped(undefined)
      }}
      onItemHighlighted={(line) => {
        highlighted.current = line
      }}
      itemToStringLabel={(line: Line<Item>) => line.make ?? textOf(line.item!)}
      isItemEqualToValue={(one: Line<Item>, other: Line<Item>) => one.key === other.key}
      filter={null}
      autoHighlight
      disabled={props.disabled ?? false}
    >
      <ComboboxInput {...props} isAwaited={isAwaited} onKeyDown={onKeyDown} />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={4} align="start" className="z-30 outline-none">
          <Base.Popup className="pop max-h-80 min-w-(--anchor-width) max-w-[440px] overflow-y-auto">
            <Base.Empty>
              {isCurrent && text !== '' && (
                <p className="px-2 py-1.5 text-ink-3">
                  <Trans>Nothing found</Trans>
                </p>
              )}
            </Base.Empty>
            <Base.List>
              {(line: Line<Item>) => (
                <Base.Item key={line.key} value={line} className="menu-item">
                  <LineText line={line} textOf={textOf} sideOf={props.sideOf} />
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function ComboboxInput<Item>({
  id,
  label,
  placeholder,
  className,
  isAwaited,
  onKeyDown,
  ...props
}: ComboboxProps<Item> & { isAwaited: boolean; onKeyDown: (event: KeyboardEvent) => void }) {
  const { t } = useLingui()
  return (
    <Base.InputGroup
      className={classNames('field flex items-center gap-1 pr-1', className)}
      data-awaited={isAwaited || undefined}
    >
      <Base.Input
        id={id}
        aria-label={label}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        placeholder={placeholder}
        className="h-full min-w-0 flex-1 truncate bg-transparent outline-none"
        onFocus={(event) => event.currentTarget.select()}
        onKeyDownCapture={onKeyDown}
      />
      <Base.Trigger
        className="grid size-5 place-items-center text-ink-3"
        tabIndex={-1}
        aria-label={label ?? placeholder ?? t({ message: 'Open', context: 'verb' })}
      >
        <ChevronDown size={13} aria-hidden="true" />
      </Base.Trigger>
    </Base.InputGroup>
  )
}

function LineText<Item>({
  line,
  textOf,
  sideOf,
}: {
  line: Line<Item>
  textOf: (item: Item) => string
  sideOf: ((item: Item) => ReactNode) | undefined
}) {
  if (line.item === undefined) {
    return (
      <>
        <Plus size={13} className="text-ink-3" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">
          <Trans>New: {line.make}</Trans>
        </span>
      </>
    )
  }
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{textOf(line.item)}</span>
      {sideOf !== undefined && <span className="shrink-0 text-[12px] text-ink-3">{sideOf(line.item)}</span>}
    </>
  )
}

function linesOf<Item>({
  text,
  found,
  recent,
  keyOf,
  canMake,
}: {
  text: string
  found: readonly Item[]
  recent: readonly Item[]
  keyOf: (item: Item) => string
  canMake: boolean
}): Line<Item>[] {
  const shown = text === '' ? [...recent, ...found] : found
  const lines = new Map(shown.map((item): [string, Line<Item>] => [keyOf(item), { key: keyOf(item), item }]))
  if (canMake && text.trim() !== '') lines.set('make', { key: 'make', make: text.trim() })
  return [...lines.values()]
}
