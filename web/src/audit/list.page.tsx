import type { AuditVerification } from '@cartage/contract/audit/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { useListAddress } from '../lists/list-address.ts'
import { CsvButton, ListSavedViews } from '../lists/list-tools.tsx'
import { NoRows } from '../lists/no-rows.tsx'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { History, ShieldCheck } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { AuditList } from './entries.list.tsx'
import { Link2Off } from './icons.tsx'
import { AuditFilters } from './list.filters.tsx'
import { type AuditFilter, auditQuery, filtersOf, useVerification } from './queries.ts'

const auditRoute = getRouteApi('/shell/settings/audit')

/** Audit trail and its integrity check. */
export function AuditPage() {
  const { t } = useLingui()
  const search = auditRoute.useSearch()
  const mayRead = usePermission('audit.read')
  const query = useInfiniteQuery({ ...auditQuery(search), enabled: mayRead })
  const verification = useVerification()
  const { change, clear } = useListAddress<AuditFilter>('/settings/audit')
  const records = query.data?.pages.flatMap((page) => page.items)
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  return (
    <SettingsBody
      title={t`Audit trail`}
      text={<Trans>Who changed what, with old and new values. Entries are chained by hash, so tampering shows.</Trans>}
      permission="audit.read"
      actions={
        <Button icon={ShieldCheck} onClick={() => verification.mutate()} isBusy={verification.isPending}>
          <Trans>Verify audit trail</Trans>
        </Button>
      }
    >
      <div aria-live="polite">
        {verification.error !== null && <ErrorPanel {...failureOf(verification.error)} />}
        {verification.data && <Verdict verdict={verification.data} />}
      </div>
      {mayRead && (
        <div className="flex flex-wrap items-center gap-1.5">
          <AuditFilters search={search} onChange={change} />
          <span className="flex-1" />
          <ListSavedViews screen="audit" path="/settings/audit" search={search} />
          <CsvButton path="/app/audit/csv" filters={filtersOf(search)} />
        </div>
      )}
      {query.error !== null && records === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {records === undefined && query.error === null && mayRead && <div className="skeleton h-40" aria-busy="true" />}
      {records?.length === 0 && (
        <NoRows
          icon={History}
          title={t`No changes yet`}
          text={t`Changes appear here with author and time.`}
          isFiltered={isFiltered}
          onClear={clear}
        />
      )}
      {records !== undefined && records.length > 0 && (
        <AuditList
          key={JSON.stringify(filtersOf(search))}
          records={records}
          isBusy={query.isFetchingNextPage}
          onFilter={change}
          onEnd={() => query.hasNextPage && void query.fetchNextPage()}
        />
      )}
      {query.hasNextPage && (
        <div className="flex justify-center">
          <Button onClick={() => query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
            <Trans>Show older entries</Trans>
          </Button>
        </div>
      )}
    </SettingsBody>
  )
}

function Verdict({ verdict }: { verdict: AuditVerification }) {
  const { i18n } = useLingui()
  if (verdict.fault) {
    return (
      <Notice icon={Link2Off} tone="amber">
        <p className="font-semibold">
          <Trans>Audit trail broken at entry {verdict.fault.sequence}</Trans>
        </p>
        <p className="text-ink-2">{verdict.fault.message}</p>
      </Notice>
    )
  }
  return (
    <Notice icon={ShieldCheck} tone="green">
      <p className="font-semibold">
        <Trans>Audit trail intact: {i18n.number(verdict.records)} entries verified.</Trans>
      </p>
      <p className="flex items-center gap-1 text-[12px] text-ink-2">
        <Trans>Last hash</Trans>
        <code className="min-w-0 truncate font-mono text-[11px]">{verdict.hash}</code>
        <CopyButton text={verdict.hash} label="SHA-256" />
      </p>
    </Notice>
  )
}
