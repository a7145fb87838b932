import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, CircleCheck, CircleDashed, CircleHelp, OctagonPause, TriangleAlert } from 'lucide-react'
import { StatusBadge, type Tone } from '../ui/status.tsx'

/** How each state of a company is shown. */
export const companyBadges = {
  PROSPECT: { word: msg`Prospect`, tone: 'grey' as Tone, icon: CircleDashed },
  NOT_APPROVED: { word: msg`Not approved`, tone: 'amber' as Tone, icon: Ban },
  APPROVED: { word: msg`Approved`, tone: 'green' as Tone, icon: CircleCheck },
  WARNING: { word: msg`Warning`, tone: 'amber' as Tone, icon: TriangleAlert },
  BLOCKED: { word: msg`Blocked`, tone: 'red' as Tone, icon: OctagonPause },
}

/** Words of the states, for filters and menus. */
export function useStatusWords(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return Object.fromEntries(Object.entries(companyBadges).map(([status, { word }]) => [status, t(word)]))
}

/** Whether a company may order or be given work; a state this version does not know shows its code (COMPAT-4). */
export function CompanyStatus({ status }: { status: string }) {
  const { t } = useLingui()
  const badge = Object.hasOwn(companyBadges, status) ? companyBadges[status as keyof typeof companyBadges] : undefined
  if (!badge) return <StatusBadge badge={{ word: status, tone: 'grey', icon: CircleHelp }} />
  return <StatusBadge badge={{ ...badge, word: t(badge.word) }} />
}

/** The roles of a company in words. */
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
          <Trans>Subcontractor</Trans>
        </span>
      )}
    </span>
  )
}
