import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useCommands } from '../shell/commands.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { type IconComponent, Plus } from '../ui/icons.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ListFrame, sortFrom, sortText } from '../ui/table/list-frame.tsx'
import { useCursor } from '../ui/table/row-keys.ts'
import { type ListWindow, useWindows } from '../ui/table/row-windows.ts'
import { type Selection, useSelection } from '../ui/table/selection.ts'
import type { ListAddress } from './list-address.ts'
import { CsvButton, ListSavedViews } from './list-tools.tsx'
import { NoRows } from './no-rows.tsx'

/** URL members other than filters. */
interface Looked {
  sort?: string | undefined
  /** Key of the row whose panel is open. */
  peek?: string | undefined
}

/** Creation of a record from its list. */
export interface NewRecord {
  /** Label of the button and command palette entry. */
  title: string
  dialog: (commands: { onClose: () => void; onCreated: (key: string) => void }) => ReactNode
}

interface RecordListProps<Row, Search extends Looked> {
  /** Name in URLs and queries: `companies` is at `/companies` and loads `/app/companies`. */
  name: string
  title: string
  /** View state from the URL. */
  search: Search
  address: ListAddress<Search>
  /** Formatted row count, such as "12 trips". */
  countLabels?: (total: number) => string
  /** API filters. */
  filters: object
  /** Parameters of the file in addition to the filters. */
  file?: object
  /** Whether any filter can be cleared; defaults to whether any is set. */
  isFiltered?: boolean
  load: (offset: number, limit: number) => Promise<ListWindow<Row>>
  columns: readonly Column<Row>[]
  hiddenAtFirst?: readonly string[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Full page of a row, if not at `/name/key`. */
  pathOf?: (row: Row) => string | undefined
  isFaded?: (row: Row) => boolean
  /** Whether rows have two lines. */
  isHigh?: boolean
  /** Row layout on a phone. */
  card?: (row: Row) => ReactNode
  /** Label of new rows, such as "3 new trips". */
  newLabels?: (count: number) => string
  /** Default sort order; absent for a list with only one. */
  sort?: string
  /** Views of the list, shown next to its title. */
  views: ReactNode
  /** Search and filters. */
  tools: ReactNode
  /** Bulk actions for selected rows; absent where rows cannot be selected. */
  bulkBar?: ((selection: Selection) => ReactNode) | undefined
  /** Shown between filters and rows. */
  notice?: ReactNode
  /** Shown between filters and rows: creates rows itself and announces it, so that they appear without confirmation. */
  maker?: (commands: { onMaking: () => void }) => ReactNode
  /** Preview next to the list; without it, a click opens the row. */
  peek?: (commands: { key: string; onClose: () => void; onOpen: () => void }) => ReactNode
  /** Absent where nothing can be created, or this user may not. */
  create?: NewRecord | undefined
  /** Shown when the list is completely empty. */
  empty: { icon: IconComponent; title: string; text: string; children?: ReactNode }
}

/** Page of a record list: behaviour common to all lists, from the title to the create dialog. */
export function RecordList<Row, Search extends Looked>(props: RecordListProps<Row, Search>) {
  const { name, title, search, address, filters, create, columns, hiddenAtFirst, bulkBar, tools } = props
  usePageTitle(title)
  const navigate = useNavigate()
  const openKey = useCallback((key: string) => void navigate({ href: `/${name}/${key}` }), [navigate, name])
  const [isCreating, setIsCreating] = useState(false)
  const startCreating = useCallback(() => setIsCreating(true), [])
  useCreateCommand(name, create?.title, startCreating)
  const { peek, ...shownSearch } = search
  const windows = useWindows<Row>([name, 'list', shownSearch], props.load, props.keyOf)
  const shown = useShownColumns(name, columns, hiddenAtFirst)
  const selection = useSelection(windows.total)
  const onClose = () => setIsCreating(false)
  return (
    <>
      <ListFrame
        title={title}
        views={
          <>
            {props.views}
            <ListSavedViews screen={name} path={`/${name}`} search={shownSearch} />
          </>
        }
        actions={
          <>
            <CsvButton path={`/app/${name}/csv`} filters={{ ...filters, ...props.file }} />
            {create && (
              <Button variant="brand" icon={Plus} keys="n" onClick={startCreating}>
                {create.title}
              </Button>
            )}
          </>
        }
        filters={tools}
        total={windows.total}
        countLabels={props.countLabels}
        shown={shown}
        notice={props.maker?.({ onMaking: () => windows.news?.expectOwn() }) ?? props.notice}
        bar={bulkBar?.(selection)}
        table={
          <Rows
            {...props}
            columns={shown.columns}
            windows={windows}
            selection={selection}
            openKey={openKey}
            onCreate={startCreating}
          />
        }
        panel={
          peek !== undefined && props.peek?.({ key: peek, onClose: address.closePeek, onOpen: () => openKey(peek) })
        }
      />
      {isCreating && create?.dialog({ onClose, onCreated: openKey })}
    </>
  )
}

/** Adds the command palette entry and the key N to create a record, where this user may. */
function useCreateCommand(name: string, title: string | undefined, run: () => void): void {
  useCommands(
    useMemo(
      () => (title === undefined ? [] : [{ id: `new-${name}`, title, icon: Plus, keys: 'n', run }]),
      [name, title, run],
    ),
  )
}

interface RowsProps<Row, Search extends Looked> extends RecordListProps<Row, Search> {
  windows: ReturnType<typeof useWindows<Row>>
  selection: Selection
  openKey: (key: string) => void
  onCreate: () => void
}

function Rows<Row, Search extends Looked>(props: RowsProps<Row, Search>) {
  const { title, search, address, filters, columns, windows, selection, openKey, empty } = props
  const { keyOf, nameOf, isFaded, pathOf, bulkBar } = props
  const navigate = useNavigate()
  const cursor = useCursor()
  const sort = search.sort ?? props.sort
  function open(row: Row) {
    const path = pathOf?.(row)
    if (path !== undefined) void navigate({ href: path })
    else if (!pathOf) openKey(keyOf(row))
  }
  return (
    <DataTable
      label={title}
      columns={columns}
      windows={windows}
      keyOf={keyOf}
      nameOf={nameOf}
      pathOf={pathOf ?? ((row) => `/${props.name}/${keyOf(row)}`)}
      {...(bulkBar && { selection })}
      {...(sort !== undefined && {
        sort: sortFrom(sort),
        onSort: (next) => address.change({ sort: sortText(next) } as Partial<Search>),
      })}
      cursor={cursor}
      openKey={search.peek}
      onPeek={props.peek ? (row) => address.openPeek(keyOf(row)) : open}
      onOpen={open}
      failure={windows.error ? failureOf(windows.error) : undefined}
      {...(isFaded && { isFaded })}
      isHigh={props.isHigh}
      card={props.card}
      newLabels={props.newLabels}
      empty={
        <NoRows {...empty} isFiltered={props.isFiltered ?? Object.keys(filters).length > 0} onClear={address.clear}>
          {empty.children}
          {props.create && (
            <div className="pt-4">
              <Button variant="brand" icon={Plus} onClick={props.onCreate}>
                {props.create.title}
              </Button>
            </div>
          )}
        </NoRows>
      }
    />
  )
}
