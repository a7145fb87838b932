import { type Message, msg, type Sentence } from '@cartage/contract/message'

const words: Readonly<Record<string, Message>> = {
  Pickup: msg`Pickup`,
  Delivery: msg`Delivery`,
  'Pickup export': msg`Pickup export`,
  'Delivery export': msg`Delivery export`,
  'Collect empty container': msg`Collect empty container`,
  'Drop empty container': msg`Drop empty container`,
  'Custom activity': msg`Custom activity`,
  'Board ferry': msg`Board ferry`,
  'Leave ferry': msg`Leave ferry`,
  'Board train': msg`Board train`,
  'Leave train': msg`Leave train`,
}

/**
 * The activity of a stop, within a sentence: built-in labels can be translated, custom ones of the tenant stay
 * (READ-4).
 */
export function activityLabel(label: string): Sentence {
  return words[label] ?? label
}
