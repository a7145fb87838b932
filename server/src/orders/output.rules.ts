import { adrNames } from './adr-names.rules.ts'
import type { StoredGood, StoredItem } from './document.rules.ts'

/** A good as answers and messages show it: official names of dangerous substances are made here (GOOD-4). */
export function goodOutput(good: StoredGood) {
  const { packaged_items, ...members } = good
  return packaged_items ? { ...members, packaged_items: packaged_items.map(itemOutput) } : members
}

function itemOutput(item: StoredItem) {
  const names = item.adr?.un_number === undefined ? undefined : adrNames(item.adr.un_number)
  return names ? { ...item, adr: { ...item.adr, adr_name_by_locale: names } } : item
}
