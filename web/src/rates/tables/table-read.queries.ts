import type { Request } from '@cartage/contract/endpoint'
import { readTariffTable } from '@cartage/contract/rates/app/bench'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Sheet } from '../../sheets/sheet.ts'

type Body = NonNullable<Request<typeof readTariffTable>['body']>
export type Shape = Body['shape']

/** Maximum number of columns of a table. */
const mostColumns = 300

/** Parses rows of a file as a table, and compares prices with the latest version of a record. */
export function tableReadQuery({
  rows,
  recordId,
  zone_set,
  ...given
}: Omit<Body, 'rows' | 'rate_record_id' | 'zone_set'> & {
  rows: Sheet
  zone_set: string | undefined
  recordId: string | undefined
}) {
  const body: Body = {
    ...given,
    rows: rows.map(({ cells }) => cells.slice(0, mostColumns).map((cell) => cell.slice(0, 200))),
    ...(zone_set !== undefined && { zone_set }),
    ...(recordId !== undefined && { rate_record_id: recordId }),
  }
  return queryOptions({
    queryKey: ['rates', 'read-table', body],
    queryFn: () => call(readTariffTable, { body }),
    retry: false,
    gcTime: 0,
  })
}

/** Layout of a sheet: a list has three columns with text titles. */
export function shapeOf(sheet: Sheet): Shape {
  const head = sheet[0]?.cells ?? []
  return head.length === 3 && !/\d/.test(head.slice(1).join('')) ? 'LIST' : 'MATRIX'
}
