import type { Answer, Request } from '@cartage/contract/endpoint'
import { readUploads } from '@cartage/contract/orders/app/entry'
import {
  findImportCustomers,
  findImportPlaces,
  findImportSimilar,
  importOrders,
  mostImportPlaces,
} from '@cartage/contract/orders/app/import'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Customers of a sheet without a company. */
export function unknownCustomersQuery(customers: string[]) {
  return queryOptions({
    queryKey: ['companies', 'of-sheet', customers],
    queryFn: () => call(findImportCustomers, { body: { customers } }),
    enabled: customers.length > 0,
    staleTime: 10_000,
  })
}

/** Requests that an import makes. */
export type ImportServer = ReturnType<typeof importServer>

/** Rows of a sheet similar to existing orders. */
export function similarRowsQuery(body: Request<typeof findImportSimilar>['body']) {
  return queryOptions({
    queryKey: ['orders', 'like-sheet', body],
    queryFn: () => call(findImportSimilar, { body }),
    enabled: body.rows.length > 0,
    staleTime: 10_000,
  })
}

type PlacesBody = Request<typeof findImportPlaces>['body']
/** A place of a sheet, with the customers that use it. */
export type SheetPlace = PlacesBody['places'][number]

/** Ambiguous places of a sheet. */
export function unclearPlacesQuery(places: readonly SheetPlace[]) {
  return queryOptions({
    queryKey: ['locations', 'of-sheet', places],
    queryFn: async () => {
      const questions: Answer<typeof findImportPlaces>['questions'] = []
      for (let at = 0; at < places.length; at += mostImportPlaces) {
        const part = places.slice(at, at + mostImportPlaces)
        questions.push(...(await call(findImportPlaces, { body: { places: part } })).questions)
      }
      return questions
    },
    enabled: places.length > 0,
    staleTime: 10_000,
  })
}

/** Sends rows and polls their uploads. Tests pass their own `send`. */
export function importServer(send: typeof call = call) {
  return {
    importRows: (body: Request<typeof importOrders>['body']) => send(importOrders, { body }),
    readUploads: (upload_ids: string[]) => send(readUploads, { body: { upload_ids } }),
  }
}
