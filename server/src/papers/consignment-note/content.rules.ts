import type { EmptyBox } from '@cartage/contract/papers/app'
import type { Language } from '@cartage/contract/reading/languages'
import { windowText } from '@cartage/contract/reading/window-text'
import { dayIn } from '../../languages/writing.ts'
import { localTime } from '../../locations/local-time.rules.ts'
import { weightOf } from '../../orders/goods-weight.rules.ts'
import { isComplete } from '../adr.rules.ts'
import { pointLines } from '../adr-points.rules.ts'
import { dayOf, type PaperConsignment, type PaperFacts, type PrintedConsignment, tripOf } from '../facts.rules.ts'
import {
  type GoodsLine,
  type GoodsTotals,
  goodsLines,
  goodsTotals,
  natureOf,
  packingOf,
  temperatureLines,
  textLine,
} from '../goods.rules.ts'
import { paperLabels } from '../labels.ts'
import { partyLines, type Sides, sidesOf } from '../parties.rules.ts'
import { formLabels, secondLanguage } from './labels.ts'

/** Content of a consignment note, box by box of the CMR form. Empty lines are filled in by hand. */
export interface ConsignmentNote {
  language: Language
  second: Language
  number: string
  /** Date of the file, YYYY-MM-DD. */
  date: string
  /** Lines of the text boxes, by box number. */
  boxes: Readonly<Record<TextBox, readonly string[]>>
  /** Boxes 6 to 12. */
  goods: readonly GoodsLine[]
  totals: GoodsTotals
  /** Box 14. */
  payment: 'PAID' | 'FORWARD' | null
  /** Box 21. */
  established: { place: string; day: string }
}

/** Boxes of text. Box 20 is a table of costs, which is always filled in by hand: a note shows no prices. */
export type TextBox = 1 | 2 | 3 | 4 | 5 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 22 | 23 | 24

/**
 * Content of the consignment note of a consignment (PAPER-7). The carrier is the haulier, who has the contract with the
 * sender; a subcontractor that drives is a successive carrier.
 */
export function consignmentNote(facts: PaperFacts, printed: PrintedConsignment, language: Language): ConsignmentNote {
  const { from, consignment, noteNumber: number } = printed
  const second = secondLanguage(language)
  const trip = tripOf(facts, printed)
  const sides = sidesOf(from, consignment)
  const incoterm = from.order.import_export?.incoterm ?? undefined
  const signed = signatures(consignment, language)
  const plates = trip && trip.plates.length > 0 ? [`${formLabels(language).vehicle}: ${trip.plates.join(' / ')}`] : []
  return {
    ...{ language, second, number, date: dayOf(facts, printed) },
    boxes: {
      1: partyLines(sides.sender),
      2: partyLines(sides.consignee),
      3: [...sides.delivery, ...atStop(consignment.delivery_stop, language)],
      4: [...sides.takingOver, ...takenOver(consignment.pickup_stop, language, facts.time_zone)],
      5: documentsOf(consignment, language),
      13: instructionsOf(printed, language),
      14: incoterm === undefined ? [] : [`Incoterms: ${incoterm}`],
      15: [],
      16: [...partyLines(facts.carrier), ...(trip?.subcontractor ? [] : plates)],
      17: trip?.subcontractor ? [...partyLines(trip.subcontractor), ...plates] : [],
      18: [],
      19: [],
      ...signed,
    },
    goods: [
      ...goodsLines(from, consignment, { language, second }),
      ...pointLines(consignment.goods ?? [], language).map(textLine),
    ],
    totals: goodsTotals(consignment.goods ?? [], language),
    payment: paymentOf(incoterm),
    established: establishedOf(sides, consignment, language),
  }
}

/** Day and window, and the reference to give at the gate. */
function atStop(
  { date, time_window, reference_number }: PaperConsignment['pickup_stop'],
  language: Language,
): string[] {
  const window = windowText(language, time_window?.start_time, time_window?.end_time)
  const when = [date && dayIn(language, date), window].filter(Boolean).join(' ')
  const details = [when, reference_number && `Ref. ${reference_number}`].filter(Boolean).join(' · ')
  return details === '' ? [] : [details]
}

/** Box 4: the day in the haulier's time zone when the goods were taken over; until then the requested window. */
function takenOver(stop: PaperConsignment['pickup_stop'], language: Language, zone: string): string[] {
  const { start_timestamp: start, status } = stop
  if (!start || (status !== 'COMPLETED' && status !== 'AT_STOP')) return atStop(stop, language)
  return atStop({ ...stop, date: localTime(start, zone).date, time_window: null }, language)
}

