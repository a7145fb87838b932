import type { ListedCompany } from '@cartage/contract/companies/app/record'
import type { ListedResource } from '@cartage/contract/resources/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { resourceDocumentWords } from '../../documents/resource.words.ts'
import { useWords } from '../../records/code-words.ts'
import { Expiry } from '../../validities/expiry.tsx'
import { AttentionCard, lineClass, titleClass } from './card.tsx'
import { expiringCompanies, expiringResources } from './queries.ts'

/** Drivers and vehicles that may soon not be used any more. */
export function ExpiringResources() {
  const { t } = useLingui()
  return (
    <AttentionCard<ListedResource>
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
    <AttentionCard<ListedCompany>
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
  const wordOf = useWords(resourceDocumentWords)
  return (
    <>
      <span className="max-w-[45%] shrink-0 truncate font-medium">{name}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{next && wordOf(next.type)}</span>
      <span className="shrink-0">{next && <Expiry endsAt={next.ends_at} />}</span>
    </>
  )
}
