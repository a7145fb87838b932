import type { PaperConsignment, PaperKind } from '@cartage/contract/papers/app'
import type { Language } from '@cartage/contract/reading/languages'
import { errorItem, Problem } from '../http/problem.ts'
import { languageOrEnglish } from '../languages/writing.ts'
import { consignmentNote, emptyBoxes } from './consignment-note/content.rules.ts'
import { drawConsignmentNotes } from './consignment-note/form.drawing.ts'
import { deliveryNote } from './delivery-note/content.rules.ts'
import { drawDeliveryNotes } from './delivery-note/note.drawing.ts'
import { type PaperFacts, type PaperStop, type PrintedConsignment, printedConsignments } from './facts.rules.ts'
import { authorOf } from './head.drawing.ts'
import { loadingList } from './loading-list/content.rules.ts'
import { drawLoadingList } from './loading-list/list.drawing.ts'

/** The paper to print. */
export interface PrintRequest {
  paper: PaperKind
  language: Language
  consignmentId?: string | undefined
  withCopies?: boolean
}

/** A drawn paper. */
export interface PrintedPaper {
  /** File name. */
  name: string
  bytes: Buffer
}

/**
 * Draws a paper. Unknown values stay empty, to be filled in by hand.
 * @throws Problem state_conflict when a trip carries nothing, validation_failed for an unknown consignment
 */
export async function printPaper(facts: PaperFacts, request: PrintRequest): Promise<PrintedPaper> {
  const printed = consignmentsFor(facts, request.consignmentId)
  const bytes = await drawPaper(facts, printed, request)
  return { name: `${fileNames[request.paper]}-${fileNumber(facts, printed, request.paper)}.pdf`, bytes }
}

const fileNames: Readonly<Record<PaperKind, string>> = {
  consignment_note: 'consignment-note',
  loading_list: 'loading-list',
  delivery_note: 'delivery-note',
}

type Printed = readonly [PrintedConsignment, ...PrintedConsignment[]]

function consignmentsFor(facts: PaperFacts, consignmentId: string | undefined): Printed {
  const [first, ...others] = printedConsignments(facts, consignmentId)
  if (first) return [first, ...others]
  if (consignmentId !== undefined) {
    throw new Problem('validation_failed', { errors: [errorItem('consignment_id', 'is not carried here', 'unknown')] })
  }
  throw new Problem('state_conflict', {
    message: 'There is nothing to print: the trip carries no order. Plan one first.',
  })
}

async function drawPaper(facts: PaperFacts, printed: Printed, request: PrintRequest): Promise<Buffer> {
  const { paper, language, withCopies = false } = request
  const by = authorOf(facts)
  switch (paper) {
    case 'consignment_note':
      return await drawConsignmentNotes(
        printed.map((one) => consignmentNote(facts, one, language)),
        { withCopies, letterhead: facts.letterhead },
      )
    case 'loading_list':
      return await drawLoadingList(loadingList(facts, printed, language), by)
    case 'delivery_note':
      return await drawDeliveryNotes(
        printed.map((one) => deliveryNote(facts, one, language)),
        by,
      )
  }
}

/** Number in the file name: of the one consignment, else of the one order, else of the trip. */
function fileNumber({ trip }: PaperFacts, printed: Printed, paper: PaperKind): string {
  const [first] = printed
  const isOneOrder = printed.every(({ from }) => from === first.from)
  const ofOrders = printed.length === 1 ? first.number : isOneOrder ? first.from.number : undefined
  const number = paper === 'loading_list' ? (trip?.name ?? first.from.number) : (ofOrders ?? trip?.name ?? first.number)
  return number.replace(/[^\p{L}\p{N}._-]+/gu, '-')
}

/** Consignments that can be printed, with their empty boxes. */
export function previewOf(facts: PaperFacts): PaperConsignment[] {
  return printedConsignments(facts, undefined).map((one) => ({
    consignment_id: one.consignment.id,
    order_id: one.from.order.id,
    number: one.noteNumber,
    from: townOf(one.consignment.pickup_stop),
    to: townOf(one.consignment.delivery_stop),
    empty_boxes: emptyBoxes(facts, one),
  }))
}

function townOf({ location }: PaperStop): string | null {
  return location.city || location.name || location.display_name || null
}

/** Language of a paper: the chosen one, else that of the organisation. */
export function paperLanguage(chosen: Language | undefined, locale: string): Language {
  return chosen ?? languageOrEnglish(locale.slice(0, 2))
}

/** The facts of each printed order, for papers that are stored with their order. */
export function factsByOrder(facts: PaperFacts, { consignmentId }: PrintRequest): PaperFacts[] {
  const printed = new Set(printedConsignments(facts, consignmentId).map(({ from }) => from))
  return facts.orders.filter((order) => printed.has(order)).map((order) => ({ ...facts, orders: [order] }))
}
