import type { Charge, ChargeApproval, ChargeOrigin, ChargeStatus } from '@cartage/contract/charges/app/charge'
import type { UnbilledReason } from '@cartage/contract/charges/app/list'
import { msg } from '@lingui/core/macro'
import type { CodeBadge } from '../records/code-badge.ts'
import { type CodeLabels, useLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  ExternalLink,
  FileCheck,
  FileText,
  HandCoins,
  Hourglass,
  Truck,
} from '../ui/icons.tsx'
import { MessageCircleQuestion } from './icons.tsx'

/** Billing status of a charge. */
export const chargeBadges: Readonly<Record<ChargeStatus, CodeBadge>> = {
  CREATED: { word: msg`To invoice`, tone: 'blue', icon: CircleDot },
  DO_NOT_INVOICE: { word: msg`Excluded`, tone: 'grey', icon: Ban },
  INVOICED: { word: msg`Invoiced`, tone: 'green', icon: FileText },
  INVOICE_POSTED: { word: msg`Posted`, tone: 'green', icon: FileCheck },
  INVOICED_EXTERNAL: { word: msg`Billed elsewhere`, tone: 'grey', icon: ExternalLink },
  WITHDRAWN: { word: msg`Withdrawn`, tone: 'grey', icon: CircleSlash },
}

/** Customer approval of a charge. */
export const approvalBadges: Readonly<Record<ChargeApproval, CodeBadge>> = {
  TO_REQUEST: { word: msg`To request`, tone: 'amber', icon: CircleDashed },
  REQUESTED: { word: msg({ message: 'Requested', context: 'state' }), tone: 'blue', icon: Hourglass },
  REJECTED_INTERNAL: { word: msg`Rejected internally`, tone: 'grey', icon: CircleX },
  REJECTED: { word: msg`Rejected by customer`, tone: 'red', icon: CircleX },
  APPROVED: { word: msg`Approved`, tone: 'green', icon: CircleCheck },
}

/** Origins of a charge. */
export const originLabels: Readonly<Record<ChargeOrigin, CodeLabels[string]>> = {
  RATED: msg`Rate card`,
  MANUAL: msg`Manual`,
  REQUESTED: msg`Requested price`,
  IMPORTED: msg`Imported`,
}

/** Why an order is not billed yet. */
export const reasonBadges: Readonly<Record<UnbilledReason, CodeBadge>> = {
  NO_CARD: { word: msg`No rate card`, tone: 'red', icon: CircleHelp },
  INCOMPLETE: { word: msg`Price incomplete`, tone: 'red', icon: CircleAlert },
  ZERO_BASE: { word: msg`Base price is zero`, tone: 'red', icon: CircleAlert },
  APPROVAL: { word: msg`Approval`, tone: 'amber', icon: MessageCircleQuestion },
  TAX_HOLD: { word: msg`VAT not decided`, tone: 'red', icon: CircleAlert },
  READY: { word: msg`Ready to invoice`, tone: 'green', icon: CircleCheck },
  DRAFT: { word: msg`On draft`, tone: 'blue', icon: FileText },
  MINIMUM: { word: msg`Below minimum amount`, tone: 'grey', icon: HandCoins },
}

const textOfCode = (badges: Readonly<Record<string, CodeBadge>>): CodeLabels =>
  Object.fromEntries(Object.entries(badges).map(([code, { word }]) => [code, word]))

/** The same reasons as filter labels. */
export const reasonLabels = textOfCode(reasonBadges)
export const approvalLabels = textOfCode(approvalBadges)
export const chargeStatusLabels = textOfCode(chargeBadges)

/** Billing status of a cost: by a carrier, or never for the own fleet. */
const costBadges = {
  ...chargeBadges,
  CREATED: { word: msg`Not invoiced yet`, tone: 'grey', icon: CircleDashed },
} as const
const ownCostBadges = { ...chargeBadges, CREATED: { word: msg`Own cost`, tone: 'grey', icon: Truck } } as const

/** Filter labels for costs of carriers and of the own fleet alike. */
export const costStatusLabels = textOfCode(costBadges)

/** Billing status of a charge. */
export function ChargeStatusBadge({ charge }: { charge: Pick<Charge, 'status' | 'side' | 'company'> }) {
  const ofCost = charge.company === null ? ownCostBadges : costBadges
  return <CodeStatus badges={charge.side === 'COST' ? ofCost : chargeBadges} code={charge.status} />
}

/** Customer approval; nothing if none is needed. */
export function ApprovalBadge({ approval }: { approval: ChargeApproval | null }) {
  return approval === null ? null : <CodeStatus badges={approvalBadges} code={approval} />
}

/** Why an order is not billed yet. */
export function ReasonBadge({ reason }: { reason: string }) {
  return <CodeStatus badges={reasonBadges} code={reason} />
}

/** Why the VAT of a charge is undecided, and what to do. */
const taxHoldLabels: CodeLabels = {
  billing_entity_missing: msg`No billing entity bills this order.`,
  billing_entity_country_missing: msg`The billing entity has no country. Enter it in the settings.`,
  customer_country_missing: msg`The customer has no country. Enter its billing address.`,
  place_country_missing: msg`The country of a pickup or delivery is missing. Enter it on the location.`,
  vat_number_missing: msg`The customer has no valid VAT number. Enter it, or mark the customer as a private person.`,
  export_evidence_missing: msg`The export has no evidence yet. Add the document, or enter the MRN.`,
  private_person_abroad: msg`VAT may be due where the transport starts. Choose the tax rate yourself.`,
  tax_rate_missing: msg`No tax rate is set up for this. Add it in the settings.`,
}

/** Why the VAT of a charge is undecided; nothing if it is decided. */
export function TaxHold({ code }: { code: string | null }) {
  const labelOf = useLabels(taxHoldLabels)
  return code === null ? null : <span className="text-amber">{labelOf(code)}</span>
}
