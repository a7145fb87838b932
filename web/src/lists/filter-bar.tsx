import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import { useCommands } from '../shell/commands.ts'
import { Button } from '../ui/button.tsx'
import { type IconComponent, Plus } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { type Facet, FilterMenu } from '../ui/table/filter-menu.tsx'
import { SearchField } from '../ui/table/search-field.tsx'
import { listOf, textOf } from './list-address.ts'

/** What the filters of any list are given. */
export interface FilterProps<Search> {
  search: Search
  onChange: (change: Partial<Search>) => void
}

type Member<Search> = keyof Search & string

/** One filter of a list, for the member of the address that holds its values, or for members that are flags. */
export type ListFilter<Search> = OfValues<Search> | OwnControl

interface Named {
  title: string
  icon: IconComponent
}

type OfValues<Search> = Named & {
  facets: readonly Facet[]
  /** Members that a choice clears, because they belong to what was chosen before. */
  clears?: readonly Member<Search>[]
} & (
    | {
        member: Member<Search>
        /** One value at a time: the one chosen last. */
        isSingle?: boolean
        /** The value where the address has none. */
        fallback?: string
      }
    /** Each value is a member of its own, which is on or absent. */
    | { flags: readonly Member<Search>[] }
  )

/** A filter whose values are not a short list, such as a day or a customer. */
export interface OwnControl extends Named {
  isOn: boolean
  control: (added: AddedFilter) => ReactNode
  /** Where to add it is to choose its only value. */
  add?: () => void
}

/** Whether a filter was added just now, so that its values are shown at once. */
export interface AddedFilter {
  isAdded: boolean
  /** It was left, with a value or without. */
  onLeave: () => void
}

interface FilterBarProps<Search> extends FilterProps<Search> {
  /** What can be searched for; left out where nothing can. */
  placeholder?: string
  filters: readonly ListFilter<Search>[]
  /** Filters that only links bring. */
  children?: ReactNode
}

interface Searched {
  q?: string | undefined
}

/**
 * Search and filters of a list; the address holds each of them. A filter is added by its name and is then a chip, which
 * is edited and removed.
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

/** Adds a filter by its name; in the open menu the first letters of a name find it. */
function AddFilter({
  filters,
  onAdd,
}: {
  filters: readonly { title: string; icon: IconComponent }[]
  onAdd: (title: string) => void
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  // The values of a filter that was added have the focus.
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

/** Values that rows have, the most frequent first. */
export function facetsByCount(
  counts: Readonly<Record<string, number>> = {},
  labelOf: (value: string) => ReactNode = (value) => value,
): Facet[] {
  return Object.entries(counts)
    .sort((one, other) => other[1] - one[1])
    .map(([value, count]) => ({ value, label: labelOf(value), count }))
}
