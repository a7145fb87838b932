import type { RecordDocument } from '@cartage/contract/documents/app/record'
import type { ViewedDocument } from '@cartage/contract/documents/app/review'
import type { OrderWithoutProof } from '@cartage/contract/proofs/app'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import type { DocumentSearch } from '../address.ts'
import { documentLabels } from '../labels.ts'
import { orderFilesQuery, proofsToReviewQuery, tripFilesQuery } from '../queries.ts'

/** Document listed with the open one. */
export interface Neighbour {
  document_id: string
  title: string
  text: string
  review: RecordDocument['review']
}

/** List that contains the open document, with navigation to the others. */
export interface NeighbourList {
  items: readonly Neighbour[]
  /** Whether this is the review queue, where a decision opens the next proof. */
  isQueue: boolean
  /** Previous document; undefined at the first. */
  previous: string | undefined
  /** Next document; undefined at the last. */
  next: string | undefined
  open: (documentId: string) => void
}

/** Neighbours of an open document: of its order or trip, or in the review queue. */
export function useNeighbours(document: ViewedDocument, search: DocumentSearch): NeighbourList {
  const navigate = useNavigate()
  const items = useItems(document, search)
  const at = items.findIndex(({ document_id }) => document_id === document.document_id)
  const { trip, from } = search
  const open = useCallback(
    (documentId: string) =>
      void navigate({ to: '/documents/$documentId', params: { documentId }, search: { trip, from }, replace: true }),
    [navigate, trip, from],
  )
  const [previous, next] = [items[at - 1]?.document_id, items[at + 1]?.document_id]
  return { items, isQueue: from === 'review', previous, next, open }
}

function useItems(document: ViewedDocument, { trip, from }: DocumentSearch): Neighbour[] {
  const word = useLabels(documentLabels)
  const tripId =
    trip ?? (document.order_id === null && document.subject_type === 'TRIP' ? document.subject_id : undefined)
  const isQueue = from === 'review'
  const ofTrip = useQuery({ ...tripFilesQuery(tripId ?? ''), enabled: !isQueue && tripId !== undefined })
  const isOfOrder = !isQueue && tripId === undefined && document.order_id !== null
  const ofOrder = useQuery({ ...orderFilesQuery(document.order_id ?? ''), enabled: isOfOrder })
  const queue = useQuery({ ...proofsToReviewQuery, enabled: isQueue })
  const fileOf = ({ document_id, name, type, review }: RecordDocument): Neighbour => {
    return { document_id, title: name, text: word(type), review }
  }
  const listed = isQueue
    ? (queue.data?.items ?? []).flatMap(proofOf)
    : (ofTrip.data?.items ?? ofOrder.data?.items ?? []).map(fileOf)
  const isListed = listed.some(({ document_id }) => document_id === document.document_id)
  // A decided proof leaves the queue, but stays listed while it is open.
  return isListed ? listed : [fileOf(document), ...listed]
}

function proofOf({ document_id, order_number, customer_name }: OrderWithoutProof): Neighbour[] {
  return document_id === null ? [] : [{ document_id, title: order_number, text: customer_name, review: null }]
}
