import type { TrackedOrder, TrackedStop } from '@cartage/contract/doors/app/tracking'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Order states, each with a sentence on what comes next. */
export const stateLabels: Readonly<
  Record<TrackedOrder['state'], { word: MessageDescriptor; text: MessageDescriptor }>
> = {
  RECEIVED: { word: msg`Received`, text: msg`We have the order and plan the transport.` },
  PLANNED: { word: msg`Planned`, text: msg`The transport is planned.` },
  UNDER_WAY: { word: msg`On the way`, text: msg`The transport is on the way.` },
  DELIVERED: { word: msg`Delivered`, text: msg`All stops are done.` },
  CANCELLED: { word: msg`Cancelled`, text: msg`This order will not be driven.` },
}

/** Activity at a stop. */
export const roleLabels: Readonly<Record<TrackedStop['role'], MessageDescriptor>> = {
  SETUP: msg`Container pickup`,
  PICKUP: msg`Pickup`,
  DELIVERY: msg`Delivery`,
  STANDALONE: msg`Stop`,
  TEARDOWN: msg`Container return`,
}
