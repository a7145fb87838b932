import type { DestinationKind } from '@cartage/contract/dispatch/app'
import type { DispatchOperation } from '@cartage/contract/outbound/dispatch-message'
import type { Json } from './difference.rules.ts'

/** Names of the messages as in the interface document; also used in names of files on SFTP and in folders. */
export const messageTypes: Readonly<Record<DestinationKind, string>> = {
  SUBCO: 'subco-dispatch',
  FLEET: 'fleet-dispatch',
  LOCATION_BOOKING: 'location-booking',
  INTERMODAL: 'intermodal-booking',
}

/** The text of a message: the same format for every operation (DISP-1). */
export function messageText(
  kind: DestinationKind,
  message: { operation: DispatchOperation; revision: number; payload: Json; account_code: string | null },
): string {
  const { operation, revision, payload, account_code } = message
  const body =
    kind === 'INTERMODAL'
      ? { operations: [{ operation, revision, payload, account_code }] }
      : { operation, revision, payload }
  return JSON.stringify(body)
}
