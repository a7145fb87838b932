import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CodeBadges } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { Ban, CircleCheck, CircleDashed, OctagonPause, TriangleAlert } from '../ui/icons.tsx'

/** Badges of company states. */
export const companyBadges = {
  PROSPECT: { word: msg`Prospect`, tone: 'grey', icon: CircleDashed },
  NOT_APPROVED: { word: msg`Not approved`, tone: 'amber', icon: Ban },
  APPROVED: { word: msg({ message: 'Approved', context: 'company' }), tone: 'green', icon: CircleCheck },
  WARNING: { word: msg`Warning`, tone: 'amber', icon: TriangleAlert },
  BLOCKED: { word: msg`Blocked`, tone: 'red', icon: OctagonPause },
} satisfies CodeBadges

/** Labels of the states, for filters and menus. */
export function useStatusLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return Object.fromEntries(Object.entries(companyBadges).map(([status, { word }]) => [status, t(word)]))
}

/** Badge that shows whether a company may order or be given work. */
export function CompanyStatus({ status }: { status: string }) {
  return <CodeStatus badges={companyBadges} code={status} />
}

/** Labels of a company's roles. */
export function Roles({ isCustomer, isSubcontractor }: { isCustomer: boolean; isSubcontractor: boolean }) {
  return (
    <span className="inline-flex gap-1">
      {isCustomer && (
        <span className="tag tone-blue">
          <Trans>Customer</Trans>
        </span>
      )}
      {isSubcontractor && (
        <span className="tag tone-violet">
          <Trans>Carrier</Trans>
        </span>
      )}
    </span>
  )
}
