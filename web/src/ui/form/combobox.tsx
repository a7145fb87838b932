import { Combobox as Base } from '@base-ui/react/combobox'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { ChevronDown, CircleAlert, Plus } from '../icons.tsx'
import { usePopupPlace } from '../popup-place.tsx'
import { type Line, linesOf, lineToChoose } from './combobox-lines.ts'

/** Some of the matches for a text. */
export interface SomeFound<Item> {
  items: readonly Item[]
  /** Whether there are more matches. */
  isCut: boolean
}

interface ComboboxProps<Item> {
  id?: string | undefined
  label?: string | undefined
  /** The chosen item. Null for none. */
  value: Item | null
  onChange: (item: Item | null) => void
  /** Searches matches for a text after a pause in typing. Results are cached. */
  queryKey: readonly unknown[]
  search: (text: string) => Promise<readonly Item[] | SomeFound<Item>>
  textOf: (item: Item) => string
  keyOf: (item: Item) => string
  /** Secondary text in the list. */
  sideOf?: ((item: Item) => ReactNode) | undefined
  /** Objection to an item, shown below it in the list. With `isBarred` the item cannot be chosen. */
  noteOf?: ((item: Item) => string | null) | undefined
  isBarred?: ((item: Item) => boolean) | undefined
  /** Shown first while the field is empty, for example recent choices. */
  recent?: readonly Item[] | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  /** Offered after the matches, for example to create a record from the text. */
  onMake?: ((text: string) => void) | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** Milliseconds without a keystroke before a search. */
const restMs = 120

/** A text debounced while typing. Immediate if it is empty or the result is awaited. */
function useRested(text: string, isUrgent: boolean): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text === '' || isUrgent) return setRested(text)
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, isUrgent])
  return rested
}

