import type { EventType } from '@cartage/contract/events/endpoints'
import type { EdifactMessage } from './edifact.format.ts'

/** Ids of sender and recipient. */
export interface EdiParties {
  sender: string
  recipient: string
}

/** Members of an event that reporting needs. */
export interface Reportable {
  event_id: string
  /** The message in its JSON form. */
  payload: string
}

/** An EDIFACT message that is sent to partners. */
export interface EdiMessage {
  /** Types of events that it reports; no two messages report the same type. */
  readonly types: readonly EventType[]
  /** @returns undefined when the event has nothing to report */
  readonly compose: (event: Reportable, parties: EdiParties, at: Date) => EdifactMessage | undefined
}

/** Whether this is a valid sender or recipient of an interchange (UNB 0004, 0010: an..35). */
export function isPartyId(text: string): boolean {
  return /^[A-Z0-9][A-Z0-9.-]{0,34}$/.test(text)
}

/** Whether this is a valid qualifier of such an id (UNB 0007: an..4). */
export function isQualifier(text: string): boolean {
  return /^[A-Z0-9]{1,4}$/.test(text)
}
