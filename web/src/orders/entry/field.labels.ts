import type { EntryText } from '@cartage/contract/orders/entry-texts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CodeLabels } from '../../records/code-labels.ts'

/** Parts of an order. Listed separately, because the labels of all members outweigh what the form needs. */
export const partLabels: CodeLabels = {
  pickup: msg`Pickup`,
  delivery: msg`Delivery`,
  standalone: msg`Stop`,
  setup: msg`Collect empty container`,
  teardown: msg`Return empty container`,
  goods: msg`Goods`,
  container: msg`Container`,
}

/** Fields of the form, by the names of the order members. */
export const fieldLabels: CodeLabels & Record<EntryText, MessageDescriptor> = {
  customer: msg`Customer`,
  service: msg`Transport service`,
  level: msg`Service level`,
  scenario: msg`Type`,
  identifier: msg`Reference ID`,
  reference: msg`Customer reference`,
  instructions: msg`Instructions`,
  place: msg`Location`,
  date: msg`Date`,
  window: msg`Time`,
  note: msg`Note`,
  activity: msg`Activity`,
  description: msg`Description`,
  quantity: msg`Quantity`,
  packaging: msg`Packaging`,
  weight: msg`Weight (kg)`,
  metres: msg`LDM`,
  un: msg`UN number`,
  temperature: msg`Temperature`,
  number: msg`Number`,
  type: msg`Type`,
  seal: msg`Seal`,
  pin: msg`Release code`,
}

/** Label of a form field with its part of the order: `Pickup · Date`. */
export function useFieldLabels(): (field: string) => string {
  const { t } = useLingui()
  const labelIn = (labels: CodeLabels, code: string) => (Object.hasOwn(labels, code) ? t(labels[code]!) : undefined)
  return (field) => {
    const steps = field.split('.')
    const part = steps.map((step) => labelIn(partLabels, step)).findLast((name) => name !== undefined)
    const name = labelIn(fieldLabels, steps.at(-1)!) ?? steps.at(-1)!
    return part === undefined ? name : `${part} · ${name}`
  }
}
