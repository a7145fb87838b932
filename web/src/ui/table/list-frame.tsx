import type { ReactNode } from 'react'
import { PageHeader, Toolbar } from '../page/page-header.tsx'
import { ColumnsMenu, type ShownColumns } from './columns-menu.tsx'
import { RowCount, type Sort } from './data-table.tsx'

interface ListFrameProps<Row> {
  title: string
  /** Views of the list, next to its title. */
  views: ReactNode
  actions: ReactNode
  filters: ReactNode
  total: number | undefined
  /** Text for the number of rows, such as "12 trips". */
  countLabels?: ((total: number) => string) | undefined
  /** Replaces the number of rows. */
  count?: ReactNode
  shown: ShownColumns<Row>
  /** Between filters and rows, for errors. */
  notice?: ReactNode
  /** Below the rows, for the selection, so that rows stay in place when it appears. */
  bar?: ReactNode
  table: ReactNode
  /** Panel of the open row. */
  panel: ReactNode
}

/** Page of a list: header, filters, rows, and the open row in a panel. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { title, views, actions, filters, total, count, countLabels, shown, notice, bar, table, panel } = props
  return (
    <>
      <PageHeader title={title} actions={actions}>
        {views}
      </PageHeader>
      <Toolbar
        side={
          <>
            {count ?? <RowCount total={total} words={countLabels} />}
            <ColumnsMenu shown={shown} />
          </>
        }
      >
        {filters}
      </Toolbar>
      {notice}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {table}
          {bar}
        </div>
        {panel}
      </div>
    </>
  )
}

/** Parses a sort order from the URL: the key, with a minus prefix if descending. */
export function sortFrom(text: string): Sort {
  return { key: text.replace(/^-/, ''), isDescending: text.startsWith('-') }
}

/** Formats a sort order for the URL. */
export function sortText({ key, isDescending }: Sort): string {
  return isDescending ? `-${key}` : key
}
