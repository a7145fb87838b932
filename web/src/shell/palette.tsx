import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type SearchResult, search } from '@cartage/contract/app/shell'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { sessionQuery } from '../session/queries.ts'
import { Building2, FileText, type IconComponent, MapPin, Package, Route, Search, Truck } from '../ui/icons.tsx'
import { Keys } from '../ui/keys.tsx'
import { type Command, useAllCommands } from './commands.ts'

// Loaded with the first result: the rest of the palette is fetched with the first page.
const FoundRow = lazy(async () => ({ default: (await import('./found-row.tsx')).FoundRow }))

interface PaletteProps {
  isOpen: boolean
  onClose: () => void
  /** Opens a search result. */
  onGo: (found: SearchResult) => void
  /** Opens the list of orders with a text in its search field. */
  onFind: (text: string) => void
}

interface Entry {
  key: string
  title: string
  text: string
  icon: IconComponent
  keys?: string
  /** The search result. Absent for a command. */
  found?: SearchResult
  run: () => void
}

interface EntryGroup {
  title: string
  items: Entry[]
}

const icons: Readonly<Record<string, IconComponent>> = {
  order: Package,
  trip: Route,
  company: Building2,
  resource: Truck,
  location: MapPin,
  invoice: FileText,
}

/** Maximum number of retries while the search index is not current, and milliseconds between them. */
const mostTries = 12
const pauseMs = 500

// The result for another text is never shown.
function foundQuery(text: string) {
  return queryOptions({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => searchUntilCurrent(text, signal),
    staleTime: 5_000,
  })
}

