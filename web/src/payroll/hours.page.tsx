import { urlOf } from '@cartage/contract/client'
import { exportPayrollHours, type PayrollHours } from '@cartage/contract/payroll/app'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { CircleAlert, Clock } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader, Toolbar } from '../ui/page/page-header.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { todayOf } from '../ui/time/zone.ts'
import type { PayrollSearch } from './address.ts'
import { lastMonths, monthName } from './months.ts'
import { hoursQuery } from './queries.ts'

const route = getRouteApi('/shell/resources/hours')
const FileDialog = lazy(async () => ({ default: (await import('./file.dialog.tsx')).FileDialog }))
const RulesDialog = lazy(async () => ({ default: (await import('./rules.dialog.tsx')).RulesDialog }))

const everyone = 'all'

/** Hours and allowances of drivers in a month, as in the payroll file. */
export function PayrollHoursPage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Hours for payroll`)
  const navigate = useNavigate()
  const search = route.useSearch()
  const months = lastMonths(todayOf(new Date()), 24)
  // Defaults to the last complete month.
  const month = months.find((one) => one === search.month) ?? months[1]!
  const rows: 'MONTH' | 'DAY' = search.rows ?? 'MONTH'
  const query = useQuery(hoursQuery(month, rows))
  const change = (members: Partial<PayrollSearch>) =>
    void navigate({ to: '/resources/hours' as '/', search: { ...search, ...members } as object, replace: true })
  const wanted = { month, rows, language: i18n.locale as 'en', ...(search.driver && { driver_id: search.driver }) }
  return (
    <>
      <PageHeader
        title={t`Hours for payroll`}
        actions={
          <>
            <SettingsButtons />
            <a href={urlOf(exportPayrollHours, { query: wanted })} download className="btn btn-brand">
              <Trans>Download CSV</Trans>
            </a>
          </>
        }
      />
      <Toolbar side={query.data && <Drivers hours={query.data} />}>
        <Select
          label={t`Month`}
          className="h-7 w-44"
          choices={months.map((value) => ({ value, label: monthName(value, i18n.locale) }))}
          value={month}
          onChange={(value) => change({ month: value })}
        />
        <Select
          label={t`Drivers`}
          className="h-7 w-56"
          choices={[{ value: everyone, label: t`All drivers` }, ...driversOf(query.data)]}
          value={search.driver ?? everyone}
          onChange={(value) => change({ driver: value === everyone ? undefined : value })}
        />
        <Select<'MONTH' | 'DAY'>
          label={t`Rows`}
          className="h-7 w-48"
          choices={[
            { value: 'MONTH', label: t`One row per driver` },
            { value: 'DAY', label: t`One row per day` },
          ]}
          value={rows}
          onChange={(value) => change({ rows: value === 'DAY' ? 'DAY' : undefined })}
        />
      </Toolbar>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Loaded query={query}>{(hours) => <Preview hours={hours} driver={search.driver} />}</Loaded>
      </div>
    </>
  )
}

/** Buttons to set the rules for hours and the file format. Only for users with permission. */
function SettingsButtons() {
  const [open, setOpen] = useState<'file' | 'rules'>()
  if (!usePermission('payroll.write')) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('rules')}>
        <Trans>Night hours and allowances</Trans>
      </Button>
      <Button onClick={() => setOpen('file')}>
        <Trans>Columns of the file</Trans>
      </Button>
      <LateDialog>
        {open === 'file' && <FileDialog onClose={close} />}
        {open === 'rules' && <RulesDialog onClose={close} />}
      </LateDialog>
    </>
  )
}

function driversOf(hours: PayrollHours | undefined): { value: string; label: string }[] {
  const names = new Map(hours?.items.map(({ driver_id, driver }) => [driver_id, driver]))
  return [...names].map(([value, label]) => ({ value, label }))
}

function Drivers({ hours }: { hours: PayrollHours }) {
  const count = driversOf(hours).length
  return (
    <span className="tnum text-ink-3">
      <Plural value={count} one="# driver" other="# drivers" />
    </span>
  )
}

/** What the hours lack, and the settings that add it. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Notice icon={CircleAlert} tone="amber">
      <div className="flex flex-wrap items-center gap-3">
        <ul className="grid min-w-0 flex-1 gap-1">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <RulesButton />
      </div>
    </Notice>
  )
}

/** Opens the rules for hours. Only for users with permission. */
function RulesButton() {
  const [isOpen, setIsOpen] = useState(false)
  if (!usePermission('payroll.write')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>Set night hours and allowances</Trans>
      </Button>
      <LateDialog>{isOpen && <RulesDialog onClose={() => setIsOpen(false)} />}</LateDialog>
    </>
  )
}

/** Preview of the file, cell by cell. */
function Preview({
  hours: { headings, items, notes, downloads },
  driver,
}: {
  hours: PayrollHours
  driver: string | undefined
}) {
  const { t } = useLingui()
  const shown = items.filter(({ driver_id }) => driver === undefined || driver_id === driver)
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={Clock}
        title={t`No drivers`}
        text={t`Own drivers appear here. Their hours come from driver cards, and from the stops of their trips.`}
      />
    )
  }
  return (
    <div className="grid gap-3">
      <Notes notes={notes} />
      <PlainTable
        label={t`Hours for payroll`}
        rows={shown}
        keyOf={({ driver_id, day }) => `${driver_id} ${day}`}
        isFaded={({ sources }) => sources.length === 0}
        columns={headings.map((title, at) => ({
          ...{ id: `${at} ${title}`, title, width: at === 0 ? 'w-48' : 'w-28' },
          cell: ({ cells }: (typeof shown)[number]) => <span className="tnum">{cells[at]}</span>,
        }))}
      />
      <Downloads downloads={downloads} />
    </div>
  )
}

/** Users who downloaded the file of this month, with times (PAYROLL-7). */
function Downloads({ downloads }: Pick<PayrollHours, 'downloads'>) {
  const { t } = useLingui()
  if (downloads.length === 0) return null
  return (
    <PlainTable
      label={t`Downloads of this month`}
      rows={downloads}
      keyOf={({ at, by }) => `${at} ${by}`}
      columns={[
        { id: 'by', title: t`Downloaded by`, width: 'w-48', cell: ({ by }) => by },
        { id: 'at', title: t`Time`, width: 'w-48', cell: ({ at }) => <RelativeTime instant={at} /> },
        { id: 'drivers', title: t`Drivers`, cell: ({ driver }) => driver ?? t`All drivers` },
        {
          ...{ id: 'rows', title: t`Rows`, width: 'w-48' },
          cell: ({ rows }) => (rows === 'DAY' ? t`One row per day` : t`One row per driver`),
        },
      ]}
    />
  )
}
