import type { RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { codeBadge } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { Archive, CircleCheck, CircleDashed, CircleSlash, CircleX, PencilLine } from '../ui/icons.tsx'

/** States of a version. */
export const versionBadges = {
  DRAFT: codeBadge(msg`Draft`, 'amber', PencilLine),
  PUBLISHED: codeBadge(msg`Published`, 'green', CircleCheck),
  RETIRED: codeBadge(msg`Retired`, 'grey', Archive),
}

/** Whether a card prices sales or costs. */
export const sideLabels: CodeLabels = { SALES: msg`Sales`, COST: msg`Costs` }

/** Badges of the results of a card, line, condition or block. */
export const resultBadges = {
  APPLIED: codeBadge(msg`Applied`, 'green', CircleCheck),
  SKIPPED: codeBadge(msg`Skipped`, 'grey', CircleSlash),
  FAILED: codeBadge(msg`Failed`, 'red', CircleX),
  NOT_TRIED: codeBadge(msg`Not tried`, 'grey', CircleDashed),
}

/** Badges of whether a price was found. */
export const ratingBadges = {
  COMPLETE: codeBadge(msg`Complete`, 'green', CircleCheck),
  INCOMPLETE: codeBadge(msg`Incomplete`, 'red', CircleX),
  NO_CARD: codeBadge(msg`No rate card`, 'amber', CircleSlash),
}

/** Names of each kind of record. */
export const kindLabels: Readonly<
  Record<
    RateRecordKind,
    { many: MessageDescriptor; create: MessageDescriptor; none: MessageDescriptor; use: MessageDescriptor }
  >
> = {
  RATE_CARD: {
    many: msg`Rate cards`,
    create: msg`New rate card`,
    none: msg`No rate cards yet`,
    use: msg`A rate card holds the prices you agreed with a customer or a carrier.`,
  },
  TARIFF_TABLE: {
    many: msg`Tariff tables`,
    create: msg`New tariff table`,
    none: msg`No tariff tables yet`,
    use: msg`A tariff table holds prices by zone and quantity. Lines of rate cards use it.`,
  },
  ZONE_SET: {
    many: msg`Zone sets`,
    create: msg`New zone set`,
    none: msg`No zone sets yet`,
    use: msg`A zone set divides countries into zones by postal code. Tariff tables use it.`,
  },
}

/** State of a record in lists: published takes precedence over a draft. */
export function stateOf({
  versions,
  has_draft,
}: Pick<RateRecord, 'versions' | 'has_draft'>): keyof typeof versionBadges {
  if (versions.some(({ state }) => state === 'PUBLISHED')) return 'PUBLISHED'
  return has_draft || versions.length === 0 ? 'DRAFT' : 'RETIRED'
}
