import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Changes the URL of a list, which holds its whole view state. */
export interface ListAddress<Search> {
  /** Changes some members and keeps the rest. */
  change(members: Partial<Search>): void
  /** Clears everything except the view. */
  clear(): void
  openPeek(key: string): void
  closePeek(): void
}

/** Changes the URL of the list at `path`; `kept` names members that survive clearing the filters. */
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

/** Query string of these members. */
export function useSearchText(members: object): string {
  const { stringifySearch } = useRouter().options
  return stringifySearch(members).replace('?', '')
}

/** Values of a filter from its URL text. */
export function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}

/** URL text of filter values; undefined for none. */
export function textOf(chosen: readonly string[]): string | undefined {
  return chosen.join(',') || undefined
}
