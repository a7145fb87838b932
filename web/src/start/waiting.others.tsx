import type { ListedCompany } from '@cartage/contract/app/companies'
import type { ListedDelivery } from '@cartage/contract/app/deliveries'
import type { InboxItem } from '@cartage/contract/app/messages'
import type { ListedResource } from '@cartage/contract/app/resources'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Expiry } from '../records/expiry.tsx'
import { resourcePapers } from '../records/resource-papers.ts'
import { useWords } from '../records/words.ts'
import { countsQuery } from '../shell/counts.queries.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { lineClass, titleClass, WaitingCard } from './waiting.card.tsx'
import { expiringCompanies, expiringResources, failedDeliveries, openItems } from './waiting.queries.ts'

/** What receivers did not take. */
export function FailedDeliveries() {
  const { t } = useLingui()
  return (
    <WaitingCard<ListedDelivery>
      title={
        <Link to="/deliveries" search={{ state: 'UNSETTLED' }} className={titleClass}>
          {t`Failed webhooks`}
        </Link>
      }
      query={useQuery(failedDeliveries)}
      keyOf={({ event_id, subscription_id }) => `${event_id}.${subscription_id}`}
      none={t`No failed webhooks.`}
      line={(one) => (
        <Link
          to="/deliveries"
          search={{ state: 'UNSETTLED', peek: `${one.event_id}.${one.subscription_id}` }}
          className={lineClass}
        >
          <span className="shrink-0 font-medium">{one.receiver ?? '—'}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">
            {[one.order_number, one.type].filter(Boolean).join(' · ')}
          </span>
          <span className="shrink-0 text-ink-3">{one.finished_at && <RelativeTime instant={one.finished_at} />}</span>
        </Link>
      )}
    />
  )
}

/** What came in and fitted nothing. */
export function OpenItems() {
  const { t } = useLingui()
  const counts = useQuery(countsQuery).data
  return (
    <WaitingCard<InboxItem>
      title={
        <Link to="/messages" search={{ tab: 'inbox' }} className={titleClass}>
          {t`Inbox`}
        </Link>
      }
      query={useQuery(openItems)}
      total={counts?.inbox_open}
      keyOf={({ id }) => id}
      none={t`No unresolved messages.`}
      line={(item) => (
        <Link to="/messages" search={{ tab: 'inbox', item: item.id }} className={lineClass}>
          <span className="shrink-0 font-medium">{item.kind}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">{item.reason}</span>
          <span className="shrink-0 text-ink-3">
            <RelativeTime instant={item.last_at} />
          </span>
        </Link>
      )}
    />
  )
}

/** Drivers and vehicles that may soon not be used any more. */
export function ExpiringResources() {
  const { t } = useLingui()
  return (
    <WaitingCard<ListedResource>
      title={
        <Link to="/resources" search={{ expiring: true }} className={titleClass}>
          {t`Resources: certificates expiring`}
        </Link>
      }
      query={useQuery(expiringResources)}
      keyOf={({ resource_id }) => resource_id}
      none={t`Nothing expires within 30 days.`}
      line={(resource) => (
        <Link
          to="/resources/$resourceId"
          params={{ resourceId: resource.resource_id }}
          search={{ tab: 'validities' }}
          className={lineClass}
        >
          <ExpiryLine name={resource.name} next={resource.next_expiry} />
        </Link>
      )}
    />
  )
}

/** Subcontractors and customers with papers that run out. */
export function ExpiringCompanies() {
  const { t } = useLingui()
  return (
    <WaitingCard<ListedCompany>
      title={
        <Link to="/companies" search={{ expiring: true }} className={titleClass}>
          {t`Companies: certificates expiring`}
        </Link>
      }
      query={useQuery(expiringCompanies)}
      keyOf={({ company_id }) => company_id}
      none={t`Nothing expires within 30 days.`}
      line={(company) => (
        <Link
          to="/companies/$companyId"
          params={{ companyId: company.company_id }}
          search={{ tab: 'validities' }}
          className={lineClass}
        >
          <span className="min-w-0 flex-1 truncate font-medium">{company.name}</span>
          <span className="shrink-0 text-ink-3">{[company.city, company.country].filter(Boolean).join(' ')}</span>
        </Link>
      )}
    />
  )
}

function ExpiryLine({ name, next }: { name: string; next: { type: string; ends_at: string } | null }) {
  const wordOf = useWords(resourcePapers)
  return (
    <>
      <span className="max-w-[45%] shrink-0 truncate font-medium">{name}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{next && wordOf(next.type)}</span>
      <span className="shrink-0">{next && <Expiry endsAt={next.ends_at} />}</span>
    </>
  )
}
