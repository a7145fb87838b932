import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useCommands } from '../shell/commands.ts'
import { IconButton } from '../ui/button.tsx'
import { Download } from '../ui/icons.tsx'
import { useSearchText } from './list-address.ts'
import { SavedViewsMenu } from './saved-views.tsx'

/** Saved views of a list. */
export function ListSavedViews({
  screen,
  path,
  search,
  always,
}: {
  /** Name of the list. */
  screen: string
  path: string
  /** View state of the list, without the open panel. */
  search: object
  /** Fixed start of the query string, for two lists on one page. */
  always?: string
}) {
  const navigate = useNavigate()
  const text = useSearchText(search)
  return (
    <SavedViewsMenu
      screen={screen}
      search={text}
      onOpen={(kept) => void navigate({ href: `${path}?${[always, kept].filter(Boolean).join('&')}` })}
    />
  )
}

const keys = 'mod+shift+e'

/** Downloads all matching rows as a file. */
export function CsvButton({ path, filters }: { path: string; filters: Readonly<Record<string, unknown>> }) {
  const { t } = useLingui()
  const title = t`Export results (CSV)`
  const query = new URLSearchParams(filters as Record<string, string>).toString()
  const run = useCallback(() => window.location.assign(query === '' ? path : `${path}?${query}`), [path, query])
  useCommands(useMemo(() => [{ id: 'csv', title, icon: Download, keys, run }], [title, run]))
  return <IconButton icon={Download} label={title} keys={keys} onClick={run} />
}
