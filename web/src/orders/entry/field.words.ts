import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CodeWords } from '../../records/code-words.ts'
import { memberWords } from '../../records/member.words.ts'

const partWords: CodeWords = {
  pickup: memberWords.pickup_stop,
  delivery: memberWords.delivery_stop,
  standalone: msg`Stop`,
  setup: msg`Collect empty container`,
  teardown: msg`Return empty container`,
  goods: memberWords.goods,
  container: memberWords.container,
}

const fieldWords: CodeWords = {
  customer: memberWords.customer,
  service: memberWords.transport_service,
  level: memberWords.service_level,
  scenario: msg`Type`,
  identifier: memberWords.order_identifier,
  reference: memberWords.customer_reference_number,
  instructions: memberWords.planning_instructions,
  place: memberWords.location,
  date: memberWords.date,
  window: msg`Time`,
  note: memberWords.note,
  activity: memberWords.activity,
  description: memberWords.description,
  quantity: memberWords.quantity,
  packaging: memberWords.packaging_type,
  weight: memberWords.total_weight_kg,
  metres: memberWords.total_loading_meters,
  un: memberWords.un_number,
  temperature: memberWords.temperature,
  number: msg`Number`,
  type: msg`Type`,
  seal: memberWords.seal_number,
  pin: msg`Release code`,
}

/** What a field of the form is called, with the part of the order it belongs to: `Pickup · Date`. */
export function useFieldWords(): (field: string) => string {
  const { t } = useLingui()
  const inWords = (words: CodeWords, code: string) => (Object.hasOwn(words, code) ? t(words[code]!) : undefined)
  return (field) => {
    const steps = field.split('.')
    const part = steps.map((step) => inWords(partWords, step)).findLast((name) => name !== undefined)
    const name = inWords(fieldWords, steps.at(-1)!) ?? steps.at(-1)!
    return part === undefined ? name : `${part} · ${name}`
  }
}
