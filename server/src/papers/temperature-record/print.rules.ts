import type { Language } from '@cartage/contract/reading/languages'
import type { TemperatureRecord } from '@cartage/contract/temperatures/app'
import { localTime } from '../../locations/local-time.rules.ts'
import type { PaperFacts } from '../facts.rules.ts'
import { authorOf } from '../head.drawing.ts'
import type { PrintedPaper } from '../print.rules.ts'
import { temperaturePaper } from './content.rules.ts'
import { drawTemperatureRecord } from './record.drawing.ts'

/** PAPER-20: draws the record of temperatures of an order, also when no vehicle measured. */
export async function printTemperatureRecord(
  { orders, carrier, letterhead, time_zone: zone }: Pick<PaperFacts, 'orders' | 'carrier' | 'letterhead' | 'time_zone'>,
  record: TemperatureRecord,
  language: Language,
): Promise<PrintedPaper> {
  const { number, order } = orders[0]!
  const ordered = localTime(order.created_timestamp ?? '1970-01-01', zone).date
  const facts = { record, number, ordered, customer: order.customer.name ?? null, zone }
  const bytes = await drawTemperatureRecord(temperaturePaper(facts, language), authorOf({ carrier, letterhead }))
  return { name: `temperature-record-${number.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`, bytes }
}
