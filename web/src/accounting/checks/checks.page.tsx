import type { MoneyCheck, runMoneyChecks } from '@cartage/contract/accounting/app/checks'
import type { Answer } from '@cartage/contract/endpoint'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLabels } from '../../records/code-labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { recordLabels } from '../../records/record.labels.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { CircleAlert, CircleCheck, RotateCw } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { moneyChecksQuery } from './queries.ts'

type MoneyChecks = Answer<typeof runMoneyChecks>

/** Consistency checks of charges, invoices, tasks and the ledger, each with its violations. */
export function MoneyChecksPage() {
  const { t } = useLingui()
  usePageTitle(t`Money checks`)
  const query = useQuery(moneyChecksQuery)
  return (
    <>
      <PageHeader
        title={t`Money checks`}
        actions={
          <Button variant="brand" icon={RotateCw} isBusy={query.isFetching} onClick={() => void query.refetch()}>
            <Trans>Run now</Trans>
          </Button>
        }
      />
      <Summary query={query} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus while all is well, and it scrolls */}
      <section aria-label={t`Results`} className="min-h-0 flex-1 overflow-y-auto" tabIndex={0}>
        <Loaded query={query}>
          {({ items }) => (
            <ol aria-label={t`Money checks`} className="divide-y divide-line">
              {items.map((check) => (
                <CheckLine key={check.number} check={check} />
              ))}
            </ol>
          )}
        </Loaded>
      </section>
    </>
  )
}

/** Number of broken checks, and when they were run. */
function Summary({
  query: { data, dataUpdatedAt },
}: {
  query: { data: MoneyChecks | undefined; dataUpdatedAt: number }
}) {
  if (data === undefined) return null
  const broken = data.items.filter(({ breaches }) => breaches > 0).length
  return (
    <p className="flex shrink-0 gap-1.5 border-b border-line px-4 py-2.5" role="status">
      <span className={broken > 0 ? 'font-semibold text-red' : 'font-semibold'}>
        {broken === 0 ? (
          <Trans>Charges, invoices and ledger agree.</Trans>
        ) : (
          <Plural value={broken} one="# check found something wrong." other="# checks found something wrong." />
        )}
      </span>
      <span className="text-ink-2">
        <Trans>
          Checked <RelativeTime instant={new Date(dataUpdatedAt).toISOString()} />
        </Trans>
      </span>
    </p>
  )
}

function CheckLine({ check: { number, title, breaches, rows } }: { check: MoneyCheck }) {
  const { t } = useLingui()
  const isFine = breaches === 0
  const badge = isFine
    ? ({ word: t`OK`, tone: 'green', icon: CircleCheck } as const)
    : ({ word: t`${breaches} wrong`, tone: 'red', icon: CircleAlert } as const)
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-center gap-3">
        <span className="tnum w-6 shrink-0 text-right text-ink-3">{number}</span>
        <span className="w-24 shrink-0">
          <StatusBadge badge={badge} />
        </span>
        <span className="min-w-0 flex-1">{title}</span>
      </div>
      {rows.length > 0 && (
        <ul className="mt-1.5 ml-9 grid gap-1 border-l-2 border-line pl-3">
          {rows.map((row) => (
            <Breach key={`${row.entity_type} ${row.entity_id} ${row.detail}`} row={row} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Page paths by record kind, for records that checks report. */
const paths: Readonly<Record<string, string>> = {
  order: '/orders/',
  company: '/companies/',
  invoice: '/invoices/',
  charge: '/charges/',
  task: '/tasks?peek=',
}

function Breach({ row: { entity_type, entity_id, detail } }: { row: MoneyCheck['rows'][number] }) {
  const labelOf = useLabels(recordLabels)
  const path = paths[entity_type]
  const name = labelOf(entity_type)
  return (
    <li className="[overflow-wrap:anywhere]">
      {path === undefined ? (
        <>
          <span className="font-medium">{name}</span>{' '}
          <span className="font-mono text-[11.5px] text-ink-3">{entity_id}</span>
        </>
      ) : (
        <Link to={`${path}${entity_id}` as '/'} className="font-medium text-brand-ink hover:underline">
          {name}
        </Link>
      )}{' '}
      {detail}
    </li>
  )
}