/** Box 5: the invoice of the goods, and the numbers of customs documents. */
function documentsOf({ import_export: customs }: PaperConsignment, language: Language): string[] {
  if (!customs) return []
  const { commercial_invoice: invoice, export_declaration, import_declaration, transit_declarations } = customs
  const named = (kind: string, number: string | null | undefined) => (number ? [`${kind} ${number}`] : [])
  return [
    ...named(paperLabels(language).invoice, invoice?.name),
    ...named(`Export ${export_declaration?.declaration_type ?? ''} MRN`.replace('  ', ' '), export_declaration?.mrn),
    ...named('Import MRN', import_declaration?.mrn),
    ...(transit_declarations ?? []).flatMap((transit) =>
      named(`${transit.declaration_type ?? 'T'} ${transit.mrn ? 'MRN' : 'LRN'}`, transit.mrn ?? transit.lrn),
    ),
  ]
}

/** Box 13: references, customs offices and temperatures. Instructions for planners are not printed. */
function instructionsOf({ from, consignment }: PrintedConsignment, language: Language): string[] {
  const { order } = from
  const { transit_declarations: transits } = consignment.import_export ?? {}
  const temperatures = (consignment.goods ?? []).flatMap((good) => temperatureLines(good, language))
  const offices = (transits ?? []).map(({ start_office, end_office }) =>
    [start_office?.code, end_office?.code].filter(Boolean).join(' → '),
  )
  const references = [order.customer_reference_number, consignment.consignment_reference_number].filter(Boolean)
  return [
    references.length > 0 ? `Ref. ${[...new Set(references)].join(' / ')}` : '',
    order.container?.unique_consignment_number ? `UCN ${order.container.unique_consignment_number}` : '',
    ...offices,
    ...new Set(temperatures),
  ].filter((line) => line !== '')
}

/** Box 14: under E and F terms the buyer pays for the carriage, under C and D terms the seller. */
function paymentOf(incoterm: string | undefined): 'PAID' | 'FORWARD' | null {
  if (incoterm === undefined) return null
  return /^[CD]/.test(incoterm) ? 'PAID' : 'FORWARD'
}

/** Box 21: where and when the goods are taken over. */
function establishedOf(
  { sender }: Sides,
  { pickup_stop: { location, date } }: PaperConsignment,
  language: Language,
): { place: string; day: string } {
  return { place: location.city || sender.name || '', day: date ? dayIn(language, date) : '' }
}

/** Boxes 22 to 24: names of those who signed in the driver's application. */
function signatures({ signatures: given = [] }: PaperConsignment, language: Language): Record<22 | 23 | 24, string[]> {
  const by = (type: string) => {
    const one = given.findLast((signature) => signature.type === type)
    if (!one) return []
    const day = one.timestamp ? `${dayIn(language, one.timestamp.slice(0, 10))} ${one.timestamp.slice(11, 16)} UTC` : ''
    return [one.name ?? '', day].filter((line) => line !== '')
  }
  return { 22: by('CONSIGNOR'), 23: by('DRIVER'), 24: by('CONSIGNEE') }
}

/**
 * Boxes that the convention requires (articles 6 and 7) and that have no known value: they are printed empty, to be
 * filled in by hand (PAPER-8).
 */
export function emptyBoxes(facts: PaperFacts, { from, consignment }: PrintedConsignment): EmptyBox[] {
  const { sender, consignee } = sidesOf(from, consignment)
  const { pickup_stop: pickup, delivery_stop: delivery, goods: given } = consignment
  const goods = given ?? []
  const lacks = (is: (good: (typeof goods)[number]) => boolean) => goods.length === 0 || goods.some((good) => !is(good))
  const adrs = goods.flatMap((good) => (good.packaged_items ?? []).flatMap(({ adr }) => adr ?? []))
  const isFull = goods.some(({ adr_type }) => adr_type !== 'LIMITED_QUANTITY')
  const boxes: [EmptyBox, boolean][] = [
    ['SENDER', !sender.name || sender.address.length === 0],
    ['CONSIGNEE', !consignee.name || consignee.address.length === 0],
    ['PLACE_OF_DELIVERY', !delivery.location.city],
    ['PLACE_OF_TAKING_OVER', !pickup.location.city],
    ['DATE_OF_TAKING_OVER', !pickup.date],
    ['NUMBER_OF_PACKAGES', lacks(({ quantity }) => quantity != null)],
    ['METHOD_OF_PACKING', lacks((good) => packingOf(good) !== '')],
    ['NATURE_OF_GOODS', lacks((good) => natureOf(good) !== '')],
    ['DANGEROUS_GOODS', isFull && adrs.some((adr) => !isComplete(adr))],
    ['GROSS_WEIGHT', lacks((good) => weightOf(good) !== undefined)],
    ['CARRIER', !facts.carrier.name || facts.carrier.address.length === 0],
  ]
  return boxes.filter(([, isEmpty]) => isEmpty).map(([box]) => box)
}
