import type { CompanyRecord } from '@cartage/contract/companies/app/record'
import { Trans } from '@lingui/react/macro'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { confirmAccount, useCompanyChange } from '../queries.ts'

type Unconfirmed = CompanyRecord['unconfirmed_accounts'][number]

/** Bank accounts blocked for payment until another user confirms them (COMP-12, COMP-13). */
export function UnconfirmedAccounts({ companyId, accounts }: { companyId: string; accounts: readonly Unconfirmed[] }) {
  return accounts.map((entry) => <UnconfirmedNote key={entry.account} companyId={companyId} entry={entry} />)
}

function UnconfirmedNote({ companyId, entry }: { companyId: string; entry: Unconfirmed }) {
  const change = useCompanyChange()
  const { account, entered_by: name, entered_at, may_confirm } = entry
  return (
    <div role="note" className="mb-2 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-3">
      <p className="min-w-0 flex-1 text-amber">
        <Trans>The account {account} is not confirmed, so nothing is paid to it by file.</Trans>{' '}
        {name === null ? <Trans>It came from another system.</Trans> : <Trans>{name} entered it.</Trans>}{' '}
        <RelativeTime instant={entered_at} />{' '}
        {may_confirm ? (
          <Trans>Ask the company by a number you know before you confirm it.</Trans>
        ) : (
          <Trans>Someone else who may pay suppliers confirms it.</Trans>
        )}
      </p>
      {may_confirm && (
        <Button isBusy={change.isPending} onClick={() => change.mutate(() => confirmAccount(companyId, account))}>
          <Trans>Confirm account</Trans>
        </Button>
      )}
      {change.error && <ErrorPanel {...failureOf(change.error)} />}
    </div>
  )
}
