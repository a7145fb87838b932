import { urlOf } from '@cartage/contract/client'
import * as papers from '@cartage/contract/papers/app'
import type { Language } from '@cartage/contract/reading/languages'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** The record that papers are printed of. */
export interface PaperSource {
  type: 'order' | 'trip'
  id: string
}

/** What is printed, as it was chosen. */
export interface PaperChoice {
  paper: papers.PaperKind
  language: Language
  /** All when absent. */
  consignmentId: string | undefined
  /** Consignment notes: the four copies. */
  withCopies: boolean
}

/** The consignments that can be printed, each with the boxes of its note that stay empty. */
export function papersQuery({ type, id }: PaperSource) {
  return queryOptions({
    queryKey: [type === 'order' ? 'orders' : 'trips', 'papers', id],
    queryFn: () =>
      type === 'order'
        ? call(papers.listOrderPapers, { params: { order_id: id } })
        : call(papers.listTripPapers, { params: { trip_id: id } }),
  })
}

/** The address of the PDF. */
export function paperAddress({ type, id }: PaperSource, choice: PaperChoice): string {
  const { paper, language, consignmentId, withCopies } = choice
  const query = {
    language,
    ...(consignmentId !== undefined && { consignment_id: consignmentId }),
    ...(withCopies && paper === 'consignment_note' && { copies: 'true' as const }),
  }
  return type === 'order'
    ? urlOf(papers.printOrderPaper, { params: { order_id: id, paper }, query })
    : urlOf(papers.printTripPaper, { params: { trip_id: id, paper }, query })
}

/** The address of the sheet of a trip. */
export function tripSheetAddress(tripId: string, language: Language): string {
  return urlOf(papers.printTripSheet, { params: { trip_id: tripId }, query: { language } })
}

/** The address of the day list of a driver; in the language of the driver when none is given. */
export function dayListAddress(resourceId: string, date: string, language: Language | undefined): string {
  return urlOf(papers.printDayList, { params: { resource_id: resourceId }, query: { date, language } })
}

/** The drivers of a day. */
export function driversOfDayQuery(date: string) {
  return queryOptions({
    queryKey: ['trips', 'drivers-of-day', date],
    queryFn: () => call(papers.listDriversOfDay, { query: { date } }),
  })
}

/** The address of the day lists of all drivers, each in the language of the driver. */
export function dayListsAddress(date: string): string {
  return urlOf(papers.printDayLists, { query: { date } })
}

/** Saves a paper to the documents, and loads the documents again. */
export function useSavePaper({ type, id }: PaperSource) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ paper, language, consignmentId }: PaperChoice): Promise<void> {
      const body = { language, ...(consignmentId !== undefined && { consignment_id: consignmentId }) }
      if (type === 'order') await call(papers.addOrderPaper, { params: { order_id: id, paper }, body })
      else await call(papers.addTripPaper, { params: { trip_id: id, paper }, body })
    },
    onSettled: () => refresh(queryClient, 'document'),
  })
}
