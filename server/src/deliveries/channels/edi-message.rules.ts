import type { EventType } from '@cartage/contract/events/endpoints'
import type { EdifactMessage } from './edifact.rules.ts'

/** Ids of who sends and who receives. */
export interface EdiParties {
  sender: string
  recipient: string
}

/** What an event must bring to be reported. */
export interface Reportable {
  event_id: string
  /** The message as it is sent as JSON. */
  payload: string
}

/** A message of EDIFACT that partners are sent. */
export interface EdiMessage {
  /** Types of events that it reports; no two messages report the same one. */
  readonly types: readonly EventType[]
  /** @returns undefined when there is nothing to report of this event */
  readonly compose: (event: Reportable, parties: EdiParties, at: Date) => EdifactMessage | undefined
}

/** Whether this can be the sender or recipient of an interchange (UNB 0004, 0010: an..35). */
export function isPartyId(text: string): boolean {
  return /^[A-Z0-9][A-Z0-9.-]{0,34}$/.test(text)
}

/** Whether this can be the kind of such an id (UNB 0007: an..4). */
export function isQualifier(text: string): boolean {
  return /^[A-Z0-9]{1,4}$/.test(text)
}
