import type { Language } from '@cartage/contract/reading/languages'
import { windowText } from '@cartage/contract/reading/window-text'
import { dayIn } from '../../languages/writing.ts'
import { secondLanguage } from '../consignment-note/labels.ts'
import { dayOf, type PaperFacts, type PrintedConsignment, tripOf } from '../facts.rules.ts'
import { type GoodsLine, type GoodsTotals, goodsLines, goodsTotals } from '../goods.rules.ts'
import { paperLabels } from '../labels.ts'
import { partyLines, sidesOf } from '../parties.rules.ts'

/** Content of a delivery note: goods and consignee, without prices (PAPER-12). */
export interface DeliveryNote {
  language: Language
  number: string
  date: string
  sender: readonly string[]
  deliverTo: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  note: string | null
  goods: readonly GoodsLine[]
  totals: GoodsTotals
}

/** Content of the delivery note of a consignment. */
export function deliveryNote(facts: PaperFacts, printed: PrintedConsignment, language: Language): DeliveryNote {
  const { from, consignment, number } = printed
  const { delivery_stop: stop } = consignment
  const sides = sidesOf(from, consignment)
  return {
    language,
    number,
    date: dayOf(facts, printed),
    sender: partyLines(sides.sender),
    deliverTo: from.order.neutral_order_type === 'MASK_DELIVERY' ? partyLines(sides.consignee) : sides.delivery,
    facts: factsOf(facts, printed, language),
    note: stop.note?.trim() || null,
    goods: goodsLines(from, consignment, { language, second: secondLanguage(language) }),
    totals: goodsTotals(consignment.goods ?? [], language),
  }
}

function factsOf(facts: PaperFacts, printed: PrintedConsignment, language: Language): [string, string][] {
  const { from, consignment } = printed
  const { date, time_window, reference_number } = consignment.delivery_stop
  const labels = paperLabels(language)
  const trip = tripOf(facts, printed)
  const window = windowText(language, time_window?.start_time, time_window?.end_time)
  const references = [consignment.consignment_reference_number, reference_number].filter(Boolean).join(' / ')
  const known: [string, string | null | undefined][] = [
    [labels.order, from.number],
    [labels.customerReference, from.order.customer_reference_number],
    [labels.reference, references],
    [labels.date, [date && dayIn(language, date), window].filter(Boolean).join(' · ')],
    [labels.carrier, trip?.subcontractor?.name ?? facts.carrier.name],
    [labels.vehicle, trip?.plates.join(' / ')],
  ]
  return known.filter((one): one is [string, string] => Boolean(one[1]))
}
