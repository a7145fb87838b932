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
  /** The number of rows in words, such as "12 trips". */
  countLabels?: ((total: number) => string) | undefined
  /** Instead of the number of rows, where more is to be said. */
  count?: ReactNode
  shown: ShownColumns<Row>
  /** Between filters and rows, for what is wrong. */
  notice?: ReactNode
  /** Under the rows, for what is selected: rows stay where they are when it comes. */
  bar?: ReactNode
  table: ReactNode
  /** The row that is looked at. */
  panel: ReactNode
}

/** The page of a list: head, filters, rows, and the open one next to the others. */
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

/** A sort as the address says it: the key, with a minus before it when it is turned round. */
export function sortFrom(text: string): Sort {
  return { key: text.replace(/^-/, ''), isDescending: text.startsWith('-') }
}

/** The same back. */
export function sortText({ key, isDescending }: Sort): string {
  return isDescending ? `-${key}` : key
}