/**
 * Chooses one of many items found by typing and searched on the server. Enter and Tab choose the highlighted line.
 * Pressed before the response arrives, they choose its first line, so that the user need not wait. A text without a
 * match stays in the field and is marked, so that it is neither lost nor mistaken for a choice.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { value, onChange, textOf, keyOf } = props
  const { text, typed, lines, isCut, barred, isOpen, isCurrent, isAwaited, isUnchosen, highlighted, ...actions } =
    useChoosing(props)
  return (
    <Base.Root
      items={lines}
      value={value === null ? null : { key: keyOf(value), item: value }}
      onValueChange={(line: Line<Item> | null) => (line === null ? onChange(null) : actions.choose(line))}
      inputValue={typed ?? (value === null ? '' : textOf(value))}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && actions.type(next)}
      open={isOpen}
      onOpenChange={(open, { reason }) => actions.show(open, reason)}
      onItemHighlighted={(line) => {
        highlighted.current = line?.key
      }}
      itemToStringLabel={(line: Line<Item>) => line.make ?? textOf(line.item!)}
      isItemEqualToValue={(one: Line<Item>, other: Line<Item>) => one.key === other.key}
      filter={null}
      autoHighlight
      disabled={props.disabled ?? false}
    >
      <ComboboxInput
        {...props}
        isTyped={text.trim() !== '' && !isUnchosen}
        isAwaited={isAwaited}
        isUnchosen={isUnchosen}
        onKeyDown={actions.onKeyDown}
      />
      {isUnchosen && <Unchosen text={text} why={barred && props.noteOf?.(barred)} />}
      <ComboboxList {...props} foundNothing={isCurrent && text !== ''} isCut={isCut} />
    </Base.Root>
  )
}

function someOf<Item>(found: readonly Item[] | SomeFound<Item>): SomeFound<Item> {
  return 'items' in found ? found : { items: found, isCut: false }
}

/** The typed text, its matching lines, and the handlers for typing, keys and leaving the field. */
function useChoosing<Item>(props: ComboboxProps<Item>) {
  const { onChange, keyOf, recent, onMake, isBarred = () => false } = props
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [isAwaited, setIsAwaited] = useState(false)
  const [isUnchosen, setIsUnchosen] = useState(false)
  const highlighted = useRef<string | undefined>(undefined)
  const text = typed ?? ''
  const searched = useRested(text, isAwaited)
  const answer = useQuery({
    queryKey: [...props.queryKey, searched],
    queryFn: () => props.search(searched),
    enabled: isOpen || isAwaited,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const isCurrent = searched === text && answer.isFetched && !answer.isPlaceholderData
  const { items: all, isCut } = someOf(answer.data ?? [])
  const lines = linesOf({ text, found: all, recent: recent ?? [], keyOf, canMake: onMake !== undefined })
  const free = lines.filter(({ item }) => item === undefined || !isBarred(item))
  const barred = free.length === 0 ? lines[0]?.item : undefined

  function choose(line: Line<Item> | undefined) {
    setIsOpen(false)
    setIsAwaited(false)
    if (line === undefined) return setIsUnchosen(text.trim() !== '')
    setTyped(undefined)
    setIsUnchosen(false)
    if (line.make !== undefined) onMake?.(line.make)
    else if (line.item !== undefined) onChange(line.item)
  }

  /** If all matches are barred, the list stays open and shows the reasons. */
  function settle(line: Line<Item> | undefined) {
    if (barred === undefined) return choose(line)
    setIsAwaited(false)
    setIsOpen(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the awaited answer has come
  useEffect(() => {
    if (isAwaited && isCurrent) settle(free[0])
  }, [isAwaited, isCurrent])

  function onKeyDown(event: KeyboardEvent) {
    // With Control or Command, Enter submits the form: the text of this field is chosen first.
    const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const isChoice = isSending || event.key === 'Enter' || event.key === 'Tab'
    if (!isChoice || event.shiftKey || text.trim() === '') return
    if (event.key === 'Enter' && !isSending) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (isCurrent) settle(lineToChoose(free, highlighted.current))
    else setIsAwaited(true)
  }

  function type(next: string | undefined) {
    setTyped(next)
    setIsUnchosen(false)
    // Further typing cancels waiting for the previous text.
    setIsAwaited(false)
    if (next === '') onChange(null)
  }

  function show(open: boolean, reason: string) {
    setIsOpen(open)
    // Escape discards the text, even while a response is pending. Otherwise a text without a match stays.
    if (reason === 'escape-key') return type(undefined)
    if (open || isAwaited || isUnchosen) return
    if (text.trim() === '') setTyped(undefined)
    else if (reason === 'outside-press' || reason === 'focus-out') setIsUnchosen(true)
  }

  const found = { text, typed, lines, isCut, barred, highlighted }
  return { ...found, isOpen, isCurrent, isAwaited, isUnchosen, choose, type, show, onKeyDown }
}

/** List that opens below the field. */
function ComboboxList<Item>({
  foundNothing,
  isCut,
  isBarred = () => false,
  ...labels
}: LineLabels<Item> & Pick<ComboboxProps<Item>, 'isBarred'> & { foundNothing: boolean; isCut: boolean }) {
  const place = usePopupPlace()
  return (
    <Base.Portal container={place}>
      <Base.Positioner sideOffset={4} align="start" className="z-30 outline-none">
        <Base.Popup className="pop max-h-80 min-w-(--anchor-width) max-w-[440px] overflow-y-auto">
          <Base.Empty>
            {foundNothing && (
              <p className="px-2 py-1.5 text-ink-3">
                <Trans>No results</Trans>
              </p>
            )}
          </Base.Empty>
          <Base.List>
            {(line: Line<Item>) => (
              <Base.Item
                key={line.key}
                value={line}
                className="menu-item data-disabled:opacity-100"
                disabled={line.item !== undefined && isBarred(line.item)}
              >
                <LineText line={line} {...labels} />
              </Base.Item>
            )}
          </Base.List>
          {isCut && (
            <Base.Status className="border-t border-line px-2 py-1.5 text-[12px] text-ink-3">
              <Trans>There are more. Type a part of the name to find them.</Trans>
            </Base.Status>
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function ComboboxInput<Item>({
  id,
  label,
  placeholder,
  className,
  isTyped,
  isAwaited,
  isUnchosen,
  onKeyDown,
  ...props
}: ComboboxProps<Item> & {
  /** Its text is not yet a choice: `submitByKey` waits for it. */
  isTyped: boolean
  isAwaited: boolean
  isUnchosen: boolean
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { t } = useLingui()
  return (
    <Base.InputGroup
      className={classNames('field flex items-center gap-1 pr-1', className)}
      data-typed={isTyped || undefined}
      data-awaited={isAwaited || undefined}
      data-unchosen={isUnchosen || undefined}
    >
      <Base.Input
        id={id}
        aria-label={label}
        aria-invalid={isUnchosen || props['aria-invalid']}
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

/** Shown below the field while its text is not a choice, or matches only barred items. */
function Unchosen({ text, why }: { text: string; why: string | null | undefined }) {
  return (
    <p role="alert" className="mt-0.5 flex items-start gap-1 text-[12px] text-red">
      <CircleAlert size={12} className="mt-[3px] shrink-0" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {why ?? <Trans>“{text}” not found. Choose from the list.</Trans>}
      </span>
    </p>
  )
}

type LineLabels<Item> = Pick<ComboboxProps<Item>, 'textOf' | 'sideOf' | 'noteOf'>

function LineText<Item>({ line, textOf, sideOf, noteOf }: LineLabels<Item> & { line: Line<Item> }) {
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
  const note = noteOf?.(line.item)
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate in-data-disabled:text-ink-3">{textOf(line.item)}</span>
        {note && <span className="block text-[12px] text-ink-2">{note}</span>}
      </span>
      {sideOf !== undefined && <span className="shrink-0 text-[12px] text-ink-3">{sideOf(line.item)}</span>}
    </>
  )
}
