import type { EdiMessageName } from '@cartage/contract/deliveries/app/subscriptions'
import type { EventType } from '@cartage/contract/events/endpoints'
import type { EdiMessage } from './edi-message.format.ts'
import { iftsta } from './iftsta.format.ts'

/** The messages by name; the compiler requires one for each name of the contract. */
export const ediMessages: Readonly<Record<EdiMessageName, EdiMessage>> = { IFTSTA: iftsta }

/** Types of events that have an EDI message. */
export const edifactTypes: readonly EventType[] = Object.values(ediMessages).flatMap(({ types }) => types)

/** The message that reports events of a type; undefined if there is none. */
export function ediMessageFor(type: string): EdiMessage | undefined {
  return Object.values(ediMessages).find(({ types }) => (types as readonly string[]).includes(type))
}
