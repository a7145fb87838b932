import { urlOf } from '@cartage/contract/client'
import * as papers from '@cartage/contract/papers/app'
import type { Language } from '@cartage/contract/reading/languages'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** The record that papers are printed for. */
export interface PaperSource {
  type: 'order' | 'trip'
  id: string
}

/** The user's choices for printing. */
export interface PaperChoice {
  paper: papers.PaperKind
  language: Language
  /** Absent for all. */
  consignmentId: string | undefined
  /** For consignment notes: prints all four copies. */
  withCopies: boolean
}

/** Printable consignments, each with the empty boxes of its note. */
export function papersQuery({ type, id }: PaperSource) {
  return queryOptions({
    queryKey: [type === 'order' ? 'orders' : 'trips', 'papers', id],
    queryFn: () =>
      type === 'order'
        ? call(papers.listOrderPapers, { params: { order_id: id } })
        : call(papers.listTripPapers, { params: { trip_id: id } }),
  })
}

/** URL of the PDF. */
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

/** URL of a trip sheet. */
export function tripSheetAddress(tripId: string, language: Language): string {
  return urlOf(papers.printTripSheet, { params: { trip_id: tripId }, query: { language } })
}

/** URL of a driver's day list. In the driver's language by default. */
export function dayListAddress(resourceId: string, date: string, language: Language | undefined): string {
  return urlOf(papers.printDayList, { params: { resource_id: resourceId }, query: { date, language } })
}

/** Drivers of a day. */
export function driversOfDayQuery(date: string) {
  return queryOptions({
    queryKey: ['trips', 'drivers-of-day', date],
    queryFn: () => call(papers.listDriversOfDay, { query: { date } }),
  })
}

/** URL of the day lists of all drivers, each in the driver's language. */
export function dayListsAddress(date: string): string {
  return urlOf(papers.printDayLists, { query: { date } })
}

/** Saves a paper to the documents and refreshes them. */
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
