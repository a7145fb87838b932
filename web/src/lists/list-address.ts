import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The address of a list says everything about how it is looked at; these change it. */
export interface ListAddress<Search> {
  /** Changes some members and keeps the others. */
  change(members: Partial<Search>): void
  /** Only the view stays. */
  clear(): void
  openPeek(key: string): void
  closePeek(): void
}

/** Changes the address of the list at `path`; `kept` are members that stay when the filters are cleared. */
export function useListAddress<Search extends object>(
  path: string,
  kept: readonly (keyof Search)[] = [],
): ListAddress<Search> {
  const navigate = useNavigate()
  const go = useCallback(
    (search: (before: Search) => object) => void navigate({ to: path, search, replace: true } as NavigateOptions),
    [navigate, path],
  )
  const change = useCallback((members: Partial<Search>) => go((before) => ({ ...before, ...members })), [go])
  return {
    change,
    clear: () => go((before) => Object.fromEntries(kept.map((name) => [name, before[name]]))),
    openPeek: (peek) => go((before) => ({ ...before, peek })),
    closePeek: useCallback(() => go((before) => ({ ...before, peek: undefined })), [go]),
  }
}

/** The query string of these members. */
export function useSearchText(members: object): string {
  const { stringifySearch } = useRouter().options
  return stringifySearch(members).replace('?', '')
}

/** The values of a filter in the address. */
export function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}

/** Values of a filter as the address says them; undefined for none. */
export function textOf(chosen: readonly string[]): string | undefined {
  return chosen.join(',') || undefined
}
