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
  /** Name in URLs and browser settings: `uploads` has its file at `/app/uploads/csv`. */
  name: string
  title: string
  /** Accessible name of the rows, if different from the title. */
  label?: string
  /** Path of the page, including members fixed for every saved view of this list. */
  path?: string
  always?: string
  /** URL members stored in a saved view. */
  search: object
  /** API filters. */
  filters: Readonly<Record<string, unknown>>
  windows: Windows<Row>
  /** Formatted row count, where the list can be counted. */
  count?: ReactNode
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  nameOf?: (row: Row) => string
  /** View links, shown before the saved views. */
  views?: ReactNode
  /** Buttons after the download button. */
  actions?: ReactNode
  /** Search and filters. */
  tools: ReactNode
  /** Bulk actions for selected rows; absent where rows cannot be selected. */
  bulkBar?: ((selection: Selection) => ReactNode) | undefined
  mayChoose?: boolean
  /** Warning above the rows. */
  notice?: ReactNode
  openKey: string | undefined
  onOpen: (key: string) => void
  panel: ReactNode
  /** Shown when the list is completely empty, with the first step. */
  empty: { icon: IconComponent; title: string; text: string; children?: ReactNode }
  isFiltered?: boolean
  onClear: () => void
}

/** Page of a log: rows arrive but are not created here; each opens in a panel next to the list. */
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
