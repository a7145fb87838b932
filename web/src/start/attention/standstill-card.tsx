import type { Standstill } from '@cartage/contract/app/standstills'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLabels } from '../../records/code-labels.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { standstillLabels } from '../standstill.labels.ts'
import { keyOf, useStandstillTitle } from '../standstill-title.ts'
import { standstillsQuery } from '../standstills.queries.ts'
import { AttentionCard, lineClass, titleClass } from './card.tsx'

/** Standstills: failed background work, postings without an account, documents and bookings. */
export function Standstills() {
  const { t } = useLingui()
  const word = useLabels(standstillLabels)
  const titleOf = useStandstillTitle()
  return (
    <AttentionCard<Standstill>
      title={
        <Link to="/waiting" className={titleClass}>
          {t`Open issues`}
        </Link>
      }
      query={useQuery(standstillsQuery)}
      keyOf={keyOf}
      none={t`No open issues.`}
      line={(one) => (
        <Link to="/waiting" className={lineClass}>
          <span className="min-w-0 flex-1 wrap-anywhere font-medium">{word(one.kind)}</span>
          <span className="max-w-[45%] shrink-0 wrap-anywhere text-ink-2">{titleOf(one)}</span>
          <span className="shrink-0 text-ink-3">
            <RelativeTime instant={one.since} />
          </span>
        </Link>
      )}
    />
  )
}
