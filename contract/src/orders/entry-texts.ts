import type { orderMembers } from './order-members.ts'

/**
 * Texts of an order that have a field on its form and a column in a file of orders, by the name of both: the member of
 * the order. The state of the form, the cells of the file, the errors at both and the labels of the columns follow from
 * this table.
 */
export const entryTexts = {
  reference: 'customer_reference_number',
  instructions: 'planning_instructions',
} as const satisfies Readonly<Record<string, keyof typeof orderMembers>>

export type EntryText = keyof typeof entryTexts
export type EntryTextMember = (typeof entryTexts)[EntryText]

/** Names of the texts, in the sequence of the table. */
export const entryTextNames = Object.keys(entryTexts) as readonly EntryText[]

/** A value for each text, by the name of its field. */
export function eachEntryText<Value>(fill: (name: EntryText, member: EntryTextMember) => Value) {
  return Object.fromEntries(entryTextNames.map((name) => [name, fill(name, entryTexts[name])])) as Record<
    EntryText,
    Value
  >
}

/** A value for each text, by its member of the order. */
export function eachEntryMember<Value>(fill: (name: EntryText, member: EntryTextMember) => Value) {
  const entries = entryTextNames.map((name) => [entryTexts[name], fill(name, entryTexts[name])])
  return Object.fromEntries(entries) as Record<EntryTextMember, Value>
}
