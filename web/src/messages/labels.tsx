import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { CodeBadges } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { deliveryLabels } from '../records/event.labels.ts'
import { Ban, CircleCheck, CircleSlash, CircleX, Inbox, TriangleAlert } from '../ui/icons.tsx'
import { ArrowDownLeft, ArrowUpRight } from './icons.tsx'

/** Badges of message results. */
export const resultBadges: CodeBadges = {
  OK: { word: msg`Accepted`, tone: 'green', icon: CircleCheck },
  ERRORS: { word: msg`Partly accepted`, tone: 'amber', icon: TriangleAlert },
  REFUSED: { word: msg`Rejected`, tone: 'red', icon: CircleSlash },
  ERROR: { word: msg`Upload failed`, tone: 'red', icon: CircleX },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleX },
}

/** Badges of inbox item states. */
export const itemBadges: CodeBadges = {
  OPEN: { word: msg({ message: 'Open', context: 'state' }), tone: 'amber', icon: Inbox },
  RESOLVED: { word: msg`Resolved`, tone: 'green', icon: CircleCheck },
  DISMISSED: { word: msg`Dismissed`, tone: 'grey', icon: Ban },
}

/** Webhooks and upload routes that can fail; sent messages are labelled by their event. */
export const messageKindLabels: CodeLabels = {
  ...deliveryLabels,
  'order-upload': msg`API upload`,
  'order-entry': msg`Order form`,
  'order-sheet': msg`File import`,
  'order-import': msg`Order import`,
  'partial-order-update': msg`Partial order update`,
  'trip-import': msg`Trip import`,
  'document-import': msg`Document import`,
  'tracking-update': msg`Tracking update`,
  'subco-status-update': msg`Carrier status update`,
  'subco-document-upload': msg`Carrier document`,
  'fleet-status-update': msg`Fleet status update`,
  'fleet-document-upload': msg`Fleet document`,
  'location-booking-update': msg`Location booking update`,
  'intermodal-status': msg`Intermodal booking status`,
  'e-invoicing': msg`Supplier document`,
  'billing-document-update': msg`Billing document update`,
  'driver-report': msg`Driver report`,
  'driver-card': msg`Driver card`,
}

/** Reasons for a suggested record. */
export const suggestionReasonLabels: CodeLabels = {
  REFERENCE: msg`Reference`,
  PLATE: msg`Plate`,
  TIME: msg`Time`,
  PLACE: msg({ message: 'Place', context: 'noun' }),
  NAME: msg`Name`,
}

/** Label of a message kind; kinds unknown to this version show their code (COMPAT-4). */
export function useMessageKind(): (kind: string) => string {
  const { t } = useLingui()
  return useCallback((kind) => (Object.hasOwn(messageKindLabels, kind) ? t(messageKindLabels[kind]!) : kind), [t])
}

/** Sent messages use the wording of deliveries; received ones are accepted. */
export const sentBadges: CodeBadges = {
  ...resultBadges,
  OK: { word: msg({ message: 'Delivered', context: 'webhook' }), tone: 'green', icon: CircleCheck },
}

/** Result of a message. */
export function MessageResult({ message: { result, direction } }: { message: { result: string; direction: string } }) {
  return <CodeStatus badges={direction === 'OUT' ? sentBadges : resultBadges} code={result} />
}

/** State of an inbox item. */
export function ItemState({ status }: { status: string }) {
  return <CodeStatus badges={itemBadges} code={status} />
}

/** Direction of a message: received or sent. */
export function Direction({ direction }: { direction: string }) {
  const { t } = useLingui()
  const Icon = direction === 'IN' ? ArrowDownLeft : ArrowUpRight
  return (
    <span className="inline-flex items-center gap-1 text-ink-2">
      <Icon size={13} aria-hidden="true" />
      {direction === 'IN' ? t`In` : t`Out`}
    </span>
  )
}
