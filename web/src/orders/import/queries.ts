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

/** Which customers of a sheet no company is known for. */
export function unknownCustomersQuery(customers: string[]) {
  return queryOptions({
    queryKey: ['companies', 'of-sheet', customers],
    queryFn: () => call(findImportCustomers, { body: { customers } }),
    enabled: customers.length > 0,
    staleTime: 10_000,
  })
}

/** What an import requests of the server. */
export type ImportServer = ReturnType<typeof importServer>

/** Which rows of a sheet look like orders there are. */
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

/** Which places of a sheet may be several. */
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

/** Sends rows and follows their uploads, with the requests of this page or of a test. */
export function importServer(send: typeof call = call) {
  return {
    importRows: (body: Request<typeof importOrders>['body']) => send(importOrders, { body }),
    readUploads: (upload_ids: string[]) => send(readUploads, { body: { upload_ids } }),
  }
}
