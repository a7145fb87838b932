import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { HistoryTab } from '../audit/history.list.tsx'
import { Loaded } from '../records/loaded.tsx'
import { RawTab } from '../records/raw.tab.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { IconButton } from '../ui/button.tsx'
import { Archive, ArchiveRestore, KeyRound, MoreHorizontal, Package } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { RecordFrame, RecordNotice, type RecordTab, RecordTabs } from '../ui/page/record-frame.tsx'
import type { CompanyTab } from './address.ts'
import * as queries from './queries.ts'
import { CompanyStatus, Roles } from './status.labels.tsx'
import { PropertiesTab } from './tabs/properties.tab.tsx'

const companyRoute = getRouteApi('/shell/companies/$companyId')

// Tabs that are hidden initially load on demand.
const ContactsTab = lazy(async () => ({ default: (await import('./tabs/contacts.tab.tsx')).ContactsTab }))
const CompanyValiditiesTab = lazy(async () => ({
  default: (await import('./tabs/validities.tab.tsx')).CompanyValiditiesTab,
}))
const CompanyDocumentsTab = lazy(async () => ({
  default: (await import('./tabs/documents.tab.tsx')).CompanyDocumentsTab,
}))
const CompanyOrdersTab = lazy(async () => ({ default: (await import('./tabs/orders.tab.tsx')).CompanyOrdersTab }))
const CompanyInvoicesTab = lazy(async () => ({
  default: (await import('../invoices/company-invoices.tab.tsx')).CompanyInvoicesTab,
}))
const CompanyBillingTab = lazy(async () => ({
  default: (await import('../invoices/preference/company.tab.tsx')).CompanyBillingTab,
}))

const WebhookDialog = lazy(async () => ({ default: (await import('../credentials/webhook.dialog.tsx')).WebhookDialog }))

/** Everything about one company. */
export function CompanyPage() {
  const { t } = useLingui()
  const { companyId } = companyRoute.useParams()
  const query = useQuery(queries.companyQuery(companyId))
  const company = query.data?.company
  usePageTitle(company?.name ?? t`Company`)
  return (
    <RecordFrame
      list={{ to: '/companies', title: t`Customers and carriers` }}
      name={company?.name}
      copies={company?.code ? { text: company.code, label: t`Copy code` } : undefined}
      status={
        company && (
          <>
            <Roles isCustomer={company.is_customer ?? false} isSubcontractor={company.is_subcontractor ?? false} />
            <CompanyStatus status={String((company.is_customer ? company.status : company.purchase?.status) ?? '')} />
          </>
        )
      }
      actions={query.data && <Actions record={query.data} />}
      notices={
        company?.is_archived && (
          <RecordNotice>
            <Archive size={14} aria-hidden="true" />
            <Trans>Archived. No longer offered for orders and trips.</Trans>
          </RecordNotice>
        )
      }
    >
      <Loaded query={query}>{(record) => <Parts record={record} />}</Loaded>
    </RecordFrame>
  )
}

function Parts({ record }: { record: CompanyRecord }) {
  const navigate = useNavigate()
  const { companyId } = companyRoute.useParams()
  const { tab = 'properties' } = companyRoute.useSearch()
  const tabs = useParts(record, companyId)
  const choose = (value: CompanyTab) =>
    void navigate({ to: '/companies/$companyId', params: { companyId }, search: { tab: value }, replace: true })
  return <RecordTabs tabs={tabs} value={tab} onChange={choose} />
}

function useParts(record: CompanyRecord, companyId: string): RecordTab<CompanyTab>[] {
  const { t } = useLingui()
  const isEditable = usePermission('company.write')
  const seesInvoices = usePermission('invoice.read')
  const billed: RecordTab<CompanyTab>[] = [
    { value: 'invoices', title: t`Invoices`, panel: <CompanyInvoicesTab companyId={companyId} /> },
    { value: 'billing', title: t`Billing`, panel: <CompanyBillingTab companyId={companyId} /> },
  ]
  return [
    { value: 'properties', title: t`Properties`, panel: <PropertiesTab record={record} isEditable={isEditable} /> },
    {
      value: 'contacts',
      title: t`Contacts`,
      count: record.company.contacts?.length ?? 0,
      panel: <ContactsTab record={record} isEditable={isEditable} />,
    },
    {
      value: 'validities',
      title: t`Certificates`,
      panel: <CompanyValiditiesTab companyId={companyId} isEditable={isEditable} />,
    },
    {
      value: 'documents',
      title: t`Documents`,
      panel: <CompanyDocumentsTab companyId={companyId} isEditable={isEditable} />,
    },
    {
      value: 'orders',
      title: t`Orders`,
      count: record.order_count,
      panel: <CompanyOrdersTab companyId={companyId} />,
    },
    ...(seesInvoices ? billed : []),
    {
      value: 'history',
      title: t`History`,
      panel: <HistoryTab options={queries.companyHistoryQuery(companyId)} />,
    },
    { value: 'raw', title: t`API`, panel: <RawTab value={record.company} /> },
  ]
}

function Actions({ record }: { record: CompanyRecord }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('company.write')
  const mayCreate = usePermission('credential.write')
  const [isCreating, setIsCreating] = useState(false)
  const change = queries.useCompanyChange()
  const { id, name, is_archived: isArchived = false } = record.company

  function archive(willArchive: boolean, isUndo = false) {
    change.mutate(() => queries.patchCompany(id, { is_archived: willArchive }), {
      onSuccess: () =>
        toasts.done(
          willArchive ? t`${name} archived` : t`${name} restored`,
          isUndo ? undefined : { word: t`Undo`, run: () => archive(!willArchive, true) },
        ),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }

  return (
    <>
      {record.company.is_customer && (
        <Link to="/orders" search={{ company: id }} className="btn btn-outline">
          <Package size={14} aria-hidden="true" />
          <Plural value={record.order_count} one="# order" other="# orders" />
        </Link>
      )}
      {(mayWrite || mayCreate) && (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
          {mayCreate && !isArchived && (
            <MenuItem icon={KeyRound} onSelect={() => setIsCreating(true)}>
              <Trans>Create credentials</Trans>
            </MenuItem>
          )}
          {mayWrite && (
            <MenuItem icon={isArchived ? ArchiveRestore : Archive} onSelect={() => archive(!isArchived)}>
              {isArchived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
            </MenuItem>
          )}
        </Menu>
      )}
      {isCreating && (
        <LateDialog>
          <WebhookDialog company={{ company_id: String(id), name }} onClose={() => setIsCreating(false)} />
        </LateDialog>
      )}
    </>
  )
}
