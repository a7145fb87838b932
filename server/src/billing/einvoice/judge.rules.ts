import type { Sentence } from '@cartage/contract/message'
import type { EInvoice } from './terms.rules.ts'

/** What a rule has against a document: its id, and a sentence with the figures. */
export interface Finding {
  readonly rule: string
  readonly message: Sentence
}

/** One sentence for each fault of a document; none when it keeps the rule. */
export type Rule = (document: EInvoice) => readonly Sentence[]

/** Rules by their published id. */
export type RuleSet = Readonly<Record<string, Rule>>

/** Every fault of a document, in the order of the rules. */
export function judge(document: EInvoice, ...sets: readonly RuleSet[]): Finding[] {
  return sets.flatMap((rules) =>
    Object.entries(rules).flatMap(([rule, check]) => check(document).map((message) => ({ rule, message }))),
  )
}

/** A sentence when something does not hold. */
export function unless(holds: boolean, message: Sentence): Sentence[] {
  return holds ? [] : [message]
}

/** Sentences about members of a document that do not keep a rule. */
export function each<T>(
  members: readonly T[],
  holds: (member: T) => boolean,
  message: (member: T) => Sentence,
): Sentence[] {
  return members.filter((member) => !holds(member)).map(message)
}
