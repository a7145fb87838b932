import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Gauge } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { configurationQuery } from './configuration.queries.ts'
import { InfinityIcon } from './icons.tsx'
import { SettingsBody } from './page-body.tsx'

interface Window {
  seconds: number
  requests: number
}

/** Request limits for the tenant's systems, set by the operator. */
export function LimitsPage() {
  const { t } = useLingui()
  const query = useQuery({ ...configurationQuery, enabled: usePermission('setting.read') })
  const limits = query.data?.limits
  return (
    <SettingsBody
      title={t`Limits`}
      text={<Trans>How many API requests this organisation may make, all clients together. Set by the operator.</Trans>}
      permission="setting.read"
    >
      {query.error !== null && limits === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : (
        <>
          <h3 className="font-semibold">
            <Trans>All requests</Trans>
          </h3>
          <Windows label={t`All requests`} windows={limits?.general} />
          <h3 className="pt-2 font-semibold">
            <Trans>Tokens</Trans>
          </h3>
          <Windows label={t`Tokens`} windows={limits?.token} />
          <Notice icon={Gauge}>
            {limits?.is_default === false && <Trans>Custom limits for this organisation.</Trans>}
            {limits?.is_default === true && <Trans>Default limits.</Trans>}{' '}
            <Trans>
              Requests over the limit get 429, with the wait in Retry-After. Use of this application does not count.
            </Trans>
          </Notice>
        </>
      )}
    </SettingsBody>
  )
}

function Windows({ label, windows }: { label: string; windows: readonly Window[] | undefined }) {
  const { t, i18n } = useLingui()
  if (windows?.length === 0) {
    return (
      <Notice icon={InfinityIcon}>
        <Trans>No limit.</Trans>
      </Notice>
    )
  }
  return (
    <PlainTable<Window>
      label={label}
      rows={windows}
      keyOf={(window) => String(window.seconds)}
      columns={[
        {
          id: 'span',
          title: t`Window`,
          width: 'w-1/2',
          cell: (window) => <Span seconds={window.seconds} />,
        },
        {
          id: 'requests',
          title: t`Limit`,
          cell: (window) => <span className="tnum font-medium">{i18n.number(window.requests)}</span>,
        },
      ]}
    />
  )
}

function Span({ seconds }: { seconds: number }) {
  const { i18n } = useLingui()
  const [amount, unit] =
    seconds % 3_600 === 0
      ? [seconds / 3_600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second']
  return <span className="tnum">{i18n.number(amount, { style: 'unit', unit, unitDisplay: 'long' })}</span>
}
