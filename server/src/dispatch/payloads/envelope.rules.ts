import type { DestinationKind } from '@cartage/contract/dispatch/app'
import type { DispatchOperation } from '@cartage/contract/outbound/dispatch-message'
import type { Json } from './difference.rules.ts'

/** Names of the messages, as the document of the interface lists them; files on SFTP and in folders carry them. */
export const messageTypes: Readonly<Record<DestinationKind, string>> = {
  SUBCO: 'subco-dispatch',
  FLEET: 'fleet-dispatch',
  LOCATION_BOOKING: 'location-booking',
  INTERMODAL: 'intermodal-booking',
}

/** A message ready to be sent: the same format whatever the operation (DISP-1). */
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