/** SEARCH-4: new records become searchable after a moment. Until then Enter waits, as for any response. */
async function searchUntilCurrent(text: string, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    const found = await call(search, { query: { q: text } })
    if (!found.is_behind || tries === mostTries || signal.aborted) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

// Nothing is remembered before the palette is used, and it is fetched with the first page.
const loadStorage = () => import('../device/storage.ts')
/** Files that do not arrive cost the recent records only. */
const ignore = () => {}

/** Records that this user opened by searching, newest first, read again each time the search is opened (SEARCH-10). */
function useRecent(isOpen: boolean) {
  const session = useQuery(sessionQuery).data
  const kind = session ? `${session.tenant.tenant_id}.${session.user.user_id}.found` : undefined
  const [items, setItems] = useState<readonly SearchResult[]>([])
  useEffect(() => {
    if (!isOpen || kind === undefined) return
    loadStorage().then(({ recentOf }) => setItems(recentOf<SearchResult>(kind)), ignore)
  }, [isOpen, kind])
  const add = useCallback(
    (found: SearchResult) => {
      if (kind === undefined) return
      loadStorage().then(({ recentOf, remember }) => {
        // Its state, day and driver change, so they are not stored.
        remember(kind, { ...found, status: null, day: null, driver: null }, (one) => `${one.kind} ${one.id}`)
        setItems(recentOf<SearchResult>(kind))
      }, ignore)
    },
    [kind],
  )
  return { items, add }
}

/** Matches for the text: records found by the server, then commands. Without a text, the records opened last. */
function useEntries(typed: string, { isOpen, onGo, onFind }: Omit<PaletteProps, 'onClose'>) {
  const { t } = useLingui()
  const commands = useAllCommands()
  const { items: recent, add } = useRecent(isOpen)
  const found = useQuery({ ...foundQuery(typed), enabled: isOpen && typed.length >= 2 })
  const groups = useMemo((): EntryGroup[] => {
    const open = (one: SearchResult) => {
      add(one)
      onGo(one)
    }
    const items = typed.length < 2 ? [] : (found.data?.items ?? [])
    const all = { id: 'all-orders', title: t`All orders with “${typed}”`, icon: Search, run: () => onFind(typed) }
    const hasOrder = items.some(({ kind }) => kind === 'order')
    const records = items.map((one) => entryOf(one, () => open(one)))
    // The palette is open already.
    const others = commands.filter(({ id }) => id !== 'palette')
    const fitting = others.filter((command) => matches(command, typed)).map(entryOfCommand)
    return [
      { title: t`Opened last`, items: typed === '' ? recent.map((one) => entryOf(one, () => open(one))) : [] },
      { title: t`Results`, items: hasOrder ? [...records, entryOfCommand(all)] : records },
      { title: t`Commands`, items: fitting },
    ].filter((group) => group.items.length > 0)
  }, [found.data, commands, typed, recent, add, onGo, onFind, t])
  // From two characters on, only results for the typed text are shown (SEARCH-2), and Enter waits for them.
  const isCurrent = typed.length < 2 || found.isSuccess
  return { groups, isCurrent, hasFailed: found.isError }
}

/** One field for everything: finds records, pages and commands by name. */
export function Palette({ isOpen, onClose, onGo, onFind }: PaletteProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const typed = text.trim()
  const { groups, isCurrent, hasFailed } = useEntries(typed, { isOpen, onGo, onFind })
  const [awaited, setAwaited] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the awaited answer has come
  useEffect(() => {
    const first = groups[0]?.items[0]
    if (awaited === undefined || awaited !== typed || !isCurrent) return
    setAwaited(undefined)
    if (first) choose(first)
  }, [awaited, typed, isCurrent])

  function awaitAnswer(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isCurrent) return
    event.preventDefault()
    event.stopPropagation()
    setAwaited(typed)
  }

  function change(next: string) {
    setText(next)
    setAwaited(undefined)
  }

  function close() {
    setText('')
    setAwaited(undefined)
    onClose()
  }

  function choose(entry: Entry) {
    close()
    entry.run()
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal keepMounted>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-black/25" />
        <Dialog.Popup className="dialog w-[600px] overflow-clip" aria-label={t`Search or jump to`}>
          <Autocomplete.Root
            items={groups}
            value={text}
            onValueChange={change}
            itemToStringValue={(entry) => (entry as Entry).title}
            filter={null}
            autoHighlight="always"
            inline
            open
          >
            <PaletteInput onKeyDownCapture={awaitAnswer} />
            <Entries onChoose={choose} {...{ typed, isCurrent, hasFailed }} />
          </Autocomplete.Root>
          <PaletteKeys />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteInput({ onKeyDownCapture }: { onKeyDownCapture: (event: KeyboardEvent) => void }) {
  const { t } = useLingui()
  return (
    <div className="flex h-12 items-center gap-3 border-b border-line px-4">
      <Search size={16} className="text-ink-3" aria-hidden="true" />
      <Autocomplete.Input
        className="h-full flex-1 bg-transparent text-[15px] outline-none placeholder:text-ink-3"
        placeholder={t`Order, container, plate, company, command…`}
        aria-label={t`Search or jump to`}
        onKeyDownCapture={onKeyDownCapture}
      />
      <Keys keys="escape" />
    </div>
  )
}

/** Entries of the palette by group, or why there are none. */
function Entries({
  onChoose,
  typed,
  ...state
}: {
  onChoose: (entry: Entry) => void
  typed: string
  isCurrent: boolean
  hasFailed: boolean
}) {
  return (
    <>
      <Autocomplete.Empty>
        <p className="px-4 py-6 text-center text-ink-3">
          <NoEntries {...state} />
        </p>
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[50vh] overflow-y-auto p-1.5 data-empty:p-0">
        {(group: EntryGroup) => (
          <Autocomplete.Group key={group.title} items={group.items}>
            <Autocomplete.GroupLabel className="px-2.5 py-1 text-[11px] font-medium text-ink-3">
              {group.title}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: Entry) => (
                <Autocomplete.Item
                  key={entry.key}
                  value={entry}
                  className={`menu-item px-2.5 ${entry.found && hasMore(entry.found) ? 'h-12' : 'h-9'}`}
                  onClick={() => onChoose(entry)}
                >
                  <entry.icon size={15} className="shrink-0 text-ink-3" aria-hidden="true" />
                  {entry.found ? (
                    <Suspense>
                      <FoundRow found={entry.found} typed={typed} hasMore={hasMore(entry.found)} />
                    </Suspense>
                  ) : (
                    <CommandRow entry={entry} />
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </>
  )
}

function NoEntries({ isCurrent, hasFailed }: { isCurrent: boolean; hasFailed: boolean }) {
  if (hasFailed) return <Trans>The search did not answer. Type on to try again.</Trans>
  if (!isCurrent) return <Trans>Searching…</Trans>
  return <Trans>No results. Type any part of a number, plate, name or town.</Trans>
}

function CommandRow({ entry }: { entry: Entry }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{entry.title}</span>
      {entry.keys !== undefined && <Keys keys={entry.keys} />}
    </>
  )
}

/** Whether a row has a second line. */
function hasMore({ route, day, driver }: SearchResult): boolean {
  return route !== null || day !== null || driver !== null
}

/** Key hints in the footer of the palette. */
function PaletteKeys() {
  return (
    <p className="flex items-center gap-3 border-t border-line bg-sunken px-4 py-2 text-[12px] text-ink-2">
      <Keys keys="up" />
      <Keys keys="down" />
      <Trans context="between the lines of a list">move</Trans>
      <Keys keys="enter" />
      <Trans context="verb">open</Trans>
    </p>
  )
}

function entryOf(found: SearchResult, run: () => void): Entry {
  return {
    key: `${found.kind}-${found.id}`,
    title: found.title,
    text: found.text,
    icon: icons[found.kind] ?? Search,
    found,
    run,
  }
}

function entryOfCommand({ id, title, icon, keys, run }: Command): Entry {
  return { key: id, title, text: '', icon: icon ?? Search, run, ...(keys !== undefined && { keys }) }
}

/** Whether every word of the text starts a word of the title. */
function matches({ title }: Command, text: string): boolean {
  const words = title.toLowerCase().split(/\s+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
