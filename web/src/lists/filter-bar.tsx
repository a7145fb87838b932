import type { ReactNode } from 'react'
import type { IconComponent } from '../ui/icons.tsx'
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
export type ListFilter<Search> = {
  title: string
  icon: IconComponent
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

interface FilterBarProps<Search> extends FilterProps<Search> {
  /** What can be searched for. */
  placeholder: string
  filters: readonly ListFilter<Search>[]
  /** Other filters, and those that only links bring. */
  children?: ReactNode
}

/** Search and filters of a list; the address holds each of them. */
export function FilterBar<Search extends { q?: string | undefined }>(props: FilterBarProps<Search>) {
  const { search, onChange, placeholder, filters, children } = props
  return (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={placeholder}
        onChange={(q) => onChange({ q: q || undefined } as Partial<Search>)}
      />
      {filters.map((filter) => (
        <FilterMenu
          key={filter.title}
          title={filter.title}
          icon={filter.icon}
          facets={filter.facets}
          chosen={chosenOf(filter, search)}
          onChange={(chosen) => onChange(changeOf(filter, chosen))}
        />
      ))}
      {children}
    </>
  )
}

function chosenOf<Search>(filter: ListFilter<Search>, search: Search): string[] {
  if ('flags' in filter) return filter.flags.filter((flag) => search[flag])
  const value = search[filter.member]
  if (typeof value !== 'string') return filter.fallback === undefined ? [] : [filter.fallback]
  return filter.isSingle ? [value] : listOf(value)
}

function changeOf<Search>(filter: ListFilter<Search>, chosen: readonly string[]): Partial<Search> {
  const change: Partial<Record<Member<Search>, unknown>> = {}
  for (const member of filter.clears ?? []) change[member] = undefined
  if ('flags' in filter) for (const flag of filter.flags) change[flag] = chosen.includes(flag) || undefined
  else change[filter.member] = filter.isSingle ? chosen.at(-1) : textOf(chosen)
  return change as Partial<Search>
}

/** Values that rows have, the most frequent first. */
export function facetsByCount(
  counts: Readonly<Record<string, number>> = {},
  wordOf: (value: string) => ReactNode = (value) => value,
): Facet[] {
  return Object.entries(counts)
    .sort((one, other) => other[1] - one[1])
    .map(([value, count]) => ({ value, label: wordOf(value), count }))
}
