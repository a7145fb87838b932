import type { Day } from '@cartage/contract/app/day'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { resourceDocumentLabels } from '../../documents/resource.labels.ts'
import { useLabels } from '../../records/code-labels.ts'
import { countsQuery } from '../../shell/counts.queries.ts'
import { CircleCheck, TriangleAlert } from '../../ui/icons.tsx'
import { Expiry } from '../../validities/expiry.tsx'

const moreClass = 'text-[12px] font-medium text-brand-ink underline-offset-2 hover:underline'

/** Certificates that expire soon, of drivers and vehicles. */
export function Certificates({ day, group }: { day: Day; group: string | undefined }) {
  const labelOf = useLabels(resourceDocumentLabels)
  const search = { expiring: true, ...(group !== undefined && { group }) }
  return (
    <section aria-labelledby="certificates">
      <div className="flex h-10 items-center gap-2">
        <h2 id="certificates" className="flex-1 font-semibold">
          <Trans>Certificates expiring</Trans>
        </h2>
        {day.certificates_total > day.certificates.length && (
          <Link to="/resources" search={search} className={moreClass}>
            <Trans>All {day.certificates_total}</Trans>
          </Link>
        )}
      </div>
      {day.certificates.length === 0 ? (
        <p className="rounded-lg border border-line px-3 py-2.5 text-ink-3">
          <Trans>Nothing expires within 30 days.</Trans>
        </p>
      ) : (
        <ul className="rounded-lg border border-line py-1">
          {day.certificates.map(({ resource_id, name, type, ends_at }) => (
            <li key={resource_id}>
              <Link
                to="/resources/$resourceId"
                params={{ resourceId: resource_id }}
                search={{ tab: 'validities' }}
                className="flex min-h-8 items-center gap-2.5 px-3 py-1 hover:bg-hover"
              >
                <span className="max-w-[40%] shrink-0 wrap-anywhere font-medium">{name}</span>
                <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{labelOf(type)}</span>
                <Expiry endsAt={ends_at} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Health of the integrations and other items that need a user, each shown only if present. */
export function Health({ openIssues }: { openIssues: number }) {
  const { t } = useLingui()
  const counts = useQuery(countsQuery).data
  const problems: { key: string; text: ReactNode }[] = []
  const add = (key: string, number: number | null | undefined, text: ReactNode) => {
    if (number) problems.push({ key, text })
  }
  add(
    'endpoints',
    counts?.receivers_stopped,
    <Link to="/settings/receivers" className="inline-flex min-h-6 items-center underline-offset-2 hover:underline">
      <Plural value={counts?.receivers_stopped ?? 0} one="# endpoint stopped" other="# endpoints stopped" />
    </Link>,
  )
  add(
    'webhooks',
    counts?.deliveries_failed,
    <Link
      to="/deliveries"
      search={{ state: 'UNSETTLED' }}
      className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
    >
      <Plural value={counts?.deliveries_failed ?? 0} one="# failed webhook" other="# failed webhooks" />
    </Link>,
  )
  add(
    'inbox',
    counts?.inbox_open,
    <Link
      to="/messages"
      search={{ tab: 'inbox' }}
      className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
    >
      <Plural value={counts?.inbox_open ?? 0} one="# unresolved message" other="# unresolved messages" />
    </Link>,
  )
  add(
    'issues',
    openIssues,
    <Link to="/waiting" className="inline-flex min-h-6 items-center underline-offset-2 hover:underline">
      <Plural value={openIssues} one="# open issue" other="# open issues" />
    </Link>,
  )
  return (
    <section aria-label={t`Integrations`} className="flex gap-2 rounded-lg border border-line px-3 py-2.5">
      {problems.length === 0 ? (
        <>
          <CircleCheck size={15} className="mt-px shrink-0 text-green" aria-hidden="true" />
          <span className="text-ink-2">
            <Trans>Integrations are running.</Trans>
          </span>
        </>
      ) : (
        <>
          <TriangleAlert size={15} className="mt-px shrink-0 text-amber" aria-hidden="true" />
          <span className="flex flex-wrap gap-x-3">
            {problems.map(({ key, text }) => (
              <span key={key} className="tnum">
                {text}
              </span>
            ))}
          </span>
        </>
      )}
    </section>
  )
}
