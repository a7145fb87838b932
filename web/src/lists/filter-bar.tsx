import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import { useCommands } from '../shell/commands.ts'
import { Button } from '../ui/button.tsx'
import { type IconComponent, Plus } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { type Facet, FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import type { AddedFilter } from './added-filter.ts'
import { DayFilter, type Days, hasDays } from './day-filter.tsx'
import { listOf, textOf } from './list-address.ts'

/** Props of every list's filters. */
export interface FilterProps<Search> {
  search: Search
  onChange: (change: Partial<Search>) => void
}

type Member<Search> = keyof Search & string

/** One filter of a list, for one URL member with its values, or for several boolean members. */
export type ListFilter<Search> = OfValues<Search> | OfDays | OwnControl

interface Named {
  title: string
  icon: IconComponent
}

type OfValues<Search> = Named & {
  facets: readonly Facet[]
  /** Members that a choice clears, because they depend on the previous choice. */
  clears?: readonly Member<Search>[]
} & (
    | {
        member: Member<Search>
        /** Only one value at a time: the last one chosen. */
        isSingle?: boolean
        /** Default when the URL has no value. */
        fallback?: string
      }
    /** Each value is its own boolean member. */
    | { flags: readonly Member<Search>[] }
  )

/** A filter by days. */
export interface OfDays extends Named {
  days: Days
}

/** A filter without a short list of values, such as a customer. */
export interface OwnControl extends Named {
  isOn: boolean
  control: (added: AddedFilter) => ReactNode
  /** For filters with a single value: adding it sets that value. */
  add?: () => void
}

interface FilterBarProps<Search> extends FilterProps<Search> {
  /** Placeholder of the search field; absent without a search. */
  placeholder?: string
  filters: readonly ListFilter<Search>[]
  /** Filters that only links set. */
  children?: ReactNode
}

interface Searched {
  q?: string | undefined
}

/**
 * Search and filters of a list, all stored in the URL. A filter is added by name and then is a chip, which can be
 * edited and removed.
 */
export function FilterBar<Search extends object>(props: FilterBarProps<Search>) {
  const { search, onChange, placeholder, filters, children } = props
  const [added, setAdded] = useState<string>()
  const onLeave = () => setAdded(undefined)
  function add(filter: ListFilter<Search> | undefined): void {
    if (filter !== undefined && 'add' in filter && filter.add) filter.add()
    else setAdded(filter?.title)
  }
  const isShown = (filter: ListFilter<Search>) => filter.title === added || isOn(filter, search)
  return (
    <>
      {placeholder !== undefined && (
        <SearchField
          value={'q' in search && typeof search.q === 'string' ? search.q : ''}
          placeholder={placeholder}
          onChange={(q) => onChange({ q: q || undefined } as Searched as Partial<Search>)}
        />
      )}
      {filters.filter(isShown).map((filter) => {
        const isAdded = filter.title === added
        if ('days' in filter) {
          return <DayFilter key={filter.title} title={filter.title} days={filter.days} added={{ isAdded, onLeave }} />
        }
        if ('control' in filter) {
          return <Fragment key={filter.title}>{filter.control({ isAdded, onLeave })}</Fragment>
        }
        return (
          <FilterMenu
            key={filter.title}
            title={filter.title}
            icon={filter.icon}
            facets={filter.facets}
            chosen={chosenOf(filter, search)}
            onChange={(chosen) => onChange(changeOf(filter, chosen))}
            isOpenAtFirst={isAdded}
            onClose={onLeave}
          />
        )
      })}
      {children}
      <AddFilter
        filters={filters.filter((filter) => !isShown(filter))}
        onAdd={(title) => add(filters.find((filter) => filter.title === title))}
      />
    </>
  )
}

/** Adds a filter by name; typing in the open menu finds it by its first letters. */
function AddFilter({
  filters,
  onAdd,
}: {
  filters: readonly { title: string; icon: IconComponent }[]
  onAdd: (title: string) => void
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  // A newly added filter gets the focus.
  const isAdded = useRef(false)
  const title = t`Add filter`
  const isAny = filters.length > 0
  useCommands(
    useMemo(
      () => (isAny ? [{ id: 'add-filter', title, icon: Plus, keys: 'f', run: () => setIsOpen(true) }] : []),
      [title, isAny],
    ),
  )
  if (!isAny) return null
  return (
    <Menu
      align="start"
      open={isOpen}
      onOpenChange={(open) => {
        if (open) isAdded.current = false
        setIsOpen(open)
      }}
      finalFocus={() => !isAdded.current}
      trigger={
        <Button variant="ghost" icon={Plus} keys="f">
          <Trans>Filter</Trans>
        </Button>
      }
    >
      {filters.map(({ title: name, icon }) => (
        <MenuItem
          key={name}
          icon={icon}
          onSelect={() => {
            isAdded.current = true
            onAdd(name)
          }}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function isOn<Search>(filter: ListFilter<Search>, search: Search): boolean {
  if ('days' in filter) return hasDays(filter.days)
  return 'control' in filter ? filter.isOn : chosenOf(filter, search).length > 0
}

function chosenOf<Search>(filter: OfValues<Search>, search: Search): string[] {
  if ('flags' in filter) return filter.flags.filter((flag) => search[flag])
  const value = search[filter.member]
  if (typeof value !== 'string') return filter.fallback === undefined ? [] : [filter.fallback]
  return filter.isSingle ? [value] : listOf(value)
}

function changeOf<Search>(filter: OfValues<Search>, chosen: readonly string[]): Partial<Search> {
  const change: Partial<Record<Member<Search>, unknown>> = {}
  for (const member of filter.clears ?? []) change[member] = undefined
  if ('flags' in filter) for (const flag of filter.flags) change[flag] = chosen.includes(flag) || undefined
  else change[filter.member] = filter.isSingle ? chosen.at(-1) : textOf(chosen)
  return change as Partial<Search>
}

/** Values that occur in rows, most frequent first. */
export function facetsByCount(
  counts: Readonly<Record<string, number>> = {},
  labelOf: (value: string) => ReactNode = (value) => value,
): Facet[] {
  return Object.entries(counts)
    .sort((one, other) => other[1] - one[1])
    .map(([value, count]) => ({ value, label: labelOf(value), count }))
}
