import type { ReactNode } from 'react'
import { failureOf } from '../api/failure.ts'
import type { IconComponent } from '../ui/icons.tsx'
import { useShownColumns } from '../ui/table/columns-menu.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ListFrame } from '../ui/table/list-frame.tsx'
import { useCursor } from '../ui/table/row-keys.ts'
import type { Windows } from '../ui/table/row-windows.ts'
import { type Selection, useSelection } from '../ui/table/selection.ts'
import { CsvButton, ListSavedViews } from './list-tools.tsx'
import { NoRows } from './no-rows.tsx'

interface LogListProps<Row> {
  /** Its name in addresses and settings of this browser: `uploads` has its file at `/app/uploads/csv`. */
  name: string
  title: string
  /** The name of the rows for screen readers, where it is not the title. */
  label?: string
  /** Address of the page, with the members that every saved view of this list begins with. */
  path?: string
  always?: string
  /** What a saved view keeps of the address. */
  search: object
  /** The filters as the server wants them. */
  filters: Readonly<Record<string, unknown>>
  windows: Windows<Row>
  /** The rows in words, where the list can be counted. */
  count?: ReactNode
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  nameOf?: (row: Row) => string
  /** Other ways to look at the list, before the saved views. */
  views?: ReactNode
  /** Buttons after the one for the file. */
  actions?: ReactNode
  /** Search and filters. */
  tools: ReactNode
  /** What can be done to chosen rows; left out where rows cannot be chosen. */
  bulkBar?: ((selection: Selection) => ReactNode) | undefined
  mayChoose?: boolean
  /** Above the rows: what is wrong. */
  notice?: ReactNode
  openKey: string | undefined
  onOpen: (key: string) => void
  panel: ReactNode
  /** Instead of rows when there are none at all, with the first step. */
  empty: { icon: IconComponent; title: string; text: string; children?: ReactNode }
  isFiltered?: boolean
  onClear: () => void
}

/** The page of a log: rows that only come and are never created here, each opened in a panel next to the others. */
export function LogList<Row>(props: LogListProps<Row>) {
  const { name, title, search, filters, windows, keyOf, bulkBar, mayChoose = bulkBar !== undefined, onOpen } = props
  const shown = useShownColumns(name, props.columns)
  const selection = useSelection(windows.total)
  const cursor = useCursor()
  const open = (row: Row) => onOpen(keyOf(row))
  return (
    <ListFrame
      title={title}
      views={
        <>
          {props.views}
          <ListSavedViews screen={name} path={props.path ?? `/${name}`} always={props.always ?? ''} search={search} />
        </>
      }
      actions={
        <>
          <CsvButton path={`/app/${name}/csv`} filters={filters} />
          {props.actions}
        </>
      }
      filters={props.tools}
      total={props.count === undefined ? undefined : windows.total}
      count={props.count}
      shown={shown}
      notice={props.notice}
      bar={bulkBar?.(selection)}
      table={
        <DataTable
          label={props.label ?? title}
          columns={shown.columns}
          windows={windows}
          keyOf={keyOf}
          {...(props.nameOf && { nameOf: props.nameOf })}
          {...(mayChoose && { selection })}
          cursor={cursor}
          openKey={props.openKey}
          onPeek={open}
          onOpen={open}
          failure={windows.error ? failureOf(windows.error) : undefined}
          empty={
            <NoRows
              {...props.empty}
              isFiltered={props.isFiltered ?? Object.keys(filters).length > 0}
              onClear={props.onClear}
            />
          }
        />
      }
      panel={props.panel}
    />
  )
}
