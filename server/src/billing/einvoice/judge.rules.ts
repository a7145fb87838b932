import type { Sentence } from '@cartage/contract/message'
import type { EInvoice } from './terms.rules.ts'

/** Violation of a rule: its id, and a sentence with the figures. */
export interface Finding {
  readonly rule: string
  readonly message: Sentence
}

/** Returns one sentence for each violation in a document; none if it complies. */
export type Rule = (document: EInvoice) => readonly Sentence[]

/** Rules by their published id. */
export type RuleSet = Readonly<Record<string, Rule>>

/** Every violation in a document, in the order of the rules. */
export function judge(document: EInvoice, ...sets: readonly RuleSet[]): Finding[] {
  return sets.flatMap((rules) =>
    Object.entries(rules).flatMap(([rule, check]) => check(document).map((message) => ({ rule, message }))),
  )
}

/** The message as a list, if the condition does not hold. */
export function unless(holds: boolean, message: Sentence): Sentence[] {
  return holds ? [] : [message]
}

/** Messages about members of a document that violate a rule. */
export function each<T>(
  members: readonly T[],
  holds: (member: T) => boolean,
  message: (member: T) => Sentence,
): Sentence[] {
  return members.filter((member) => !holds(member)).map(message)
}
