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

/** What happens at a stop, within a sentence: a label of ours can be said in another language, one of the tenant's own stays (READ-4). */
export function activityLabel(label: string): Sentence {
  return words[label] ?? label
}
