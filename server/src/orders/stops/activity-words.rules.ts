import { type Said, type Sentence, said } from '@cartage/contract/said'

const words: Readonly<Record<string, Said>> = {
  Pickup: said`Pickup`,
  Delivery: said`Delivery`,
  'Pickup export': said`Pickup export`,
  'Delivery export': said`Delivery export`,
  'Collect empty container': said`Collect empty container`,
  'Drop empty container': said`Drop empty container`,
  'Custom activity': said`Custom activity`,
  'Board ferry': said`Board ferry`,
  'Leave ferry': said`Leave ferry`,
  'Board train': said`Board train`,
  'Leave train': said`Leave train`,
}

/** What happens at a stop, within a sentence: a label of ours can be said in another language, one of the tenant's own stays (READ-4). */
export function activityWord(label: string): Sentence {
  return words[label] ?? label
}
